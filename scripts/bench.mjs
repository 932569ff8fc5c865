// Bundles the benches as the package itself is bundled, and runs them: `npm run bench [-- dispatch start load
// command journal redact tasks routing frameworks guard undo spare fleet ui resident]`. `--write` stores the results of spare, fleet and of the resident engine; `--flow
// <folder>` also times Flow Agents' adapter.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { rolldown } from 'rolldown';

const built = spawnSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
if (built.status !== 0) process.exit(1);
const bundle = await rolldown({
  input: 'packages/anyhook/bench/run.ts',
  platform: 'node',
  external: ['libsql', 'playwright-core'],
  resolve: { mainFields: ['module', 'main'] },
});
await bundle.write({ dir: '.cache/bench', format: 'esm' });
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

/** `anyhook engine bench` itself. */
function resident() {
  const args = ['packages/anyhook/bin/anyhook.cjs', 'bench', ...(values.flow ? ['--flow', values.flow] : [])];
  if (!values.write) return spawnSync(process.execPath, args, { stdio: 'inherit' }).status;
  const shown = spawnSync(process.execPath, [...args, '--json', '--svg', 'docs/assets/latency.svg'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
  });
  writeFileSync('packages/anyhook/bench/measured.json', shown.stdout);
  console.log(
    'wrote packages/anyhook/bench/measured.json and docs/assets/latency.svg; "npm run generate" writes the page',
  );
  return shown.status;
}
