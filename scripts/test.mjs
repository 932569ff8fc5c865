// Lint, types, build, then the *.test.ts files with Node's own runner. Words narrow it: `npm test -- engine hook-md`.
// `--slow` runs the *.slow.test.ts files, which start many programs and take minutes: `npm run test:slow`. `--ui` runs
// those of the page, in a real browser: `npm run test:ui`.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { compiledTests, compileTests, sourceFile } from './compile-tests.mjs';
import { packageNames, product } from './doors.mjs';
import { makeSources } from './make-sources.mjs';

/** If more files fail, it is not chance, so they are not run again. */
const maxAgain = 5;
const isSlowRun = process.argv.includes('--slow');
const isUiRun = process.argv.includes('--ui');
const wanted = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const isSlow = (file) => file.endsWith('.slow.test.ts');
const files = ['examples', ...[product, ...packageNames].map((name) => `packages/${name}`)]
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter(
    (entry) => entry.isFile() && entry.name.endsWith('.test.ts') && entry.parentPath.includes('/test-ui') === isUiRun,
  )
  .map((entry) => `${entry.parentPath}/${entry.name}`)
  .filter((file) => (wanted.length === 0 ? isSlow(file) === isSlowRun : wanted.some((word) => file.includes(word))))
  .sort();

// A few files start sooner with a compiler in their process, and slow ones load plugins in TypeScript.
const isCompiled = wanted.length === 0 && !isSlowRun && !isUiRun;
const npx = (...words) => step('npx', '--no-install', ...words);
const build = () => step('node', 'scripts/build.mjs');
makeSources();
await Promise.all(isCompiled ? [npx('biome', 'check', '.'), build().then(checkTypes), compileTests()] : [build()]);

const tests = isCompiled ? compiledTests(files) : files;
// npm puts our own tools on PATH, and hooks under test would find them.
const PATH = (process.env.PATH ?? '')
  .split(':')
  .filter((folder) => !folder.endsWith('node_modules/.bin'))
  .join(':');
const failedList = '.cache/failed-tests.txt';
mkdirSync('.cache', { recursive: true });
const concurrency = isUiRun ? 1 : isSlowRun ? 3 : 4;
const failed = run(tests, concurrency);
if (failed.length === 0) process.exit(0);
if (failed.length > maxAgain) process.exit(1);
// Timing may fail a test on a busy machine: run each failed file again, alone, and report it.
console.log(`\nonce more, one at a time: ${failed.join(', ')}`);
const broken = run(failed, 1);
console.log(broken.length === 0 ? `flaky: ${failed.join(', ')}` : `failed twice: ${broken.join(', ')}`);
process.exit(broken.length === 0 ? 0 : 1);

/** Tests of frameworks use the types that the build has written. */
async function checkTypes() {
  await npx('tsc', '--noEmit');
  await npx('tsc', '--noEmit', '-p', 'packages/anyhook/page');
}

/** Runs a command and prints its output when it ends; a failure ends the run. */
async function step(command, ...args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk));
  const code = await new Promise((resolve) => child.on('close', resolve));
  process.stdout.write(Buffer.concat(chunks));
  if (code !== 0) process.exit(code ?? 1);
}

/** Runs test files, compiled or not; returns the sources of those with failures. */
function run(tests, concurrency) {
  const to = (reporter, destination) => ['--test-reporter', reporter, '--test-reporter-destination', destination];
  const { status } = spawnSync(
    'node',
    [
      ...(tests.every((file) => file.endsWith('.js')) ? [] : ['--import', 'tsx']),
      '--test',
      '--test-timeout',
      String(isUiRun ? 600_000 : isSlowRun ? 1_800_000 : 900_000),
      '--test-concurrency',
      String(concurrency),
      ...to('./scripts/test-report.mjs', 'stdout'),
      ...to('./scripts/failed-files.mjs', failedList),
      ...tests,
    ],
    { stdio: 'inherit', env: { ...process.env, PATH } },
  );
  if (status === 0) return [];
  const failures = readFileSync(failedList, 'utf8').split('\n').filter(Boolean);
  return [...new Set(failures.length > 0 ? failures.map(sourceFile) : tests)];
}
