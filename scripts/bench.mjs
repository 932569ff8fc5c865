// Bundles the benches as the package itself is bundled, and runs them: `npm run bench [-- dispatch start load command
// journal redact tasks routing frameworks guard undo spare fleet ui resident]`. `--write` stores the results of spare,
// fleet and of the resident engine; `--flow <folder>` also times Flow Agents' adapter.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';

const built = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
// One by one, because code that two of them share would be in a file that runs the other.
for (const name of ['run', 'resident', 'timer-process']) {
  const bundle = await rolldown({
    input: `packages/anyhook/bench/${name}.ts`,
    platform: 'node',
    external: ['libsql', 'playwright-core'],
    resolve: { mainFields: ['module', 'main'] },
  });
  await bundle.write({ dir: '.cache/bench', format: 'esm' });
}
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, flow: { type: 'string' } },
});
const all = [
  'dispatch',
  'start',
  'load',
  'command',
  'journal',
  'redact',
  'tasks',
  'routing',
  'frameworks',
  'guard',
  'undo',
  'spare',
  'fleet',
  'ui',
  'resident',
];
// Each in a separate process: leftover memory of one must not slow down the next.
const results = (positionals.length > 0 ? positionals : all).map((name) =>
  name === 'resident' ? resident() : bench(name),
);
process.exit(results.every((status) => status === 0) ? 0 : 1);

function bench(name) {
  const kept = {
    spare: 'packages/anyhook/bench/measured-spares.json',
    fleet: 'packages/anyhook/bench/measured-fleet.json',
  }[name];
  const file = values.write && kept ? [kept] : [];
  return spawnSync(process.execPath, ['.cache/bench/run.js', name, ...file], { stdio: 'inherit' }).status;
}

/** The time that an agent waits; a separate program, because it prints and stores more. */
function resident() {
  const args = ['.cache/bench/resident.js', ...(values.flow ? ['--flow', values.flow] : [])];
  return spawnSync(process.execPath, [...args, ...(values.write ? ['--write'] : [])], { stdio: 'inherit' }).status;
}
