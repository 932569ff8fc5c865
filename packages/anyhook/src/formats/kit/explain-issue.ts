import { nearestWord, quoteValue } from '@anyhook/core';
import type { BaseIssue } from 'valibot';

export type FieldPath = readonly (string | number)[];

type SchemaIssue = BaseIssue<unknown>;

const unknownKeyPrefix = 'unknown key|';

/** The message of an unknown key, with the known keys; `explain` reads it. */
export const unknownKeyMessage = (known: readonly string[]): string => `${unknownKeyPrefix}${known.join('|')}`;

/** A key that a schema does not know, and the keys that it knows at that place. */
export interface UnknownKey {
  readonly path: FieldPath;
  readonly known: readonly string[];
}

/** The key that the issue is about, if it is one that the schema does not know. */
export function unknownKeyOf(found: SchemaIssue, base: FieldPath): UnknownKey | undefined {
  const issue = mostSpecificIssue(found);
  if (!issue.message.startsWith(unknownKeyPrefix)) return undefined;
  return { path: pathOf(issue, base), known: issue.message.slice(unknownKeyPrefix.length).split('|') };
}

const pathOf = (issue: SchemaIssue, base: FieldPath): FieldPath => [
  ...base,
  ...(issue.path ?? []).map((item) => item.key as string | number),
];

/** Where a value breaks its schema: what was expected, what was given, and the nearest known word. */
export function explainIssue(
  found: SchemaIssue,
  base: FieldPath,
): { readonly path: FieldPath; readonly message: string } {
  const unknown = unknownKeyOf(found, base);
  if (unknown) return { path: unknown.path, message: unknownKeyText(String(unknown.path.at(-1)), unknown.known) };
  const issue = mostSpecificIssue(found);
  const path = pathOf(issue, base);
  const field = path.join('.');
  if (issue.received === 'undefined') return { path, message: `"${field}" is required and missing` };
  const near = typeof issue.input === 'string' ? nearestWord(issue.input, choices(issue)) : undefined;
  const place = field ? `"${field}": ` : '';
  const hint = near ? `; did you mean "${near}"?` : '';
  const expected = isOwnMessage(issue) ? issue.message : `expected ${expectation(issue)}`;
  return { path, message: `${place}${expected}, got ${quoteValue(issue.input)}${hint}` };
}

/** What to write into an empty file. */
export function minimalFileText(schema: object): string {
  const forms = 'options' in schema ? (schema.options as readonly object[]).map(requiredKeys) : [requiredKeys(schema)];
  const [first = []] = forms;
  const inAllForms = first.filter((key) => forms.every((keys) => keys.includes(key)));
  const inSomeForms = [...new Set(forms.flat())].filter((key) => !inAllForms.includes(key));
  const keys = [...inAllForms.map(quoted), ...(inSomeForms.length > 0 ? [inSomeForms.map(quoted).join(' or ')] : [])];
  return keys.length > 0 ? `expected at least ${keys.join(', ')}` : 'expected a map of keys';
}

const requiredKeys = (schema: object): readonly string[] =>
  Object.entries('entries' in schema ? (schema.entries as Record<string, { readonly type: string }>) : {})
    .filter(([, { type }]) => type !== 'optional')
    .map(([key]) => key);

const quoted = (key: string): string => `"${key}"`;

/** The advice for an unknown key: the nearest known key, or all of them. */
export function unknownKeyText(name: string, known: readonly string[]): string {
  const near = nearestWord(name, known);
  return `unknown key "${name}"; ${near ? `did you mean "${near}"?` : `known keys: ${known.join(', ')}`}`;
}

/** For a union that failed in every branch: the deepest issue, else what all branches expected. */
function mostSpecificIssue(issue: SchemaIssue): SchemaIssue {
  if (issue.type !== 'union' || !issue.issues) return issue;
  const inner = issue.issues.map(mostSpecificIssue);
  const deepest = inner.reduce((a, b) => ((b.path?.length ?? 0) > (a.path?.length ?? 0) ? b : a));
  if (!deepest.path) return { ...issue, message: `expected ${[...new Set(inner.map(expectation))].join(' or ')}` };
  // The path of a branch begins at the union, not at the file.
  const [head, ...rest] = [...(issue.path ?? []), ...deepest.path];
  return head ? { ...deepest, path: [head, ...rest] } : deepest;
}

/** Our own messages say what was expected; valibot's begin with "Invalid". */
const isOwnMessage = (issue: SchemaIssue): boolean => !issue.message.startsWith('Invalid ');

function expectation(issue: SchemaIssue): string {
  if (isOwnMessage(issue)) return issue.message.replace(/^expected /, '');
  const words = choices(issue);
  if (words.length > 0) return words.length === 1 ? `"${words[0]}"` : `one of ${words.join(', ')}`;
  if (issue.expected === 'Object') return 'a map of keys';
  if (issue.expected === 'Array') return 'a list';
  return issue.expected ?? issue.type.replaceAll('_', ' ');
}

const closedLists: readonly string[] = ['picklist', 'variant', 'literal'];

function choices(issue: SchemaIssue): readonly string[] {
  if (!closedLists.includes(issue.type)) return [];
  return [...(issue.expected ?? '').matchAll(/"([^"]*)"/g)].map((match) => match[1] ?? '');
}
