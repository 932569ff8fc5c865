// Compiles all TypeScript that tests load, file by file, into .cache/compiled. A test then starts in a third of the
// time: a compiler in its process would look up and read hundreds of files first.
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';
import { packageNames, product, throughDoors } from './doors.mjs';

const folders = [
  ...['examples', 'scripts', 'fuzz', 'e2e', 'site'],
  ...[product, ...packageNames].map((name) => `packages/${name}`),
];
const out = '.cache/compiled';

/** The file that a test or another source is compiled to. */
export const compiledFile = (source) => `${out}/${source.replace(/\.ts$/, '.js')}`;

/** The source of a compiled file, relative to the current folder; other paths are returned unchanged. */
export function sourceFile(file) {
  const path = relative(resolve(out), file);
  return path.startsWith('..') ? file : path.replace(/\.js$/, '.ts');
}

/**
 * Tests next to the code share a few processes, because one process per file would take longer than the tests. Those in
 * packages/anyhook/test/ have their own: some add rows to the tables of agents and formats.
 */
const groups = {
  pure: ['engine', 'formats', 'agents'],
  data: ['approvals', 'hooks', 'install', 'journal', 'redact', 'sessions', 'switches', 'telemetry', 'trust'],
  handlers: ['handlers', 'answer', 'api'],
};

function groupOf(file) {
  const [, name, folder = ''] = /^packages\/([^/]+)\/src\/(?:([^/]+)\/)?/.exec(file) ?? [];
  if (name !== product) return name;
  return Object.keys(groups).find((group) => groups[group].includes(folder)) ?? 'others';
}

/** The compiled files that run these tests. */
export function compiledTests(files) {
  const names = new Set(files.map(groupOf).filter(Boolean));
  return [
    ...[...names].map((name) => groupFile(name, files)),
    ...files.filter((file) => !groupOf(file)).map(compiledFile),
  ];
}

/** Writes the compiled file that runs the tests of a group; its name sorts first, because it takes longest. */
function groupFile(name, files) {
  const file = compiledFile(`.groups/${name}.test.ts`);
  mkdirSync(compiledFile('.groups'), { recursive: true });
  const imports = files
    .filter((one) => groupOf(one) === name)
    .map((one) => `import '../${one.replace(/\.ts$/, '.js')}';\n`);
  writeFileSync(file, imports.join(''));
  return file;
}

/**
 * Compiles everything again: that takes a second or two, and leaves no files of deleted sources. `root`: the folder
 * where the tests will run; it may be a folder of Windows.
 */
export async function compileTests(root = resolve()) {
  const isHere = root === resolve();
  const { join: joinAtRoot, dirname: dirnameAtRoot } = /^[a-z]:/i.test(root) ? win32 : posix;
  rmSync(out, { recursive: true, force: true });
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const folder of new Set(files.map(dirname))) mkdirSync(`${out}/${folder}`, { recursive: true });
  const places = (file) => {
    const path = joinAtRoot(root, file);
    const { href } = pathToFileURL(path, { windows: joinAtRoot === win32.join });
    return { path, folder: dirnameAtRoot(path), href };
  };
  await Promise.all(files.filter((file) => /(?<!\.d)\.ts$/.test(file)).map((file) => compile(file, places(file))));
  // Programs that tests import unchanged. A link leads to the original, so that its own imports still resolve.
  for (const file of files.filter((one) => /\.[cm]?js$/.test(one)))
    if (isHere) symlinkSync(resolve(file), `${out}/${file}`);
    else writeFileSync(`${out}/${file}`, forwardingText(file, places(file)));
}

/** A program that forwards to another one, where links are not possible. */
function forwardingText(file, { path, href }) {
  const isModule = !file.endsWith('.cjs') && /^export /m.test(readFileSync(file, 'utf8'));
  if (!isModule)
    return file.endsWith('.cjs')
      ? `module.exports = require(${JSON.stringify(path)});\n`
      : `import ${JSON.stringify(href)};\n`;
  const hasDefault = /^export default /m.test(readFileSync(file, 'utf8'));
  return `export * from ${JSON.stringify(href)};\n${hasDefault ? `export { default } from ${JSON.stringify(href)};\n` : ''}`;
}

/** `import.meta` of a compiled file refers to its source, because fixtures are next to it. */
async function compile(file, { path, folder, href }) {
  const specifier = (to) => `./${posix.relative(posix.dirname(file), to.replace(/ts$/, 'js'))}`;
  const { code } = await transform(throughDoors(readFileSync(file, 'utf8'), specifier), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcefile: path,
    define: {
      'import.meta.dirname': JSON.stringify(folder),
      'import.meta.filename': JSON.stringify(path),
      'import.meta.url': JSON.stringify(href),
    },
  });
  writeFileSync(compiledFile(file), code);
}
