import { isDeepStrictEqual } from 'node:util';
import { ownField } from '@anyhook/core';
import type { FiredHook, FireReport } from '../answer/fire-report.js';
import { compileTextPattern } from '../engine/pattern.js';
import type { ExpectationMismatch } from './result.js';
import type { Expectation, HookWord, TextRule } from './schema.js';

/** The result of one hook of the event, as in `anyhook fire`. */
type HookOutcome = Pick<FiredHook, 'id' | 'reason'> & { readonly outcome: string; readonly decision: string };

type ComputedFields = 'nativeEvent' | 'host' | 'decision' | 'signals' | 'hooks' | 'problems' | 'wire';

/** The result of one event, and the files afterwards. */
export interface EventOutcome extends Omit<FireReport, ComputedFields> {
  readonly decision: string;
  readonly hooks: readonly HookOutcome[];
  readonly wire?: { readonly stdout: string; readonly stderr: string; readonly exitCode: number };
}

/** The text of a file after the event; undefined if it does not exist. */
type ReadAfter = (path: string) => string | undefined;

/** What is wrong; undefined if nothing is. */
type Wrong = ExpectationMismatch | undefined;
type ExpectationCheck = (expect: Expectation, actual: EventOutcome, read: ReadAfter) => Promise<readonly Wrong[]>;

export async function findMismatches(
  expect: Expectation,
  actual: EventOutcome,
  read: ReadAfter,
): Promise<readonly ExpectationMismatch[]> {
  const found: ExpectationMismatch[] = [];
  for (const one of checks) for (const wrong of await one(expect, actual, read)) if (wrong) found.push(wrong);
  return found;
}

const checks: readonly ExpectationCheck[] = [
  async ({ decision }, actual) => [compareValue('decision', decision, actual.decision)],
  async ({ reason }, actual) => [await compareTextOrNone('reason', reason, actual.reason)],
  ({ context }, actual) => compareList('context', context, actual.context),
  ({ messages }, actual) => compareList('messages', messages, actual.messages),
  ({ notes }, actual) => compareList('notes', notes, actual.notes),
  ({ rewrite }, actual) => compareRewrite(rewrite, actual),
  async ({ stop }, actual) => [await compareStop(stop, actual.stop)],
  async ({ hooks = {} }, actual) => Object.entries(hooks).map(([id, word]) => compareHook(id, word, actual)),
  async ({ hooks = {} }, actual) => unexpectedFailures(hooks, actual),
  async ({ exitCode }, actual) => [compareValue('exitCode', exitCode, actual.wire?.exitCode)],
  async ({ stdout }, actual) => [await compareStream('stdout', stdout, actual.wire?.stdout ?? '')],
  async ({ stderr }, actual) => [await compareStream('stderr', stderr, actual.wire?.stderr ?? '')],
  ({ files = {} }, _actual, read) =>
    Promise.all(Object.entries(files).map(([path, rule]) => compareFile(path, rule, read))),
];

function compareValue(field: string, expected: unknown, actual: unknown): ExpectationMismatch | undefined {
  if (expected === undefined || isDeepStrictEqual(expected, actual)) return undefined;
  return { field, expected: plainText(expected), came: plainText(actual) };
}

const plainText = (value: unknown): string => (typeof value === 'string' ? value : valueText(value));

async function compareTextOrNone(field: string, rule: false | TextRule | undefined, actual: string | undefined) {
  if (rule === undefined) return undefined;
  if (rule !== false) return mismatchOfText(field, rule, actual);
  return actual === undefined ? undefined : { field, expected: 'nothing', came: valueText(actual) };
}

/** Each rule must match one of the texts; an empty list means that there must be no text. */
async function compareList(
  field: string,
  rules: TextRule | readonly TextRule[] | undefined,
  actual: readonly string[],
): Promise<readonly Wrong[]> {
  if (rules === undefined) return [];
  const all = Array.isArray(rules) ? (rules as readonly TextRule[]) : [rules as TextRule];
  const actualText = actual.length === 0 ? 'nothing' : actual.map(valueText).join(', ');
  if (all.length === 0) return actual.length === 0 ? [] : [{ field, expected: 'nothing', came: actualText }];
  return Promise.all(all.map((rule) => compareAnyText(field, rule, actual, actualText)));
}

