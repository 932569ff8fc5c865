// In a separate mount namespace: prints what the store does on a full disk, with free space again, and read-only.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTaskStore } from '../../../src/tasks/store/open-task-store.js';
import type { Task } from '../../../src/tasks/task.js';
import { newTask, sampleRoot } from './store-world.js';

const disk = mkdtempSync(join(tmpdir(), 'anyhook-disk-'));
const mount = (...args: readonly string[]) => spawnSync('mount', [...args, disk], { stdio: 'inherit' });
mount('-t', 'tmpfs', '-o', 'size=4m', 'none');
const state = join(disk, 'state');
const print = (value: unknown) => console.log(JSON.stringify(value));
try {
  writeFileSync(join(disk, 'room'), Buffer.alloc(1024 * 1024));
  const store = await openTaskStore(state);
  const large = newTask({ input: { text: 'x'.repeat(50_000) } });
  const kept: string[] = [];
  const errors = new Set<string>();
  for (let i = 0; i < 20; i++) {
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => store.insert(large)));
    for (const one of results) {
      if (one.status === 'fulfilled') kept.push(one.value.key);
      else errors.add(JSON.stringify(one.reason.error));
    }
  }
  const found = keysOf(store.list(sampleRoot, { limit: 1_000 }));
  print({ errors: [...errors].map((text) => JSON.parse(text)), kept: kept.length, same: same(kept, found) });
  rmSync(join(disk, 'room'));
  const [first = ''] = kept;
  const had = await store.claim({ key: first, seenInput: large.input });
  print({ claimed: had.ok, same: same(keysOf(store.list(sampleRoot, { limit: 1_000 })), kept) });
  store.close();
  // The same folder without write permission.
  mount('--bind', disk);
  mount('-o', 'remount,bind,ro');
  const reader = await openTaskStore(state, { waitMs: 100 });
  const listed = reader.list(sampleRoot, { limit: 1_000 });
  const error = await reader.insert(newTask()).catch((reason) => reason.error);
  print({ error, same: same(keysOf(listed), kept) });
} finally {
  for (let mounted = 0; mounted < 2; mounted++) spawnSync('umount', ['-l', disk]);
  rmSync(disk, { recursive: true, force: true });
}

function keysOf(tasks: readonly Task[]): readonly string[] {
  return tasks.map(({ key }) => key);
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return JSON.stringify([...one].sort()) === JSON.stringify([...other].sort());
}
