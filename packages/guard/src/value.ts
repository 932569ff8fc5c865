/**
 * A text as a program would see it. Text that is unknown before the command runs is a mark, one private character: joining,
 * splitting and matching texts keep the marks, so they track where a text came from without a second structure.
 */
export type Value = string;

export const marks = {
  /** Unknown text: unset variables, output of unknown programs. */
  any: '\uE000',
  /** Text from the network. */
  net: '\uE001',
  secret: '\uE002',
  /** The result of decoding unknown text. */
  decoded: '\uE003',
  /** A list of everything of its kind, such as all containers. */
  all: '\uE004',
  /** An unquoted `*` (any text without a slash), or an extended glob. */
  star: '\uE005',
  /** An unquoted `?` or `[…]`: one character. */
  one: '\uE006',
  /** Variables of the environment as a list, which may include credentials. Sending it counts as sending a secret. */
  environment: '\uE007',
  /** Contents of a database: they may be shown, but sending them asks. */
  records: '\uE008',
  /** Endless text, such as /dev/zero; only programs that copy all of it keep the mark. */
  endless: '\uE009',
  /** Uncommitted changes, as `git diff` shows them. Reverting them with that text loses them. */
  uncommitted: '\uE00A',
  /** All files of the project, such as an archive of it: sending it to an unknown receiver asks. */
  project: '\uE00B',
} as const;

export type Mark = keyof typeof marks;

/** The marks for the source of a text; they pass through programs. */
export const sourceMarks = [
  ...[marks.any, marks.net, marks.secret, marks.decoded, marks.all],
  ...[marks.environment, marks.records, marks.uncommitted, marks.project],
] as const;

/** The marks from E010 on show which limit omitted a text; `left-out.ts` creates them. */
const markPattern = /[\uE000-\uE00B\uE010-\uE01F]/;
const markPatternAll = /[\uE000-\uE01F]/g;
const sourcePattern = /[\uE000-\uE004\uE007\uE008\uE00A\uE00B\uE010-\uE01F]/;
const limitPattern = /[\uE010-\uE01F]/g;
const limitMarks = Array.from({ length: 16 }, (_, at) => String.fromCharCode(0xe010 + at));
const passedMarks: readonly string[] = [...sourceMarks, ...limitMarks];

/** Next to the mark of a limit: it omitted more than plain file names in the folder. */
export const oddMark = '\uE01F';
/** The marks of the limits that omitted part of a value, if that may be more than plain names. */
export const oddlyLeftOut = (value: Value): Value =>
  value.includes(oddMark) ? limitMarks.filter((mark) => value.includes(mark)).join('') : '';
export const withoutLimits = (value: Value): Value => value.replace(limitPattern, '');
const globPattern = /[\uE005\uE006]/;

/** Whether every character is known. */
export const isFullyKnown = (value: Value): boolean => !markPattern.test(value);
/** Whether any part is unknown; globs are known patterns. */
export const hasUnknown = (value: Value): boolean => sourcePattern.test(value);
export const hasGlob = (value: Value): boolean => globPattern.test(value);
export const hasMark = (value: Value, mark: Mark): boolean => value.includes(marks[mark]);

/** Untrusted text without the private characters that marks use. */
export const foreignText = (text: string): Value => text.replace(markPatternAll, '\uFFFD');

/** Each source mark of some values, once. */
export function sourcesOf(...values: readonly (Value | undefined)[]): Value {
  let found = 0;
  for (const value of values) if (value !== undefined && hasUnknown(value)) found |= marksIn(value);
  return found === 0 ? '' : passedMarks.filter((mark) => found & bitOf(mark.charCodeAt(0))).join('');
}

const bitOf = (code: number): number => 1 << (code - 0xe000);

/** The marks of a text as bits. Searching for each mark is slow in a text that is full of other marks. */
function marksIn(value: Value): number {
  let found = 0;
  for (let at = 0; at < value.length; at++) {
    const code = value.charCodeAt(at);
    if (code >= 0xe000 && code <= 0xe01f) found |= bitOf(code);
  }
  return found;
}

/** For messages: marks as visible characters. */
export const shownValue = (value: Value): string =>
  value
    .replaceAll(marks.star, '*')
    .replaceAll(marks.one, '?')
    .replaceAll(marks.any, '…')
    .replaceAll(marks.net, '(from the network)')
    .replaceAll(marks.secret, '(a secret)')
    .replaceAll(marks.decoded, '(decoded)')
    .replaceAll(marks.all, '(all)')
    .replaceAll(marks.environment, '(the environment)')
    .replaceAll(marks.records, '(records)')
    .replaceAll(marks.endless, '')
    .replaceAll(marks.uncommitted, '')
    .replaceAll(marks.project, '(the project)')
    .replace(limitPattern, '');

/** What an effect reports about data that are sent off the machine. */
export const sentContent = (
  data: Value,
): { readonly secret: boolean; readonly records?: true; readonly leftOut?: Value } => ({
  secret: hasMark(data, 'secret') || hasMark(data, 'environment'),
  ...(data.includes(oddMark) && { leftOut: oddlyLeftOut(data) }),
  ...((hasMark(data, 'records') || hasMark(data, 'project')) && { records: true }),
});

/** For machines and services that know the sender: the project may be sent there. */
export const forKnownReceiver = (data: Value): Value => data.replaceAll(marks.project, '');
