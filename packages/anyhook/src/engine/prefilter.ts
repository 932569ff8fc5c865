import { foldedName, foldsNames, type Match, type Pattern, thisSystem } from '@anyhook/core';
import { wordList } from './pattern.js';
import { requiredTexts } from './required-texts.js';

/** Nearly every text contains shorter needles, so searching for them does not pay. */
const minNeedleLength = 3;

/** Texts of which the input or a path must have one for the hook to match; undefined if it must always be tested. */
export function needlesOf({ input, paths }: Match, system = thisSystem): readonly string[] | undefined {
  if (input) return patternNeedles(input);
  return paths && longEnough(paths.map((glob) => globNeedle(foldsNames(system) ? foldedName(glob) : glob)));
}

/** Finds which of many needles are in a text, in one pass (Aho-Corasick automaton). */
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
  if (words) return longEnough(words);
  const choices = requiredTexts(source);
  return choices && longEnough(choices);
}

/** One needle per choice; undefined if a choice has none worth searching for. */
const longEnough = (needles: readonly string[]): readonly string[] | undefined =>
  needles.every((text) => text.length >= minNeedleLength) ? needles : undefined;

/** The longest plain run of a glob inside one folder name, before any list of choices. */
function globNeedle(glob: string): string {
  const before = glob.split(/[{[]/)[0] as string;
  if (!/^[\w .\-/*?@#+~=]*$/.test(before) || /[!\\]/.test(glob) || mayClimb(glob)) return '';
  return before.split(/[*?/]+/).reduce((best, run) => (run.length > best.length ? run : best), '');
}

/** Whether the glob could have a part `..`, also from braces, which removes the part before it. */
const mayClimb = (glob: string): boolean => /(?<![^./{},[\]])\.(?![^./{},[\]])/.test(glob);
