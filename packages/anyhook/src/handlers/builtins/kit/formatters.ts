import { dirname, extname, join } from 'node:path';
import { listEntries, parseObject, readText } from '@anyhook/core';
import { ancestors } from './project-root.js';

export interface Formatter {
  readonly name: 'biome' | 'prettier' | 'ruff' | 'gofmt';
  /** Folder of its configuration: where it runs. */
  readonly root: string;
  /** Its configuration may name code that it loads. */
  readonly configIsCode: boolean;
}

export interface FormatterRun {
  readonly label: string;
  readonly args: readonly string[];
  /** Findings show only in the output, not in the exit code. */
  readonly printsFindings?: boolean;
}

const webEndings = ['.ts', '.tsx', '.js', '.jsx', '.json'];

export const formattedEndings: readonly string[] = [...webEndings, '.md', '.go', '.py'];

/** The formatter whose configuration is nearest to a file, not above its repository. */
export function formatterFor(path: string): Formatter | undefined {
  const ending = extname(path).toLowerCase();
  if (!formattedEndings.includes(ending)) return undefined;
  if (ending === '.go') return { name: 'gofmt', root: dirname(path), configIsCode: false };
  for (const root of ancestors(dirname(path))) {
    const names = new Set(listEntries(root).map(({ name }) => name));
    const name = ending === '.py' ? ruffIn(root, names) : (biomeIn(names, ending) ?? prettierIn(root, names));
    if (name) return { name, root, configIsCode: name === 'prettier' };
    if (names.has('.git')) return undefined;
  }
  return undefined;
}

/** The command that checks or fixes a file. */
export function formatterRuns(
  { name }: Pick<Formatter, 'name'>,
  path: string,
  mode: 'check' | 'fix',
): readonly FormatterRun[] {
  const fix = mode === 'fix';
  switch (name) {
    case 'biome':
      return [
        {
          label: 'biome',
          args: ['check', ...(fix ? ['--write'] : []), '--colors=off', '--no-errors-on-unmatched', path],
        },
      ];
    case 'prettier':
      return [{ label: 'prettier', args: [fix ? '--write' : '--check', '--ignore-unknown', '--no-color', path] }];
    case 'ruff':
      return [
        { label: 'ruff check', args: ['check', ...(fix ? ['--fix'] : []), '--force-exclude', '--quiet', path] },
        { label: 'ruff format', args: ['format', ...(fix ? [] : ['--check']), '--force-exclude', '--quiet', path] },
      ];
    case 'gofmt':
      return [{ label: 'gofmt', args: [fix ? '-w' : '-l', path], printsFindings: !fix }];
  }
}

function biomeIn(names: ReadonlySet<string>, ending: string): 'biome' | undefined {
  // Biome does not read Markdown.
  return ending !== '.md' && (names.has('biome.json') || names.has('biome.jsonc')) ? 'biome' : undefined;
}

function prettierIn(root: string, names: ReadonlySet<string>): 'prettier' | undefined {
  for (const name of names) if (/^(?:\.prettierrc|prettier\.config\.)/.test(name)) return 'prettier';
  return names.has('package.json') && hasPrettierKey(root) ? 'prettier' : undefined;
}

// The word may also name a dependency, which does not configure anything.
const hasPrettierKey = (root: string): boolean =>
  Object.hasOwn(parseObject(readText(join(root, 'package.json'))) ?? {}, 'prettier');

function ruffIn(root: string, names: ReadonlySet<string>): 'ruff' | undefined {
  if (names.has('ruff.toml') || names.has('.ruff.toml')) return 'ruff';
  const text = names.has('pyproject.toml') ? (readText(join(root, 'pyproject.toml')) ?? '') : '';
  return /^[ \t]*\[tool\.ruff[\].]/m.test(text) ? 'ruff' : undefined;
}
