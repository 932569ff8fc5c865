// In its own mount namespace: prints whether a session is watched before, during and after a full disk.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callKey, openCallWatch } from '../../src/sessions/call-watch.js';

const state = mkdtempSync(join(tmpdir(), 'anyhook-full-'));
spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', state]);
try {
  const watch = openCallWatch(state, 'claude-code', 's');
  const isWatched = () => watch.read() !== undefined;
  watch.begin({ since: Date.now(), readUpTo: 0 });
  const before = isWatched();
  const filler = join(state, 'filler');
  for (let size = 512 * 1024; size >= 1; size = Math.floor(size / 2)) {
    try {
      for (;;) writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
    } catch {
      // A smaller piece may still fit.
    }
  }
  // The last page of the file still has space for some.
  for (let i = 0; i < 1_000; i++) watch.note('a', callKey(`call-${i}`));
  const full = isWatched();
  rmSync(filler);
  watch.note('a', callKey('another'));
  console.log(JSON.stringify({ before, full, later: isWatched() }));
} finally {
  spawnSync('umount', ['-l', state]);
  rmSync(state, { recursive: true, force: true });
}
