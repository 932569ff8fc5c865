// Lint, types, build, then every *.test.ts with Node's own runner. Arguments narrow it: `npm test -- engine hook-md`.
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

const wanted = process.argv.slice(2);
const files = ['src', 'test', 'examples']
  .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && entry.name.endsWith('.test.ts'))
  .map((entry) => `${entry.parentPath}/${entry.name}`)
  .filter((file) => wanted.length === 0 || wanted.some((word) => file.includes(word)))
  .sort();

const step = (command, args) => {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
};

if (wanted.length === 0) {
  step('npx', ['--no-install', 'biome', 'check', '.']);
  step('npx', ['--no-install', 'tsc', '--noEmit']);
}
step('node', ['scripts/build.mjs']);
step('node', ['--import', 'tsx', '--test', '--test-reporter', 'spec', ...files]);
