import { hintFor, quoteValue } from '@anyhook/core';
import { type DestroyKind, destroyKinds } from '../effect.js';
import type { OperandType } from './shape.js';

const writeWays = ['over', 'append', 'edit', 'unpack'] as const;
const runCodes = ['remote', 'decoded', 'unknown'] as const;
const outputs = ['all', 'net', 'secret', 'records', 'decoded', 'unpacked', 'any', 'nothing', 'stdin'] as const;
const lossWords = ['discard', 'rewrite', 'forget'] as const;
const plainWords = ['publish', 'expose', 'grant', 'mount', 'system', 'persist', 'exhaust'] as const;

/** One part of a shape's right side. Names are those of the shape's typed operands. */
export type PackEffect =
  | { readonly do: 'delete' | 'permit'; readonly name: string; readonly recursive: boolean }
  | { readonly do: 'write'; readonly name: string; readonly how: (typeof writeWays)[number] }
  | { readonly do: 'move'; readonly from: string; readonly to: string }
  | { readonly do: 'read'; readonly name: string }
  | { readonly do: 'reveal'; readonly text: string }
  | { readonly do: 'send'; readonly what: string; readonly to: string | undefined }
  | { readonly do: 'run it' }
  | { readonly do: 'run file'; readonly name: string }
  | { readonly do: 'run'; readonly code: (typeof runCodes)[number] }
  | { readonly do: 'shell' }
  | { readonly do: (typeof lossWords)[number]; readonly text: string }
  | { readonly do: 'push'; readonly force: boolean; readonly deletes: boolean }
  | { readonly do: 'destroy'; readonly kind: DestroyKind; readonly text: string }
  | { readonly do: (typeof plainWords)[number]; readonly text: string }
  /** Without a name, the commands of `<ex>` or of the input; with one, those of a file. */
  | { readonly do: 'ex'; readonly file: string | undefined }
  /** Without a name, the SQL of `<sql>` or of the input; with one, that of a file. */
  | { readonly do: 'sql'; readonly file: string | undefined }
  | { readonly do: 'gives'; readonly what: (typeof outputs)[number] }
  /** The program prints text of this kind. */
  | { readonly do: 'gives text'; readonly text: string };

type OperandNames = ReadonlyMap<string, OperandType>;
type PartParser = (words: readonly string[], names: OperandNames) => PackEffect | string;

/** The typed operands that `run it` runs. */
export const runnableTypes: readonly OperandType[] = ['cmd', 'shell', 'code'];

const pathTypes: readonly OperandType[] = ['path', 'paths'];

