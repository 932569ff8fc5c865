import type { Match, Pattern } from '../core/hook.js';
import { wordList } from './pattern.js';

/** Shorter needles are in nearly every text, so searching for them does not pay. */
const minNeedleLength = 3;

/**
 * Texts of which at least one must be in the input (or in one of its paths) for the hook to match. Undefined if there
 * are no such texts, so the hook must always be tested.
 */
export function needlesOf({ input, paths }: Match): readonly string[] | undefined {
  if (input) return patternNeedles(input);
  return paths && needlesForAll(paths, globNeedle);
}

/** Finds in one pass over a text which of many needles are in it (Aho-Corasick automaton). */
export function createNeedleFinder(
  needles: readonly { readonly text: string; readonly value: number }[],
): NeedleFinder {
  const nodes: TrieNode[] = [newNode()];
  for (const { text, value } of needles) insertNeedle(nodes, text, value);
  linkSuffixes(nodes);
  return (text, found) => {
    let state = 0;
    for (let i = 0; i < text.length; i++) {
      state = nextNode(nodes, state, text.charCodeAt(i));
      for (let hit = state; hit !== 0; hit = (nodes[hit] as TrieNode).shorterHit) {
        for (const value of (nodes[hit] as TrieNode).values) found.add(value);
      }
    }
  };
}

/** Adds the values of all needles that are in the text. */
export type NeedleFinder = (text: string, found: Set<number>) => void;

interface TrieNode {
  readonly next: Map<number, number>;
  readonly values: number[];
  /** Node of the longest proper suffix that is a prefix of some needle. */
  suffix: number;
  /** Nearest node along the suffixes where a needle ends; 0 for none. */
  shorterHit: number;
}

const newNode = (): TrieNode => ({ next: new Map(), values: [], suffix: 0, shorterHit: 0 });

function insertNeedle(nodes: TrieNode[], text: string, value: number): void {
  let state = 0;
  for (let i = 0; i < text.length; i++) {
    const { next } = nodes[state] as TrieNode;
    const code = text.charCodeAt(i);
    let to = next.get(code);
    if (to === undefined) {
      to = nodes.push(newNode()) - 1;
      next.set(code, to);
    }
    state = to;
  }
  (nodes[state] as TrieNode).values.push(value);
}

/** Sets the suffix links, nearest to the root first. */
function linkSuffixes(nodes: TrieNode[]): void {
  const queue = [...(nodes[0] as TrieNode).next.values()];
  for (let i = 0; i < queue.length; i++) {
    const node = nodes[queue[i] as number] as TrieNode;
    for (const [code, to] of node.next) {
      const child = nodes[to] as TrieNode;
      child.suffix = nextNode(nodes, node.suffix, code);
      const suffix = nodes[child.suffix] as TrieNode;
      child.shorterHit = suffix.values.length > 0 ? child.suffix : suffix.shorterHit;
      queue.push(to);
    }
  }
}

function nextNode(nodes: readonly TrieNode[], from: number, code: number): number {
  let state = from;
  for (;;) {
    const node = nodes[state] as TrieNode;
    const to = node.next.get(code);
    if (to !== undefined) return to;
    if (state === 0) return 0;
    state = node.suffix;
  }
}

function patternNeedles({ source }: Pattern): readonly string[] | undefined {
  const words = wordList(source);
  if (words) return needlesForAll(words, (word) => word);
  // Flags and lookarounds change what the letters mean; so do escapes, except classes and boundaries.
  if (source.includes('(?') || /\\[^dDwWsSbBnrtfv\W_]/.test(source)) return undefined;
  return needlesForAll(branches(source), longestLiteral);
}

/** One needle per choice; undefined if a choice has none. */
function needlesForAll(choices: readonly string[], needle: (choice: string) => string): readonly string[] | undefined {
  const needles = choices.map(needle);
  return needles.every((text) => text.length >= minNeedleLength) ? needles : undefined;
}

/** The alternatives of a pattern outside its groups. */
function branches(source: string): readonly string[] {
  const out: string[] = [''];
  for (const token of tokens(source)) {
    if (token === '|') out.push('');
    else out[out.length - 1] += token;
  }
  return out;
}

/** The longest text that every match of a branch contains. */
function longestLiteral(branch: string): string {
  let best = '';
  let run = '';
  const endRun = () => {
    if (run.length > best.length) best = run;
    run = '';
  };
  for (const token of tokens(branch)) {
    const literal = literalOf(token);
    if (literal !== undefined) run += literal;
    else {
      // A quantifier that allows zero removes the character before it.
      if (/^[?*{]/.test(token)) run = run.slice(0, -1);
      endRun();
    }
  }
  endRun();
  return best;
}

function literalOf(token: string): string | undefined {
  if (token.length === 1) return /[.^$?*+|]/.test(token) ? undefined : token;
  // An escaped letter or digit is a class or a reference; an escaped sign is the sign.
  return token.length === 2 && token.startsWith('\\') && !/[A-Za-z0-9]/.test(token[1] as string) ? token[1] : undefined;
}

/** A pattern as tokens: an escape, a class, a group, a counted quantifier, or one character. */
function tokens(source: string): readonly string[] {
  const out: string[] = [];
  for (let i = 0; i < source.length; ) {
    const length = tokenLength(source, i);
    out.push(source.slice(i, i + length));
    i += length;
  }
  return out;
}

function tokenLength(source: string, at: number): number {
  switch (source[at]) {
    case '\\':
      return 2;
    case '[':
      return classLength(source, at);
    case '{': {
      const close = source.indexOf('}', at);
      return close === -1 ? 1 : close - at + 1;
    }
    case '(':
      return groupLength(source, at);
    default:
      return 1;
  }
}

function classLength(source: string, at: number): number {
  // A bracket right after the opening one is a member.
  let i = at + 1;
  if (source[i] === '^') i++;
  if (source[i] === ']') i++;
  while (i < source.length && source[i] !== ']') i += source[i] === '\\' ? 2 : 1;
  return Math.min(i + 1, source.length) - at;
}

function groupLength(source: string, at: number): number {
  let depth = 0;
  let i = at;
  while (i < source.length) {
    const char = source[i];
    if (char === '(') depth++;
    if (char === ')' && --depth === 0) return i + 1 - at;
    i += char === '\\' ? 2 : char === '[' ? classLength(source, i) : 1;
  }
  return source.length - at;
}

/** The longest plain run of a glob before anything that lists choices. */
function globNeedle(glob: string): string {
  if (/[!\\]/.test(glob)) return '';
  const runs = (glob.split(/[{[]/)[0] as string).split(/[*?]+/);
  return runs.reduce((best, run) => (run.length > best.length ? run : best), '');
}
