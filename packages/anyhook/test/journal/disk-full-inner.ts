// In its own mount namespace: prints the engine's journal status on a full disk, and when there is space again.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { controlEngine } from '../../src/resident/control-engine.js';
import { anyhookProgram, claudeShellCall, dialProtocol, until } from '../resident/engine-world.js';

const root = mkdtempSync(join(tmpdir(), 'anyhook-full-'));
const [home, project] = [join(root, 'home'), join(root, 'project')];
for (const dir of [home, project]) mkdirSync(dir);
spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'none', home]);
const state = join(home, '.local/state/anyhook');
const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
const engine = spawn(process.execPath, [anyhookProgram, 'engine', 'start', '--foreground'], { env, stdio: 'inherit' });
const status = async () => (await controlEngine(state, 'status', 2_000))?.journal;
try {
  await until(async () => (await controlEngine(state, 'status', 1_000))?.pid === engine.pid);
  // Fills the disk to the last byte.
  for (let n = 0, size = 1024 * 1024; size >= 1; n++) {
    try {
      writeFileSync(join(home, `fill-${n}`), Buffer.alloc(size));
    } catch {
      size = Math.floor(size / 4);
    }
  }
  const line = dialProtocol({ state });
  for (let i = 0; i < 3; i++) await line.ask({ env, project }, claudeShellCall(project, 'ls'));
  console.log(JSON.stringify(await status()));
  for (let n = 0; n < 40; n++) rmSync(join(home, `fill-${n}`), { force: true });
  await until(async () => (await status())?.waiting === 0);
  const { stdout } = spawnSync(process.execPath, [anyhookProgram, 'log', '--json'], {
    cwd: project,
    env,
    encoding: 'utf8',
  });
  console.log(JSON.stringify({ decisions: stdout.trim().split('\n').length, waiting: (await status())?.waiting }));
} finally {
  engine.kill('SIGKILL');
  spawnSync('umount', ['-l', home]);
  rmSync(root, { recursive: true, force: true });
}
