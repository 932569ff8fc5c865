import { isDeepStrictEqual } from 'node:util';
import type { ExpectationMismatch } from './result.js';
import type { Expectation, HookWord, TextRule } from './schema.js';
import { changeText, mismatchOfText, valueText } from './text-rules.js';

/** The result of one hook of the event, as in `anyhook fire`. */
export interface HookOutcome {
  readonly id: string;
  readonly outcome: string;
  readonly decision: string;
  readonly reason?: string;
}

/** The result of one event, and the files afterwards. */
export interface EventOutcome {
  readonly event: string;
  readonly decision: string;
  readonly reason?: string;
  readonly context: readonly string[];
  readonly messages: readonly string[];
  readonly notes: readonly string[];
  readonly input?: unknown;
  readonly output?: string;
  readonly prompt?: string;
  readonly summary?: string;
  readonly modelMessages?: unknown;
  readonly stop?: string;
  readonly hooks: readonly HookOutcome[];
  readonly wire?: { readonly stdout: string; readonly stderr: string; readonly exitCode: number };
}

/** The text of a file after the event; undefined if it does not exist. */
export type ReadAfter = (path: string) => string | undefined;

type ExpectationCheck = (
  expect: Expectation,
  seen: EventOutcome,
  read: ReadAfter,
) => Promise<readonly (ExpectationMismatch | undefined)[]>;

/** All differences from the expectations. */
export async function findMismatches(
  expect: Expectation,
  seen: EventOutcome,
  read: ReadAfter,
): Promise<readonly ExpectationMismatch[]> {
  const found: ExpectationMismatch[] = [];
  for (const one of checks) for (const wrong of await one(expect, seen, read)) if (wrong) found.push(wrong);
  return found;
}

const checks: readonly ExpectationCheck[] = [
  async ({ decision }, seen) => [plain('decision', decision, seen.decision)],
  async ({ reason }, seen) => [await textOrNone('reason', reason, seen.reason)],
  ({ context }, seen) => list('context', context, seen.context),
  ({ messages }, seen) => list('messages', messages, seen.messages),
  ({ notes }, seen) => list('notes', notes, seen.notes),
  ({ rewrite }, seen) => rewritten(rewrite, seen),
  async ({ stop }, seen) => [await stopped(stop, seen.stop)],
  async ({ hooks = {} }, seen) => Object.entries(hooks).map(([id, word]) => hookDid(id, word, seen)),
  async ({ hooks = {} }, seen) => unfinished(hooks, seen),
  async ({ exitCode }, seen) => [plain('exitCode', exitCode, seen.wire?.exitCode)],
  async ({ stdout }, seen) => [await stream('stdout', stdout, seen.wire?.stdout ?? '')],
  async ({ stderr }, seen) => [await stream('stderr', stderr, seen.wire?.stderr ?? '')],
  ({ files = {} }, _seen, read) => Promise.all(Object.entries(files).map(([path, rule]) => fileIs(path, rule, read))),
];

function plain(field: string, expected: unknown, came: unknown): ExpectationMismatch | undefined {
  if (expected === undefined || isDeepStrictEqual(expected, came)) return undefined;
  return { field, expected: bare(expected), came: bare(came) };
}

const bare = (value: unknown): string => (typeof value === 'string' ? value : valueText(value));

async function textOrNone(field: string, rule: false | TextRule | undefined, came: string | undefined) {
  if (rule === undefined) return undefined;
  if (rule !== false) return mismatchOfText(field, rule, came);
  return came === undefined ? undefined : { field, expected: 'nothing', came: valueText(came) };
}

/** Each rule must match one of the texts; an empty list means that there must be no text. */
async function list(
  field: string,
  rules: TextRule | readonly TextRule[] | undefined,
  came: readonly string[],
): Promise<readonly (ExpectationMismatch | undefined)[]> {
  if (rules === undefined) return [];
  const all = Array.isArray(rules) ? (rules as readonly TextRule[]) : [rules as TextRule];
  const told = came.length === 0 ? 'nothing' : came.map(valueText).join(', ');
  if (all.length === 0) return came.length === 0 ? [] : [{ field, expected: 'nothing', came: told }];
  return Promise.all(all.map((rule) => someText(field, rule, came, told)));
}

async function someText(field: string, rule: TextRule, came: readonly string[], told: string) {
  if (came.length === 1) return mismatchOfText(field, rule, came[0]);
  const tried = await Promise.all(came.map((text) => mismatchOfText(field, rule, text)));
  // A "lacks" rule must hold for all of them.
  const lacking = typeof rule !== 'string' && rule.lacks !== undefined && Object.keys(rule).length === 1;
  const holds = lacking ? tried.every((wrong) => !wrong) : tried.some((wrong) => !wrong);
  return holds ? undefined : { field, expected: changeText(rule), came: told };
}

