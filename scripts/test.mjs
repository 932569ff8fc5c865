// Lint, types, build, then every *.test.ts with Node's own runner. Arguments narrow it: `npm test -- engine hook-md`.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';

const wanted = process.argv.slice(2);
const files = ['src', 'test', 'examples']
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
  .map((entry) => `${entry.parentPath}/${entry.name}`)
  .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)))
  .sort();

const step = (command, args, env = process.env) => {
  const { status } = spawnSync(command, args, { stdio: 'inherit', env });
  if (status !== 0) process.exit(status ?? 1);
};

if (wanted.length === 0) {
  step('npx', ['--no-install', 'biome', 'check', '.']);
  step('npx', ['--no-install', 'tsc', '--noEmit']);
}
step('node', ['scripts/build.mjs']);

// Tests of pure code share a process: starting one for each file would take longer than the tests.
const isPure = (file) => /^src\/(core|engine|dialects|hosts)\//.test(file);
const together = wanted.length === 0 ? files.filter(isPure) : [];
const apart = files.filter((file) => !together.includes(file));
if (together.length > 0) {
  mkdirSync('.cache/test', { recursive: true });
  writeFileSync(
    '.cache/test/pure.test.ts',
    together.map((file) => `import '../../${file.replace(/\.ts$/, '.js')}';\n`).join(''),
  );
  apart.push('.cache/test/pure.test.ts');
}
// npm puts our own tools on the PATH, where hooks under test would find them.
const PATH = (process.env.PATH ?? '')
  .split(':')
  .filter((folder) => !folder.endsWith('node_modules/.bin'))
  .join(':');
const options = ['--test', '--test-concurrency', '3', '--test-reporter', 'spec'];
step('node', ['--import', 'tsx', ...options, ...apart], { ...process.env, PATH });
