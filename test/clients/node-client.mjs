// The Node client for tests: what it leaves undecided goes to a launcher, as the other clients do it by themselves.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';

const [launcher, program, host, ...rest] = process.argv.slice(2);
const { ask } = createRequire(import.meta.url)('../../dist/run/client.cjs');
const { args, read } = await ask(['--host', host, ...rest], program);
const { status } = spawnSync(launcher, args.slice(1), {
  stdio: [read ? 'pipe' : 'inherit', 'inherit', 'inherit'],
  ...(read && { input: read.bytes }),
});
process.exit(status ?? 1);
