import { isObject, nearestWord, quoteValue, type Result } from '@anyhook/core';

/** Reads the result of a module; a misspelt word is a problem, never an allow. */
export function checkResult(value: unknown): { readonly result: Result } | { readonly problem: string } {
  if (value === undefined) return { result: { decision: 'pass' } };
  if (!isObject(value)) return { problem: `expected a result such as pass() or deny("why"), got ${quoteValue(value)}` };
  for (const key of Object.keys(value)) {
    const check = checks.get(key);
    if (!check) return { problem: unknownKey(key) };
    const fieldValue = value[key];
    if (fieldValue !== undefined && !check.fits(fieldValue))
      return { problem: `"${key}": expected ${check.expected}, got ${quoteValue(fieldValue)}` };
  }
  if (value['decision'] === undefined) return { problem: 'a result needs a "decision"; write pass({ … }) for none' };
  return { result: value as unknown as Result };
}

interface FieldCheck {
  readonly expected: string;
  readonly fits: (value: unknown) => boolean;
}

const decisions = ['pass', 'allow', 'ask', 'deny'];
const isText = (value: unknown) => typeof value === 'string';
const isTextList = (value: unknown) => Array.isArray(value) && value.every(isText);

const text: FieldCheck = { expected: 'a string', fits: isText };
const texts: FieldCheck = { expected: 'a list of strings', fits: isTextList };

const checks: ReadonlyMap<string, FieldCheck> = new Map<string, FieldCheck>([
  ['decision', { expected: `one of ${decisions.join(', ')}`, fits: (value) => decisions.includes(value as string) }],
  ['reason', text],
  ['rewrite', { expected: '{ of, value } with a matching value', fits: isRewrite }],
  ['context', texts],
  ['messages', texts],
  ['stop', text],
  ['signals', { expected: 'a list of signals with "kind" and "code"', fits: isSignals }],
  ['logs', texts],
  ['notes', texts],
] satisfies [keyof Result, FieldCheck][]);

function isRewrite(value: unknown): boolean {
  if (!isObject(value)) return false;
  switch (value['of']) {
    case 'input':
      return isObject(value['value']);
    case 'output':
    case 'prompt':
    case 'summary':
      return isText(value['value']);
    case 'messages':
      return Array.isArray(value['value']) && value['value'].every((item) => isObject(item) && isText(item['role']));
    default:
      return false;
  }
}

function isSignals(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => isObject(item) && isText(item['kind']) && isText(item['code']));
}

function unknownKey(key: string): string {
  const near = nearestWord(key, checks.keys());
  return `unknown key "${key}"; ${near ? `did you mean "${near}"?` : `known keys: ${[...checks.keys()].join(', ')}`}`;
}
