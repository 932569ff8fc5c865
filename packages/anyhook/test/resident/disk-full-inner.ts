// In its own mount namespace: prints the engine's answer on a full disk, then that of a process without it.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { controlEngine } from '../../src/resident/control-engine.js';
import { anyhookProgram, claudeShellCall, dialProtocol, hookMdFolder, until } from './engine-world.js';

const root = mkdtempSync(join(tmpdir(), 'anyhook-full-'));
const [home, project] = [join(root, 'home'), join(root, 'project')];
for (const dir of [home, project]) mkdirSync(dir);
for (const [path, text] of Object.entries(hookMdFolder('guard', 'echo "not that" >&2; exit 2'))) {
  mkdirSync(dirname(join(project, path)), { recursive: true });
  writeFileSync(join(project, path), text, { mode: 0o755 });
}
spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'none', home]);
const state = join(home, '.local/state/anyhook');
const env = { HOME: home, PATH: process.env['PATH'] ?? '' };
const engine = spawn(
  process.execPath,
  [anyhookProgram, 'engine', 'start', '--foreground', '--fixed', 'ANYHOOK_TRUST=project'],
  {
    env,
    stdio: 'inherit',
  },
);
try {
  await until(async () => (await controlEngine(state, 'status', 1000))?.pid === engine.pid);
  try {
    writeFileSync(join(home, 'fill'), Buffer.alloc(1024 * 1024));
  } catch {
    // Full, as wanted.
  }
  const line = dialProtocol({ state });
  const reply = await line.ask({ env, project }, claudeShellCall(project, 'ls'));
  console.log(reply?.stdout);
  line.socket.destroy();
  const input = JSON.stringify(claudeShellCall(project, 'ls'));
  const cold = spawnSync(process.execPath, [anyhookProgram, 'run', '--host', 'claude-code', '--trust-project'], {
    cwd: project,
    env,
    input,
    encoding: 'utf8',
  });
  console.log(cold.stdout);
} finally {
  engine.kill('SIGKILL');
  spawnSync('umount', ['-l', home]);
  rmSync(root, { recursive: true, force: true });
}