async function compareAnyText(field: string, rule: TextRule, actual: readonly string[], actualText: string) {
  if (actual.length === 1) return mismatchOfText(field, rule, actual[0]);
  const mismatches = await Promise.all(actual.map((text) => mismatchOfText(field, rule, text)));
  // A "lacks" rule applies to all of them.
  const isLacksOnly = typeof rule !== 'string' && rule.lacks !== undefined && Object.keys(rule).length === 1;
  const holds = isLacksOnly ? mismatches.every((wrong) => !wrong) : mismatches.some((wrong) => !wrong);
  return holds ? undefined : { field, expected: ruleText(rule), came: actualText };
}

async function compareRewrite(rewrite: Expectation['rewrite'], actual: EventOutcome): Promise<readonly Wrong[]> {
  if (rewrite === undefined) return [];
  const { input, output, prompt, summary, modelMessages } = actual;
  const rewrites = { input, output, prompt, summary, messages: modelMessages };
  if (rewrite === false) {
    const [part, value] = Object.entries(rewrites).find(([, one]) => one !== undefined) ?? [];
    return part === undefined ? [] : [{ field: 'rewrite', expected: 'nothing', came: `${part}: ${valueText(value)}` }];
  }
  const isMissing =
    Object.keys(rewrite).every((key) => key === 'exact') && Object.values(rewrites).every((one) => one === undefined);
  return [
    isMissing ? { field: 'rewrite', expected: 'a rewrite', came: 'nothing' } : undefined,
    ...(rewrite.input ? compareFields(rewrite.input, input, rewrite.exact === true) : []),
    await compareText('rewrite.output', rewrite.output, output),
    await compareText('rewrite.prompt', rewrite.prompt, prompt),
    await compareText('rewrite.summary', rewrite.summary, summary),
    compareValue('rewrite.messages', rewrite.messages, modelMessages),
  ];
}

const compareText = async (field: string, rule: TextRule | undefined, actual: string | undefined) =>
  rule === undefined ? undefined : mismatchOfText(field, rule, actual);

function compareFields(expected: Readonly<Record<string, unknown>>, actual: unknown, exact: boolean) {
  if (typeof actual !== 'object' || actual === null)
    return [{ field: 'rewrite.input', expected: valueText(expected), came: 'nothing' }];
  const fields = actual as Readonly<Record<string, unknown>>;
  const extra = exact ? Object.keys(fields).filter((key) => !Object.hasOwn(expected, key)) : [];
  return [
    ...Object.entries(expected).map(([key, value]) =>
      isDeepStrictEqual(value, ownField(fields, key))
        ? undefined
        : { field: `rewrite.input.${key}`, expected: valueText(value), came: valueText(ownField(fields, key)) },
    ),
    ...extra.map((key) => ({ field: `rewrite.input.${key}`, expected: 'nothing', came: valueText(fields[key]) })),
  ];
}

async function compareStop(rule: boolean | TextRule | undefined, actual: string | undefined) {
  if (typeof rule !== 'boolean') return compareText('stop', rule, actual);
  if (rule === (actual !== undefined)) return undefined;
  return { field: 'stop', expected: rule ? 'the agent to stop' : 'nothing', came: valueText(actual) };
}

const answeredOutcomes: readonly string[] = ['ok', 'blocked'];
const unfinishedOutcomes: readonly string[] = ['failed', 'timeout'];

/** The result of a hook in one word: its decision if it answered, else its outcome. */
const hookResult = ({ outcome, decision }: HookOutcome): string =>
  answeredOutcomes.includes(outcome) ? decision : outcome;

