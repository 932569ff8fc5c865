import { secretRules } from '../../.cache/secret-rules.js';
import { findAssignment, secretWords } from './assignment.js';
import { createKeywordFinder, type Keyword, type KeywordFinder } from './keywords.js';
import { isPlaceholder, isSampleSecret } from './placeholder.js';
import type { SecretRule } from './rule.js';

export interface SecretSpan {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

interface RankedSpan extends SecretSpan {
  /** Of two spans that overlap, the one with the lower rank wins. */
  readonly rank: number;
}

interface RuleMatcher {
  readonly rank: number;
  readonly rule: SecretRule;
  /** Compiled when one of its keywords occurs for the first time: most never do. */
  sticky?: RegExp;
}

/** A secret that is recognized by its name only gives way to one with a known format. */
export const assignedKind = 'assigned-secret';
/** Found by a secretlint rule. */
export const lintedKind = 'secretlint';

const matchers = (): readonly Keyword<RuleMatcher | 'name'>[] => [
  ...secretRules.flatMap((rule, rank) => {
    const use: RuleMatcher = { rank, rule };
    const anyCase = rule.anyCase ?? false;
    return rule.keywords.map((word) => ({ word: anyCase ? word.toLowerCase() : word, anyCase, use }));
  }),
  ...secretWords.map((word) => ({ word, anyCase: true, use: 'name' as const })),
];
let finder: KeywordFinder<RuleMatcher | 'name'> | undefined;

/** Created for the first text: a start that scans none must not pay for it. */
const findKeywords: KeywordFinder<RuleMatcher | 'name'> = (text, found) => {
  finder ??= createKeywordFinder(matchers());
  finder(text, found);
};

/** Short texts without a secret: names of fields, folders and tools are in every record, and are scanned once. */
const cleanTexts = new Set<string>();
const maxCleanTexts = 2048;
const maxCleanLength = 128;
const noSpans: readonly RankedSpan[] = [];

/** The secrets of a text, from left to right, without overlaps. */
export function findSecrets(text: string): readonly SecretSpan[] {
  const isShort = text.length <= maxCleanLength;
  if (isShort && cleanTexts.has(text)) return noSpans;
  const plain = scanText(text);
  const disguised = disguisedSpans(text);
  if (plain.length > 0 || disguised.length > 0) return mergeSpans([...plain, ...disguised], redactionMarks(text));
  if (isShort) rememberClean(text);
  return noSpans;
}

function rememberClean(text: string): void {
  if (cleanTexts.size >= maxCleanTexts) cleanTexts.clear();
  cleanTexts.add(text);
}

/** Secrets that are written with invisible or full-width characters, or with escapes, as spans of the original text. */
function disguisedSpans(text: string): readonly RankedSpan[] {
  const folded = foldText(text);
  if (!folded) return noSpans;
  return scanText(folded.text).map((span) => ({
    ...span,
    start: folded.starts[span.start] ?? 0,
    end: folded.starts[span.end] ?? text.length,
  }));
}

function scanText(text: string): readonly RankedSpan[] {
  const spans: RankedSpan[] = [];
  let nameSearchStart = 0;
  findKeywords(text, (use, at) => {
    if (use !== 'name') {
      const span = matchAt(use, text, at);
      if (span) spans.push(span);
    } else if (at >= nameSearchStart) {
      const { next, start, end } = findAssignment(text, at);
      nameSearchStart = next;
      if (end > start) spans.push({ start, end, kind: assignedKind, rank: secretRules.length });
    }
  });
  return spans;
}

function matchAt(matcher: RuleMatcher, text: string, at: number): RankedSpan | undefined {
  const { rule, rank } = matcher;
  const from = rule.lead ? stepBack(text, at, rule.lead.chars, rule.lead.maxLength) : at;
  if (!rule.anywhere && !isWordStart(text, from)) return undefined;
  matcher.sticky ??= new RegExp(rule.regex.source, `${rule.regex.flags.replace(/[gy]/g, '')}y`);
  const { sticky } = matcher;
  sticky.lastIndex = from;
  const match = sticky.exec(text);
  if (!match) return undefined;
  if (rule.near && !isNear(text, from, rule.near)) return undefined;
  if (rule.command && !isCommand(text, from, rule.command)) return undefined;
  const secret = match[1] ?? match[0];
  if (!rule.neverPlaceholder && (isPlaceholder(secret) || (!rule.check && isSampleSecret(secret)))) return undefined;
  if (rule.check && !rule.check(secret)) return undefined;
  const end = from + match[0].length;
  return { start: end - secret.length, end, kind: rule.id, rank };
}

function stepBack(text: string, at: number, chars: string, maxLength: number): number {
  let from = at;
  while (from > 0 && at - from < maxLength && chars.includes(text.charAt(from - 1))) from--;
  return from;
}

/** Whether a word starts here; an escape of JSON, a URL or a terminal before it does not count. */
function isWordStart(text: string, at: number): boolean {
  if (at === 0 || !isWordCode(text.charCodeAt(at - 1))) return true;
  return escapeBefore.test(text.slice(Math.max(0, at - 12), at));
}

const escapeBefore = /(?:\\[abfnrtv0]|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|%[0-9a-fA-F]{2}|\[[0-9;]{0,8}[A-Za-z])$/;

const isWordCode = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || code === 95 || (code >= 97 && code <= 122);

const maxBefore = 400;

function isNear(text: string, at: number, words: readonly string[]): boolean {
  const before = text.slice(Math.max(0, at - maxBefore), at).toLowerCase();
  return words.some((word) => before.includes(word));
}

/** Like isNear, but only back to the start of the shell command; continued lines belong to it. */
function isCommand(text: string, at: number, words: readonly string[]): boolean {
  const before = text.slice(Math.max(0, at - maxBefore), at).toLowerCase();
  const parts = before.replace(/\\{1,2}\r?(?:\n|n)/g, ' ').split(/[;|&\n]/);
  return words.some((word) => parts.at(-1)?.includes(word));
}

const ids = new Set(secretRules.map(({ id }) => id));
const markPattern = /\[redacted:([a-z0-9-]{1,40}):[0-9a-f]{10}\]/g;

/** The marks that a text already contains: what they cover is no longer a secret. */
export function redactionMarks(text: string): readonly SecretSpan[] {
  return [...text.matchAll(markPattern)]
    .filter(([, kind = '']) => kind === assignedKind || kind === lintedKind || ids.has(kind))
    .map((match) => ({ start: match.index, end: match.index + match[0].length, kind: match[1] ?? '' }));
}

/** Merges overlapping spans into one of the best known kind, without the marks inside. */
function mergeSpans(spans: readonly RankedSpan[], marks: readonly SecretSpan[]): readonly SecretSpan[] {
  const sorted = [...spans].sort((a, b) => a.start - b.start || b.end - a.end);
  const result: RankedSpan[] = [];
  for (const span of sorted) {
    const last = result.at(-1);
    if (!last || span.start >= last.end) result.push(span);
    else {
      const { kind, rank } = span.rank < last.rank ? span : last;
      result[result.length - 1] = { start: last.start, end: Math.max(last.end, span.end), kind, rank };
    }
  }
  return marks.length === 0 ? result : spansOutsideMarks(result, marks);
}

/** The parts of spans outside of marks; both lists are sorted. */
function spansOutsideMarks(spans: readonly SecretSpan[], marks: readonly SecretSpan[]): readonly SecretSpan[] {
  const result: SecretSpan[] = [];
  let next = 0;
  for (const span of spans) {
    let { start } = span;
    while (next < marks.length && (marks[next]?.end ?? 0) <= start) next++;
    for (let mark = marks[next]; mark && mark.start < span.end; mark = marks[++next]) {
      result.push({ ...span, start, end: mark.start });
      start = mark.end;
      if (mark.end >= span.end) break;
    }
    result.push({ ...span, start });
  }
  // A separator between two marks is not a secret.
  return result.filter(({ start, end }) => end - start > 3);
}

/** A text without disguises, and the original position of each character. */
interface FoldedText {
  readonly text: string;
  /** The original start of each character; one more for the end. */
  readonly starts: readonly number[];
}

/** Invisible characters, full-width forms, and ASCII written as `%5F` or `\u005f`. */
const disguises =
  /[\u00ad\u180e\u200b-\u200c\u200e-\u200f\u202a-\u202e\u2060-\u2069\ufeff\uff01-\uff5e]|\u034f|\u200d|[\ufe00-\ufe0f]|%[2-7][0-9A-Fa-f]|\\u00[2-7][0-9A-Fa-f]/;
const disguise = new RegExp(disguises.source, 'g');
/** A longer text is not unfolded: disguises are typed by hand, or come from short texts. */
const maxFolded = 256 * 1024;

/** The text as a reader or a receiver interprets it; undefined if it has no disguise. */
function foldText(text: string): FoldedText | undefined {
  if (text.length > maxFolded || !disguises.test(text)) return undefined;
  const starts: number[] = [];
  let folded = '';
  let done = 0;
  const keep = (end: number) => {
    for (let i = done; i < end; i++) starts.push(i);
    folded += text.slice(done, end);
  };
  for (const { 0: chars, index } of text.matchAll(disguise)) {
    keep(index);
    const meant = meaningOf(chars);
    if (meant !== '') starts.push(index);
    folded += meant;
    done = index + chars.length;
  }
  keep(text.length);
  starts.push(text.length);
  return { text: folded, starts };
}

function meaningOf(chars: string): string {
  if (chars.length > 1) return String.fromCharCode(Number.parseInt(chars.slice(-2), 16));
  const code = chars.charCodeAt(0);
  return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : '';
}