async function rewritten(
  rewrite: Expectation['rewrite'],
  seen: EventOutcome,
): Promise<readonly (ExpectationMismatch | undefined)[]> {
  if (rewrite === undefined) return [];
  const { input, output, prompt, summary, modelMessages } = seen;
  const whole = { input, output, prompt, summary, messages: modelMessages };
  if (rewrite === false) {
    const [part, value] = Object.entries(whole).find(([, one]) => one !== undefined) ?? [];
    return part === undefined ? [] : [{ field: 'rewrite', expected: 'nothing', came: `${part}: ${valueText(value)}` }];
  }
  const none =
    Object.keys(rewrite).every((key) => key === 'exact') && Object.values(whole).every((one) => one === undefined);
  return [
    none ? { field: 'rewrite', expected: 'a rewrite', came: 'nothing' } : undefined,
    ...(rewrite.input ? fieldsOf(rewrite.input, input, rewrite.exact === true) : []),
    await optional('rewrite.output', rewrite.output, output),
    await optional('rewrite.prompt', rewrite.prompt, prompt),
    await optional('rewrite.summary', rewrite.summary, summary),
    plain('rewrite.messages', rewrite.messages, modelMessages),
  ];
}

const optional = async (field: string, rule: TextRule | undefined, came: string | undefined) =>
  rule === undefined ? undefined : mismatchOfText(field, rule, came);

function fieldsOf(expected: Readonly<Record<string, unknown>>, came: unknown, exact: boolean) {
  if (typeof came !== 'object' || came === null)
    return [{ field: 'rewrite.input', expected: valueText(expected), came: 'nothing' }];
  const now = came as Readonly<Record<string, unknown>>;
  const extra = exact ? Object.keys(now).filter((key) => !Object.hasOwn(expected, key)) : [];
  return [
    ...Object.entries(expected).map(([key, value]) =>
      isDeepStrictEqual(value, own(now, key))
        ? undefined
        : { field: `rewrite.input.${key}`, expected: valueText(value), came: valueText(own(now, key)) },
    ),
    ...extra.map((key) => ({ field: `rewrite.input.${key}`, expected: 'nothing', came: valueText(now[key]) })),
  ];
}

const own = (map: Readonly<Record<string, unknown>>, key: string): unknown =>
  Object.hasOwn(map, key) ? map[key] : undefined;

async function stopped(rule: boolean | TextRule | undefined, came: string | undefined) {
  if (typeof rule !== 'boolean') return optional('stop', rule, came);
  if (rule === (came !== undefined)) return undefined;
  return { field: 'stop', expected: rule ? 'the agent to stop' : 'nothing', came: valueText(came) };
}

const took: readonly string[] = ['ok', 'blocked'];
const broke: readonly string[] = ['failed', 'timeout'];

/** The result of a hook in one word: its decision if it answered, else its outcome. */
const wordFor = ({ outcome, decision }: HookOutcome): string => (took.includes(outcome) ? decision : outcome);

function hookDid(id: string, word: HookWord, seen: EventOutcome): ExpectationMismatch | undefined {
  const hook = seen.hooks.find((one) => one.id === id);
  const ran = hook !== undefined && [...took, ...broke].includes(hook.outcome);
  const met = word === 'ran' ? ran : word === 'idle' ? !ran : hook !== undefined && wordFor(hook) === word;
  if (met) return undefined;
  const why = hook?.reason === undefined ? '' : ` (${hook.reason})`;
  const came = hook ? `${wordFor(hook)}${why}` : `idle (no hook of ${seen.event})`;
  return { field: `hooks.${id}`, expected: word, came };
}

/** A hook that did not finish usually lets the call pass; this must not look like a pass verdict. */
function unfinished(named: NonNullable<Expectation['hooks']>, seen: EventOutcome): readonly ExpectationMismatch[] {
  const isOpen = (id: string) => !Object.hasOwn(named, id) || named[id] === 'ran';
  return seen.hooks
    .filter(({ id, outcome }) => broke.includes(outcome) && isOpen(id))
    .map(({ id, outcome, reason = '' }) => ({
      field: `hooks.${id}`,
      expected: 'to finish',
      came: `${outcome}${reason && ` (${reason})`}`,
    }));
}

async function stream(
  field: string,
  rule: Expectation['stdout'],
  came: string,
): Promise<ExpectationMismatch | undefined> {
  if (rule === undefined) return undefined;
  if (rule === '') return came === '' ? undefined : { field, expected: 'nothing', came: valueText(came) };
  if (typeof rule === 'string' || !('json' in rule)) return mismatchOfText(field, rule, came);
  const parsed = jsonOf(came);
  if (!parsed) return { field, expected: valueText(rule.json), came: valueText(came) };
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

async function fileIs(
  path: string,
  rule: boolean | TextRule,
  read: ReadAfter,
): Promise<ExpectationMismatch | undefined> {
  const field = `files.${path}`;
  const text = read(path);
  if (typeof rule !== 'boolean') return mismatchOfText(field, rule, text);
  if (rule === (text !== undefined)) return undefined;
  return { field, expected: rule ? 'a file' : 'no file', came: text === undefined ? 'nothing' : 'a file' };
}
