import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { packageNames, product, throughDoors } from '../doors.mjs';

/** One import of a source file. */
export interface SourceImport {
  /** The name of a file, as returned by `sourceFiles`. */
  readonly from: string;
  /** The name of a file, or of a package. */
  readonly to: string;
  readonly kind: 'static' | 'lazy' | 'type';
}

/** The folders with sources, each with the prefix of its file names: `guard/value.ts`, `platform/clock.ts`. */
const sourceFolders: Readonly<Record<string, string>> = {
  'packages/core/src/platform/': 'platform/',
  ...Object.fromEntries(packageNames.map((name) => [`packages/${name}/src/`, `${name}/`])),
  'packages/anyhook/src/': '',
};

/** The source files without tests and doors, with their texts, by name: those of the product start in its src/. */
export function sourceFiles(): ReadonlyMap<string, string> {
  const paths = [product, ...packageNames].flatMap((name) =>
    readdirSync(`packages/${name}/src`, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => `packages/${name}/src/${file.replaceAll('\\', '/')}`),
  );
  const files = paths
    .filter((path) => !isDoor(path))
    .map((path) => [nameOf(path), readFileSync(path, 'utf8')] as const);
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export const isDoor = (path: string): boolean => /^packages\/[a-z]+\/src\/index\.ts$/.test(path);

const nameOf = (path: string): string => {
  const [folder = '', front = ''] = Object.entries(sourceFolders).find(([one]) => path.startsWith(one)) ?? [];
  return front + path.slice(folder.length);
};

/** The path of a source file from its name. */
export const pathOf = (name: string): string => {
  const [folder = '', front = ''] = Object.entries(sourceFolders).find(([, one]) => name.startsWith(one)) ?? [];
  return folder + name.slice(front.length);
};

/** The imports of one file, without comments; imports of a door count as imports of the files behind it. */
export function importsIn(from: string, text: string): readonly SourceImport[] {
  const code = throughDoors(withoutComments(text), (file) => `./${file.replace(/ts$/, 'js')}`).replace(
    /; (?=import |export )/g,
    ';\n',
  );
  const statics = code.matchAll(/^\s*(?:import|export)\s+(?:([^;'"]*?)\s+from\s+)?['"]([^'"]+)['"]/gm);
  const lazies = code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g);
  return [
    ...[...statics].map(([text, names = '', path = '']): SourceImport => {
      // Exports that the list of features only passes on to programs are not loaded.
      const isPassedOn = from === 'features.ts' && /^\s*export/.test(text);
      return { from, to: target(from, path), kind: isTypeOnly(names) ? 'type' : isPassedOn ? 'lazy' : 'static' };
    }),
    ...[...lazies].map(([, path = '']): SourceImport => ({ from, to: target(from, path), kind: 'lazy' })),
  ];
}

export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/**
 * The folder of the product, or the package, that contains a file. A file directly in src/, such as `library.ts`,
 * counts as a folder, and so does the shared code of formats: agents have formats, and their table includes those.
 */
export const folderOf = (file: string): string => /^formats\/kit(?=\/)|^[^/]+/.exec(file)?.[0] ?? file;

function isTypeOnly(names: string): boolean {
  if (/^type\b/.test(names)) return true;
  const listed = /^\{([^}]*)\}$/.exec(names)?.[1]?.split(',') ?? [];
  const named = listed.map((name) => name.trim()).filter((name) => name !== '');
  return named.length > 0 && named.every((name) => name.startsWith('type '));
}

function target(from: string, path: string): string {
  if (path.startsWith('./packages/')) return nameOf(path.slice(2).replace(/\.js$/, '.ts'));
  return path.startsWith('.') ? nameOf(normalize(join(dirname(pathOf(from)), path)).replace(/\.js$/, '.ts')) : path;
}
