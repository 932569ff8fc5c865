// Writes the types of a published package: only those that its entries reach.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { throughDoors } from './doors.mjs';

/** `config`: a tsconfig whose root is the repository. `entries`: files below `folder`. */
export function writeTypes({ config, folder, entries }) {
  const { status } = spawnSync('npx', ['--no-install', 'tsc', '-p', config, '--outDir', folder], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  const reached = new Set(entries.map((entry) => join(folder, entry)));
  for (const file of reached) {
    const text = forPrograms(file, behindDoors(file, folder));
    writeFileSync(file, text);
    for (const [, to] of text.matchAll(/['"](\.{1,2}\/[^'"]+)\.js['"]/g))
      reached.add(join(dirname(file), `${to}.d.ts`));
  }
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    if (entry.isFile() && !reached.has(file)) rmSync(file);
  }
}

/** Programs get the exports that the list of features passes on, but not its rows. */
const forPrograms = (file, text) =>
  file.endsWith('packages/anyhook/src/features.d.ts')
    ? text.match(/^export (?:type )?\{[^}]*\} from .*$/gm).join('\n')
    : text;

/** Our packages are in the bundle and cannot be imported by name. */
function behindDoors(file, folder) {
  const specifier = (to) => `./${relative(dirname(file), join(folder, to.replace(/\.ts$/, '.js')))}`;
  return throughDoors(readFileSync(file, 'utf8'), specifier);
}
