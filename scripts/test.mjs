// Lint, types, build, then the *.test.ts files with Node's own runner. Words narrow it: `npm test -- engine hook-md`.
// `--slow` runs the *.slow.test.ts files, which start many programs and take minutes: `npm run test:slow`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** If more files fail, it is not chance, so they are not run again. */
const maxAgain = 5;
const isSlowRun = process.argv.includes('--slow');
const wanted = process.argv.slice(2).filter((word) => word !== '--slow');
const isSlow = (file) => file.endsWith('.slow.test.ts');
const files = ['src', 'test', 'examples']
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
  .map((entry) => `${entry.parentPath}/${entry.name}`)
  .filter((file) => (wanted.length === 0 ? isSlow(file) === isSlowRun : wanted.some((word) => file.includes(word))))
  .sort();

const step = (command, args, env = process.env) => {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
};

if (wanted.length === 0 && !isSlowRun) {
  step('npx', ['--no-install', 'biome', 'check', '.']);
  step('npx', ['--no-install', 'tsc', '--noEmit']);
  step('npx', ['--no-install', 'tsc', '--noEmit', '-p', 'ui']);
}
step('node', ['scripts/build.mjs']);

// Tests that start no programs share a process: to start one per file would take longer than the tests.
const shared = {
  pure: /^src\/(?:core|engine|formats|agents)\//,
  guard: /^src\/guard\//,
  data: /^src\/(?:abilities|records|state|project|install)\//,
};
const groups = wanted.length > 0 || isSlowRun ? [] : Object.entries(shared);
const apart = files.filter((file) => !groups.some(([, group]) => group.test(file)));
for (const [name, group] of groups) {
  mkdirSync('.cache/test', { recursive: true });
  const imports = files
    .filter((file) => group.test(file))
    .map((file) => `import '../../${file.replace(/\.ts$/, '.js')}';\n`);
  writeFileSync(`.cache/test/${name}.test.ts`, imports.join(''));
  // The long ones first.
  apart.unshift(`.cache/test/${name}.test.ts`);
}
// npm puts our own tools on PATH, and hooks under test would find them.
const PATH = (process.env.PATH ?? '')
  .split(':')
  .filter((folder) => !folder.endsWith('node_modules/.bin'))
  .join(':');
const failedList = '.cache/failed-tests.txt';
mkdirSync('.cache', { recursive: true });
const failed = run(apart, 3);
if (failed.length === 0) process.exit(0);
if (failed.length > maxAgain) process.exit(1);
// On a busy machine timing may fail a test: run each failed file again, alone, and report it.
console.log(`\nonce more, one at a time: ${failed.join(', ')}`);
const broken = run(failed, 1);
console.log(broken.length === 0 ? `flaky: ${failed.join(', ')}` : `failed twice: ${broken.join(', ')}`);
process.exit(broken.length === 0 ? 0 : 1);

/** Runs test files; returns those with failures. */
function run(tests, concurrency) {
  const to = (reporter, destination) => ['--test-reporter', reporter, '--test-reporter-destination', destination];
  const { status } = spawnSync(
    'node',
    [
      '--import',
      'tsx',
      '--test',
      '--test-timeout',
      '900000',
      '--test-concurrency',
      String(concurrency),
      ...to('spec', 'stdout'),
      ...to('./scripts/failed-files.mjs', failedList),
      ...tests,
    ],
    { stdio: 'inherit', env: { ...process.env, PATH } },
  );
  if (status === 0) return [];
  const files = readFileSync(failedList, 'utf8').split('\n').filter(Boolean);
  return files.length > 0 ? files : tests;
}
