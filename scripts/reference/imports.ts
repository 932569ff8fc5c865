import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** One import of a source file. */
export interface SourceImport {
  /** Path below src/. */
  readonly from: string;
  /** Path below src/ with .ts, or a package name. */
  readonly to: string;
  readonly kind: 'static' | 'lazy' | 'type';
}

/** The source files below src/, without tests, with their texts. */
export function sourceFiles(): ReadonlyMap<string, string> {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => name.replaceAll('\\', '/'))
    .sort();
  return new Map(names.map((name) => [name, readFileSync(join('src', name), 'utf8')]));
}

/** The imports of one file, without comments. */
export function importsIn(from: string, text: string): readonly SourceImport[] {
  const code = withoutComments(text);
  const statics = code.matchAll(/^\s*(?:import|export)\s+(?:([^;'"]*?)\s+from\s+)?['"]([^'"]+)['"]/gm);
  const lazies = code.matchAll(/\bimport\(\s*['"]([^'"]+)['"]\s*\)/g);
  return [
    ...[...statics].map(([, names = '', path = '']): SourceImport => {
      return { from, to: target(from, path), kind: isTypeOnly(names) ? 'type' : 'static' };
    }),
    ...[...lazies].map(([, path = '']): SourceImport => ({ from, to: target(from, path), kind: 'lazy' })),
  ];
}

export const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

/** The folder of src/ that contains a file. A file directly in src/, such as `index.ts`, counts as a folder. */
export const folderOf = (file: string): string => file.split('/')[0] as string;

function isTypeOnly(names: string): boolean {
  if (/^type\b/.test(names)) return true;
  const listed = /^\{([^}]*)\}$/.exec(names)?.[1]?.split(',') ?? [];
  const named = listed.map((name) => name.trim()).filter((name) => name !== '');
  return named.length > 0 && named.every((name) => name.startsWith('type '));
}

function target(from: string, path: string): string {
  return path.startsWith('.') ? normalize(join(dirname(from), path)).replace(/\.js$/, '.ts') : path;
}
