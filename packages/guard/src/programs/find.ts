import { withoutTrailing } from '@anyhook/core';
import { byName, fdValues, narrowing, withWord } from '../../.cache/programs/find.js';
import { type Call, type Program, programTable } from '../machine.js';
import { readWords } from '../packs/options.js';
import { marks, type Value } from '../value.js';
import { foundName } from './kit.js';

/** Tests with an argument. */
const testsWithWord = new Set(withWord);
const nameTests = new Set(byName);
/** Tests that select files by something other than their names. */
const narrowingTests = new Set(narrowing);

interface FindAction {
  readonly kind: 'delete' | 'run' | 'write';
  readonly argv: readonly Value[];
}

interface FindExpression {
  readonly roots: readonly Value[];
  readonly words: readonly Value[];
  readonly actions: readonly FindAction[];
}

/** Deletes, runs and prints the files that it finds: the folder itself, or names in it. */
const find: Program = (call, machine) => {
  const { roots, words, actions } = readExpression(call);
  const found = foundPaths(roots, words);
  let printed = '';
  for (const { kind, argv } of actions) {
    if (kind === 'delete')
      for (const path of found) machine.note({ do: 'delete', at: machine.place(path), recursive: true });
    else if (kind === 'write') machine.write(argv[0] ?? '', 'over');
    else
      for (const path of found)
        printed += machine.run(
          argv.map((word) => word.split('{}').join(path)),
          { via: 'find -exec' },
        );
  }
  return `${found.join('\n')}\n${printed}`;
};

function readExpression(call: Call): FindExpression {
  const given = call.argv.slice(1);
  let at = 0;
  while (/^-(?:[HLP]|O\d|D)$/.test(given[at] ?? '')) at += given[at] === '-D' ? 2 : 1;
  const roots: Value[] = [];
  while (at < given.length && !/^(?:-[A-Za-z]|[!(),]$)/.test(given[at] ?? '')) roots.push(given[at++] as Value);
  const words: Value[] = [];
  const actions: FindAction[] = [];
  for (; at < given.length; at++) {
    const word = given[at] as Value;
    if (/^-(?:exec|ok)(?:dir)?$/.test(word)) {
      const end = commandEnd(given, at + 1);
      actions.push({ kind: 'run', argv: given.slice(at + 1, end) });
      words.push('-exec');
      at = end;
    } else if (word === '-delete') {
      actions.push({ kind: 'delete', argv: [] });
      words.push(word);
    } else if (/^-(?:fprint0?|fls|fprintf)$/.test(word)) {
      actions.push({ kind: 'write', argv: [given[at + 1] ?? ''] });
      at += word === '-fprintf' ? 2 : 1;
    } else {
      words.push(word);
      if (testsWithWord.has(word) && at + 1 < given.length) words.push(given[++at] as Value);
    }
  }
  return { roots: roots.length > 0 ? roots : ['.'], words, actions };
}

/** The `;` or `+` that ends the command of `-exec`. */
function commandEnd(given: readonly Value[], from: number): number {
  for (let at = from; at < given.length; at++)
    if (given[at] === ';' || (given[at] === '+' && given[at - 1] === '{}')) return at;
  return given.length;
}

/** The files that it finds: if every alternative has names, only these; else everything below the roots. */
function foundPaths(roots: readonly Value[], words: readonly Value[]): readonly Value[] {
  const names: Value[] = [];
  let isOpen = false;
  const parts = alternatives(words);
  for (const part of parts) {
    // `-name x -prune -o …` excludes x; `-name x -prune -exec …` acts on it and only does not descend into it.
    const acts = part.includes('-exec') || part.includes('-delete') || parts.length === 1;
    if (part.includes('-prune') && !acts) continue;
    const own = narrowNames(part);
    if (own.length === 0) isOpen = true;
    names.push(...own);
  }
  if (isOpen || names.length === 0) return roots;
  return roots.flatMap((root) =>
    names.map((name) => (name.startsWith('/') ? name : `${withoutTrailing(root, '/')}/${name}`)),
  );
}

function alternatives(words: readonly Value[]): readonly (readonly Value[])[] {
  const parts: Value[][] = [[]];
  for (const word of words) {
    if (word === '-o' || word === '-or' || word === ',') parts.push([]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

/** The names to which the tests of an alternative limit it; none if they do not. */
function narrowNames(part: readonly Value[]): readonly Value[] {
  const names: Value[] = [];
  for (let at = 0; at < part.length; at++) {
    const word = part[at] as Value;
    const isNegated = part[at - 1] === '!' || part[at - 1] === '-not';
    if (nameTests.has(word)) {
      const name = namedPath(part[at + 1] ?? '', word);
      if (!isNegated && name !== undefined) names.push(name);
      at++;
    } else if (narrowingTests.has(word) && !isNegated) names.push(foundName);
  }
  // All tests must hold, so one name is enough: a real one is better than an unknown one.
  const exact = names.find((name) => name !== foundName);
  return exact === undefined ? names.slice(0, 1) : [exact];
}

/** The pattern of a name test as a path below the root; undefined if it matches everything. */
function namedPath(pattern: Value, test: string): Value | undefined {
  if (/regex$/.test(test)) return /^\^?(?:\.\*)?[\w/\\.*-]{0,3}$/.test(pattern) ? undefined : foundName;
  const globbed = pattern
    .replaceAll('*', marks.star)
    .replaceAll('?', marks.one)
    .replace(/\[[^\][]{1,99}\]/g, marks.one);
  const name = globbed.replace(/^\.\//, '');
  const bare = name.replaceAll(marks.star, '').replaceAll('/', '').replaceAll('.', '');
  if (bare === '' && !/^\.[^.]?/.test(name.replace(marks.star, ''))) return undefined;
  // A path test may match at any depth.
  return /path|wholename/.test(test)
    ? name.startsWith('/')
      ? name
      : name.replace(new RegExp(`^${marks.star}/`), '').replace(/^\uE005/, marks.star)
    : name;
}

/** `fd pattern folder -x command`. */
const fd: Program = (call, machine) => {
  const words = call.argv.slice(1);
  const at = words.findIndex((word) => /^(?:-[xX]|--exec|--exec-batch)$/.test(word));
  const { options, operands } = readWords(at < 0 ? words : words.slice(0, at), { values: fdValues });
  const value = (...names: readonly string[]): Value | undefined =>
    options.find(({ name }) => names.includes(name))?.value;
  const [pattern = '', ...given] = operands;
  const searched = value('--search-path', '--base-directory');
  const roots = given.length > 0 ? given : [searched ?? '.'];
  const extension = value('-e', '--extension');
  const isNarrow = extension !== undefined || !/^[.*^$\uE005]{0,3}$/.test(pattern);
  const found = isNarrow
    ? roots.map((root) => `${withoutTrailing(root, '/')}/${foundName}${extension ? `.${extension}` : ''}`)
    : roots;
  if (at < 0) return `${found.join('\n')}\n`;
  const command = words.slice(at + 1).filter((word) => word !== ';');
  const hasPlace = command.some((word) => /\{[./]{0,2}\}/.test(word));
  return found
    .map((path) =>
      machine.run(hasPlace ? command.map((word) => word.replace(/\{[./]{0,2}\}/g, () => path)) : [...command, path], {
        via: 'fd -x',
      }),
    )
    .join('');
};

export const findPrograms = programTable({ 'find gfind bfs': find, 'fd fdfind': fd });
