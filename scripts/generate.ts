// Writes docs/reference and schemas from the tables in code. `--check` only reports what is out of date.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { generatedFiles } from './reference/index.js';

const check = process.argv.includes('--check');
const old: string[] = [];
for (const [path, text] of await generatedFiles()) {
  if (read(path) === text) continue;
  old.push(path);
  if (check) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
if (check && old.length > 0) {
  console.error(`out of date: ${old.join(', ')}\nrun "npm run generate" and commit the result`);
  process.exitCode = 1;
} else console.log(old.length === 0 ? 'all generated files are up to date' : `wrote ${old.join(', ')}`);

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