function compareHook(id: string, expected: HookWord, actual: EventOutcome): ExpectationMismatch | undefined {
  const hook = actual.hooks.find((one) => one.id === id);
  const ran = hook !== undefined && [...answeredOutcomes, ...unfinishedOutcomes].includes(hook.outcome);
  const isMet =
    expected === 'ran' ? ran : expected === 'idle' ? !ran : hook !== undefined && hookResult(hook) === expected;
  if (isMet) return undefined;
  const why = hook?.reason === undefined ? '' : ` (${hook.reason})`;
  const came = hook ? `${hookResult(hook)}${why}` : `idle (no hook of ${actual.event})`;
  return { field: `hooks.${id}`, expected, came };
}

/** A hook that did not finish usually lets the call pass; this must not look like a pass verdict. */
function unexpectedFailures(
  expectations: NonNullable<Expectation['hooks']>,
  actual: EventOutcome,
): readonly ExpectationMismatch[] {
  const mustFinish = (id: string) => !Object.hasOwn(expectations, id) || expectations[id] === 'ran';
  return actual.hooks
    .filter(({ id, outcome }) => unfinishedOutcomes.includes(outcome) && mustFinish(id))
    .map(({ id, outcome, reason = '' }) => ({
      field: `hooks.${id}`,
      expected: 'to finish',
      came: `${outcome}${reason && ` (${reason})`}`,
    }));
}

async function compareStream(field: string, rule: Expectation['stdout'], actual: string): Promise<Wrong> {
  if (rule === undefined) return undefined;
  if (rule === '') return actual === '' ? undefined : { field, expected: 'nothing', came: valueText(actual) };
  if (typeof rule === 'string' || !('json' in rule)) return mismatchOfText(field, rule, actual);
  const parsed = jsonOf(actual);
  if (!parsed) return { field, expected: valueText(rule.json), came: valueText(actual) };
  if (isDeepStrictEqual(rule.json, parsed.value)) return undefined;
  return { field, expected: pretty(rule.json), came: pretty(parsed.value), exact: true };
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function jsonOf(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

async function compareFile(path: string, rule: boolean | TextRule, read: ReadAfter): Promise<Wrong> {
  const field = `files.${path}`;
  const text = read(path);
  if (typeof rule !== 'boolean') return mismatchOfText(field, rule, text);
  if (rule === (text !== undefined)) return undefined;
  return { field, expected: rule ? 'a file' : 'no file', came: text === undefined ? 'nothing' : 'a file' };
}

/** Why a text breaks a rule; undefined if it does not. A plain string must be contained in the text. */
async function mismatchOfText(field: string, rule: TextRule, actual: string | undefined): Promise<Wrong> {
  const { is, contains, matches, lacks } = typeof rule === 'string' ? { contains: rule } : rule;
  const mismatch = (expected: string): Wrong => ({ field, expected, came: valueText(actual) });
  if (actual === undefined) return mismatch(ruleText(rule));
  if (is !== undefined && is !== actual) return { field, expected: is, came: actual, exact: true };
  if (contains !== undefined && !actual.includes(contains)) return mismatch(`text containing ${valueText(contains)}`);
  if (matches !== undefined && !(await compileTextPattern({ source: matches, mode: 'search' }))(actual))
    return mismatch(`a match of /${matches}/`);
  if (lacks !== undefined && actual.includes(lacks)) return mismatch(`no ${valueText(lacks)}`);
  return undefined;
}

function ruleText(rule: TextRule): string {
  if (typeof rule === 'string') return `text containing ${valueText(rule)}`;
  const { is, contains, matches, lacks } = rule;
  return [
    ...(is === undefined ? [] : [valueText(is)]),
    ...(contains === undefined ? [] : [`text containing ${valueText(contains)}`]),
    ...(matches === undefined ? [] : [`a match of /${matches}/`]),
    ...(lacks === undefined ? [] : [`no ${valueText(lacks)}`]),
  ].join(' and ');
}

const maxChars = 2_000;

/** A value for a failure message; long values are cut with a note. */
function valueText(value: unknown): string {
  const text = typeof value === 'string' ? JSON.stringify(value) : (JSON.stringify(value) ?? 'nothing');
  return text.length > maxChars ? `${text.slice(0, maxChars)}… (${text.length} characters)` : text;
}
