// `npm run fleet:sim`: installs the hub's dependencies, builds it, and runs the simulator with Node 22 or newer.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findNode } from './servers.mjs';

const cwd = fileURLToPath(new URL('..', import.meta.url));
const { program, reason } = findNode();
if (!program) {
  console.log(`skipped: the hub needs Node 22 or newer, which is not available: ${reason}`);
  process.exit(0);
}
const run = (command, args) => {
  const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};
if (!existsSync(`${cwd}/node_modules/@nats-io`)) run('npm', ['ci']);
run(process.execPath, ['build.mjs']);
run(program, ['dist/fleet-sim.js', ...process.argv.slice(2)]);
