// Compiles all TypeScript that tests load, file by file, into .cache/compiled. A test then starts in a third of the time:
// with a compiler in its process it would wait for hundreds of files to be looked up and read through that.
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'esbuild';

const folders = ['src', 'test', 'examples', 'scripts', 'fuzz', 'e2e', 'bench', 'site'];
const out = '.cache/compiled';

/** The file that a test or another source is compiled to. */
export const compiledFile = (source) => `${out}/${source.replace(/\.ts$/, '.js')}`;

/** The source of a compiled file, relative to the current folder; other paths stay as they are. */
export function sourceFile(file) {
  const path = relative(resolve(out), file);
  return path.startsWith('..') ? file : path.replace(/\.js$/, '.ts');
}

/** Compiles everything again: that takes a second or two, and nothing is left of files that are gone. */
export async function compileTests() {
  rmSync(out, { recursive: true, force: true });
  const files = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.includes('node_modules'))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  for (const folder of new Set(files.map(dirname))) mkdirSync(`${out}/${folder}`, { recursive: true });
  await Promise.all(files.filter((file) => /(?<!\.d)\.ts$/.test(file)).map(compile));
  // Programs that tests import as they are. A link leads to the original, whose own imports stay right.
  for (const file of files.filter((one) => /\.[cm]?js$/.test(one))) symlinkSync(resolve(file), `${out}/${file}`);
}

/** What a file takes from `import.meta` stays that of its source, beside which its fixtures are. */
async function compile(file) {
  const path = resolve(file);
  const { code } = await transform(readFileSync(file, 'utf8'), {
    loader: 'ts',
    format: 'esm',
    target: 'node20',
    sourcefile: path,
    define: {
      'import.meta.dirname': JSON.stringify(dirname(path)),
      'import.meta.filename': JSON.stringify(path),
      'import.meta.url': JSON.stringify(pathToFileURL(path).href),
    },
  });
  writeFileSync(compiledFile(file), code);
}
