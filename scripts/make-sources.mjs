// Some sources are generated and not committed: the tables of the guard's packs, the content of YAML files next to the
// code, and the tested versions of agents. Whatever compiles or runs sources generates them first, by the build or by
// `node scripts/make-sources.mjs`.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataSources } from './data-sources.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (path) => join(root, path);

/** Writes changed files. */
export function makeSources() {
  makePackTables();
  makeTestedVersions();
  const read = (path) => readFileSync(inRoot(path), 'utf8');
  const list = (path) => (statSync(inRoot(path)).isDirectory() ? readdirSync(inRoot(path)).sort() : []);
  const yamlIn = (folder) =>
    readdirSync(inRoot(folder), { recursive: true })
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);
  for (const [file, text] of dataSources(read, list, yamlIn)) write(inRoot(file), text);
}

/** packages/guard/.cache/packs, from the YAML files of the packs. */
function makePackTables() {
  const writer = 'scripts/pack-tables.ts';
  const packs = inRoot('packages/guard/src/packs');
  const tables = inRoot('packages/guard/.cache/packs');
  const hash = createHash('sha256').update(readFileSync(inRoot(writer)));
  for (const name of readdirSync(packs).sort()) hash.update(name).update(readFileSync(join(packs, name)));
  const stamp = hash.digest('hex');
  if (textOf(`${tables}/.stamp`) === stamp) return;
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', writer, tables], { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(`${tables}/.stamp`, stamp);
}

/** packages/anyhook/.cache/tested-versions.ts, from e2e/versions.json: the agent versions of the end-to-end tests. */
function makeTestedVersions() {
  const file = inRoot('packages/anyhook/.cache/tested-versions.ts');
  const agents = Object.entries(JSON.parse(readFileSync(inRoot('e2e/versions.json'), 'utf8')));
  const versions = Object.fromEntries(agents.map(([agent, { version }]) => [agent, version]));
  const text = `export const testedVersions: Readonly<Record<string, string>> = ${JSON.stringify(versions, undefined, 2)};\n`;
  write(file, text);
}

function write(file, text) {
  if (textOf(file) === text) return;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : undefined);

if (process.argv[1] === fileURLToPath(import.meta.url)) makeSources();
