// Runs the tests with Node 22 or newer and real NATS servers; `npm test -- hub` narrows it. Tests with missing
// requirements are skipped with a reason.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { findNode } from './servers.mjs';

const { program, reason } = findNode();
if (!program) {
  console.log(`skipped: the hub needs Node 22 or newer, which is not available: ${reason}`);
  process.exit(0);
}
const words = process.argv.slice(2);
const files = readdirSync(fileURLToPath(new URL('../test', import.meta.url)))
  .filter((name) => name.endsWith('.test.ts') && (words.length === 0 || words.some((word) => name.includes(word))))
  .map((name) => `test/${name}`);
const { status } = spawnSync(program, ['--import', 'tsx', '--test', '--test-timeout', '300000', ...files], {
  cwd: fileURLToPath(new URL('..', import.meta.url)),
  stdio: 'inherit',
});
process.exit(status ?? 1);
