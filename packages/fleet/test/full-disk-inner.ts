// In a separate mount namespace: prints an agent's answer from a process that cannot record its decision, and the
// output of "fleet status" once there is space again.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anyhookProgram, claudeShellCall } from '../../anyhook/test/resident/engine-world.js';
import { makeSigner } from '../src/keys.js';

const root = mkdtempSync(join(tmpdir(), 'anyhook-full-'));
const [home, project] = [join(root, 'home'), join(root, 'project')];
for (const dir of [home, project]) mkdirSync(dir);
spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', home]);
const env = { HOME: home, PATH: process.env['PATH'] ?? '', ANYHOOK_ENGINE: 'off' };
const anyhook = (args: readonly string[], input = '') =>
  spawnSync(process.execPath, [anyhookProgram, ...args], { cwd: project, env, input, encoding: 'utf8' });
const call = (agent: string) =>
  anyhook(['run', '--host', agent], JSON.stringify({ ...claudeShellCall(project, 'ls'), turn_id: 't', model: 'm' }));
try {
  const fleet = join(home, '.local/state/anyhook/fleet');
  mkdirSync(join(home, '.config/anyhook'), { recursive: true });
  mkdirSync(fleet, { recursive: true });
  writeFileSync(join(fleet, 'device.json'), JSON.stringify({ device: 'd'.repeat(32) }));
  const lines = [
    ...['org: acme', 'url: http://127.0.0.1:9', 'root:', '  threshold: 1', `  keys: [${makeSigner().publicKey}]`],
    ...['audit:', '  hub: http://127.0.0.1:9'],
  ];
  writeFileSync(join(home, '.config/anyhook/fleet.yaml'), `${lines.join('\n')}\n`);
  const before = call('claude-code');
  // The last page of this file would still have space.
  rmSync(join(home, '.local/state/anyhook/journal/spool'), { recursive: true, force: true });
  mkdirSync(join(home, '.local/state/anyhook/journal/spool'), { recursive: true, mode: 0o700 });
  // Fills the disk to the last byte, page by page.
  for (let n = 0, size = 1024 * 1024; size >= 1; n++) {
    try {
      writeFileSync(join(home, `fill-${n}`), Buffer.alloc(size));
    } catch {
      size = Math.floor(size / 4);
    }
  }
  const full = [call('claude-code'), call('codex')];
  for (let n = 0; n < 40; n++) rmSync(join(home, `fill-${n}`), { force: true });
  call('claude-code');
  anyhook(['log']);
  const status = JSON.parse(anyhook(['fleet', 'status', '--json']).stdout);
  const heard = ({ stdout, stderr, status: code }: typeof before) => ({ stdout, stderr, code });
  console.log(JSON.stringify({ before: heard(before), full: full.map(heard), audit: status.audit }));
} finally {
  spawnSync('umount', ['-l', home]);
  rmSync(root, { recursive: true, force: true });
}
