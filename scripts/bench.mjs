// Bundles the benches as the package itself is bundled, and runs them: `npm run bench [-- dispatch start command journal redact]`.
import { spawnSync } from 'node:child_process';
import { rolldown } from 'rolldown';

const built = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
const bundle = await rolldown({
  input: 'bench/run.ts',
  platform: 'node',
  external: ['libsql'],
  resolve: { mainFields: ['module', 'main'] },
});
await bundle.write({ dir: '.cache/bench', format: 'esm' });
const asked = process.argv.slice(2);
// Each in a process of its own: what one leaves in memory must not slow the next.
const results = (asked.length > 0 ? asked : ['dispatch', 'start', 'command', 'journal', 'redact']).map(
  (name) => spawnSync(process.execPath, ['.cache/bench/run.js', name], { stdio: 'inherit' }).status,
);
process.exit(results.every((status) => status === 0) ? 0 : 1);