const parsers: Readonly<Record<string, PartParser>> = {
  delete: parseTree('delete'),
  permit: parseTree('permit'),
  write: ([name = '', how = 'over', ...more], names) => {
    const way = writeWays.find((one) => one === how);
    if (way === undefined) return unknownWord('write', how, writeWays);
    return nameProblem('write', name, names, pathTypes) ?? tooMany('write', more) ?? { do: 'write', name, how: way };
  },
  move: ([from = '', to, target = '', ...more], names) => {
    if (to !== 'to') return 'expected "move A to B"';
    return (
      nameProblem('move', from, names, pathTypes) ??
      nameProblem('move', target, names, pathTypes) ??
      tooMany('move', more) ?? { do: 'move', from, to: target }
    );
  },
  read: ([name = '', ...more], names) =>
    nameProblem('read', name, names, pathTypes) ?? tooMany('read', more) ?? { do: 'read', name },
  reveal: (words) => needsText('reveal', words) ?? { do: 'reveal', text: words.join(' ') },
  send: ([what = '', to, host, ...more], names) => {
    const problem = what === 'stdin' || what === 'secret' ? undefined : nameProblem('send', what, names);
    if (to !== undefined && to !== 'to') return `expected "to" after "send ${what}", got ${quoteValue(to)}`;
    const hostProblem = to === undefined ? undefined : nameProblem('send … to', host ?? '', names);
    return problem ?? hostProblem ?? tooMany('send', more) ?? { do: 'send', what, to: host };
  },
  run: ([what = '', ...more], names) => {
    const code = runCodes.find((one) => one === what);
    if (more.length > 0) return tooMany('run', more) ?? '';
    if (code !== undefined) return { do: 'run', code };
    if (what !== 'it') return nameProblem('run', what, names, pathTypes) ?? { do: 'run file', name: what };
    const runnable = [...names.values()].some((type) => runnableTypes.includes(type));
    return runnable ? { do: 'run it' } : 'expected <cmd>, <shell> or <code …> in the shape of "run it"';
  },
  shell: ([over, ...more]) =>
    over === 'network' ? (tooMany('shell', more) ?? { do: 'shell' }) : 'expected "shell network"',
  push: (words) => {
    const bad = words.find((word) => word !== 'force' && word !== 'deletes');
    if (bad !== undefined) return unknownWord('push', bad, ['force', 'deletes']);
    return { do: 'push', force: words.includes('force'), deletes: words.includes('deletes') };
  },
  destroy: ([kind = '', ...text]) => {
    const known = destroyKinds.find((one) => one === kind);
    return known === undefined
      ? unknownWord('destroy', kind, destroyKinds)
      : { do: 'destroy', kind: known, text: text.join(' ') };
  },
  sql: ([file, ...more], names) =>
    (file === undefined ? undefined : nameProblem('sql', file, names, pathTypes)) ??
    tooMany('sql', more) ?? { do: 'sql', file },
  ex: ([file, ...more], names) =>
    (file === undefined ? undefined : nameProblem('ex', file, names, pathTypes)) ??
    tooMany('ex', more) ?? { do: 'ex', file },
  gives: ([what = '', ...more]) => {
    if (what === 'text') return needsText('gives text', more) ?? { do: 'gives text', text: more.join(' ') };
    const output = outputs.find((one) => one === what);
    return output === undefined
      ? unknownWord('gives', what, [...outputs, 'text'])
      : (tooMany('gives', more) ?? { do: 'gives', what: output });
  },
  ...Object.fromEntries(
    lossWords.map((word): [string, PartParser] => [
      word,
      (words) => needsText(word, words) ?? { do: word, text: words.join(' ') },
    ]),
  ),
  ...Object.fromEntries(
    plainWords.map((word): [string, PartParser] => [word, (words) => ({ do: word, text: words.join(' ') })]),
  ),
};

/** The valid first words of a right side. */
export const effectWords: readonly string[] = Object.keys(parsers);

/** Reads a right side, such as `delete old recursive, gives nothing`; a text is the problem with it. */
export function parseEffects(text: string, names: OperandNames): readonly PackEffect[] | string {
  const effects: PackEffect[] = [];
  for (const part of text.split(',')) {
    const [first = '', ...words] = part.trim().split(/ +/);
    const parse = Object.hasOwn(parsers, first) ? parsers[first] : undefined;
    if (parse === undefined) return `unknown effect ${quoteValue(first)}; ${hintFor(first, effectWords)}`;
    const effect = parse(words, names);
    if (typeof effect === 'string') return effect;
    effects.push(effect);
  }
  return effects;
}

function parseTree(what: 'delete' | 'permit'): PartParser {
  return ([name = '', recursive, ...more], names) => {
    if (recursive !== undefined && recursive !== 'recursive') return unknownWord(what, recursive, ['recursive']);
    const problem = nameProblem(what, name, names, pathTypes) ?? tooMany(what, more);
    return problem ?? { do: what, name, recursive: recursive !== undefined };
  };
}

function nameProblem(
  effect: string,
  name: string,
  names: OperandNames,
  types?: readonly OperandType[],
): string | undefined {
  const type = names.get(name);
  if (type !== undefined && (types === undefined || types.includes(type))) return undefined;
  const fitting = [...names].filter(([, one]) => types === undefined || types.includes(one)).map(([one]) => one);
  const expected = types === undefined ? 'a typed operand' : types.map((one) => `<${one}>`).join(' or ');
  const hint = fitting.length === 0 ? 'the shape has none' : hintFor(name, fitting);
  return `expected the name of ${expected} after "${effect}", got ${quoteValue(name)}; ${hint}`;
}

const unknownWord = (effect: string, word: string, known: readonly string[]): string =>
  `expected ${known.join(', ')} after "${effect}", got ${quoteValue(word)}; ${hintFor(word, known)}`;

const tooMany = (effect: string, words: readonly string[]): string | undefined =>
  words.length === 0 ? undefined : `expected nothing more after "${effect}", got ${quoteValue(words.join(' '))}`;

const needsText = (effect: string, words: readonly string[]): string | undefined =>
  words.length === 0 ? `expected a few words after "${effect}" that say what` : undefined;
