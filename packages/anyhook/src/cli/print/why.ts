import { isDeepStrictEqual } from 'node:util';
import { callAlertKinds, exitRuleTexts, type Rewrite } from '@anyhook/core';
import type { HookRunTrace, HookTrace } from '../../answer/why-report.js';
import { diffLines } from '../../install/diff.js';
import { decisionFieldTexts, runFieldTexts } from '../../journal/fields.js';
import type { JournalEntry } from '../../journal/query.js';
import type { DecisionRecord, DetailRecord } from '../../journal/record.js';
import { type PrintTarget, print } from '../terminal/io.js';
import { cutLine, oneLine, showControls, type TableCell, tableLines, wrap } from '../terminal/text.js';
import { decisionColor, msText } from './journal-rows.js';

/** Prints one decision in full. */
export function printWhy(entry: JournalEntry, hooks: readonly HookTrace[], target: PrintTarget): void {
  for (const line of [
    ...headLines(entry, target),
    '',
    ...hookLines(entry, hooks, target),
    '',
    ...endLines(entry, target),
  ])
    print(target.io, line);
}

const indent = 9;

/** A title and its text, indented and wrapped. */
function titledLine(title: string, text: string, { colors, width }: PrintTarget): string {
  // A long title leaves less room for its text.
  const room = width === undefined ? undefined : width - Math.max(0, title.length - (indent - 1));
  return `${colors.dim(title.padEnd(indent - 1))} ${wrap(showControls(text), room, indent)}`;
}

function headLines({ decision, detail }: JournalEntry, target: PrintTarget): readonly string[] {
  const { colors, width } = target;
  const { id, at, host: agentName, event, nativeEvent, session, call, root, cwd, via, ms } = decision;
  const processText = `${via === 'engine' ? 'resident engine' : 'separate process'}, ${msText(ms)}`;
  const caller = recordedEvent(detail)?.['caller'] ?? 'ai_session';
  const who = [
    ...(caller === 'ai_session' ? [] : [String(caller)]),
    ...(session === '' && caller !== 'ai_session' ? [] : [`session ${session || 'unknown'}`]),
    ...(call === undefined ? [] : [`call ${call}`]),
    ...decisionFieldTexts(decision),
  ].join(', ');
  return [
    `${colors.bold(event)}  ${agentName} ${oneLine(nativeEvent)}  ${colors.cyan(id)}`,
    titledLine('when', `${new Date(at).toLocaleString('sv')}, ${processText}`, target),
    titledLine('who', oneLine(who), target),
    titledLine('where', oneLine(cwd === root ? root : `${cwd} (project ${root})`), target),
    ...eventRows(recordedEvent(detail), width).map(([title, text]) => titledLine(title, text, target)),
    ...(detail ? [] : [titledLine('payload', noPayload, target)]),
    ...(decision.toolName !== undefined && !detail ? [titledLine('tool', toolText(decision), target)] : []),
  ];
}

const toolText = ({ tool, toolName = '' }: DecisionRecord): string =>
  oneLine(tool === undefined ? toolName : `${tool} (${toolName})`);

const noPayload = 'not recorded (journal.payloads is "none", or the journal was overloaded)';

type Fields = Readonly<Record<string, unknown>>;
const recordedEvent = (detail: DetailRecord | undefined): Fields | undefined => detail?.event as Fields | undefined;

/** Fields that are shown elsewhere or are not interesting. */
const hiddenFields = new Set([
  ...['host', 'nativeName', 'sessionId', 'cwd', 'timestamp', 'caller', 'agent', 'name', 'call', 'transcriptPath'],
  ...['permissionMode', 'parentSessionId', 'model', 'inputSummary'],
]);

/** The normalised call or other fields of the event; long texts are cut to a few lines. */
function eventRows(event: Fields | undefined, width = 120): readonly (readonly [string, string])[] {
  if (!event) return [];
  const call = event['call'] as
    | { readonly kind: string; readonly nativeName: string; readonly input: Fields }
    | undefined;
  const shorten = (value: unknown) =>
    cutLine(typeof value === 'string' ? value : (JSON.stringify(value) ?? ''), width * maxLines);
  const fields = Object.entries(event).filter(([key]) => !hiddenFields.has(key));
  return [
    ...(call ? [['tool', `${call.kind} (${oneLine(call.nativeName)})`] as const] : []),
    ...Object.entries(call?.input ?? {}).map(
      ([key, value]) => [cutLine(oneLine(key), maxTitleLength), shorten(value)] as const,
    ),
    ...fields.map(
      ([key, value]) => [titles.get(key) ?? cutLine(oneLine(key), maxTitleLength), shorten(value)] as const,
    ),
  ];
}

/** Short labels for fields with long names. */
const titles: ReadonlyMap<string, string> = new Map([
  ['triggeredBy', 'by'],
  ['jobId', 'job'],
  ['taskKey', 'task'],
  ['environment', 'env'],
  ['outputSummary', 'output'],
]);

const maxLines = 3;
const maxTitleLength = 24;

const marks = {
  ok: '✓',
  blocked: '✗',
  failed: '!',
  timeout: '!',
  skipped: '–',
  untrusted: '?',
  'not-matched': '·',
  started: '→',
};

function hookLines(
  { decision, hookSet }: JournalEntry,
  hooks: readonly HookTrace[],
  target: PrintTarget,
): readonly string[] {
  const { colors } = target;
  const rows = hooks.flatMap((hook): readonly HookRow[] =>
    hook.looks.length === 0 ? [idleRow(hook, target)] : hook.looks.map((look) => lookRow(hook, look, target)),
  );
  const lines = tableLines(rows.map(({ cells }) => cells)).map((line) => `  ${line}`);
  const missing = hookSet
    ? []
    : [colors.dim('  the set of hooks is not in the journal: only those that ran are shown')];
  const noHooks = hooks.length === 0 && hookSet ? [colors.dim(`  no hook is registered for ${decision.event}`)] : [];
  const reasonColumn = Math.max(0, ...lines.map((line) => visibleLength(line) + 2));
  return [...rows.flatMap((row, i) => withReason(lines[i] ?? '', row, reasonColumn, target)), ...noHooks, ...missing];
}

/** One hook: its cells, its reason, and details below. */
interface HookRow {
  readonly cells: readonly TableCell[];
  readonly reason: string;
  readonly paint: (text: string) => string;
  readonly below: readonly string[];
}

const maxReasonLines = 4;

/** Puts the reason on the same line if it fits, else in full on separate lines. */
function withReason(
  line: string,
  { reason, paint, below }: HookRow,
  reasonColumn: number,
  { width }: PrintTarget,
): readonly string[] {
  if (reason === '') return [line, ...below];
  if (width === undefined || reasonColumn + [...reason].length <= width)
    return [`${line}${' '.repeat(reasonColumn - visibleLength(line))}${paint(reason)}`, ...below];
  const wrapped = wrap(reason, width, 6).split('\n');
  const shown = wrapped.slice(0, maxReasonLines).map((text) => cutLine(text.trim(), width - 6));
  if (wrapped.length > maxReasonLines) shown.push('…');
  return [line, ...shown.map((text) => `      ${paint(text)}`), ...below];
}

/** The visible width, without colour codes. */
const visibleLength = (line: string): number => [...line.replace(/\u001b\[\d+m/g, '')].length;

/** Leaves out formats if the reason needs the space. */
const narrow = 100;
const formatCells = (format: string, { width = narrow, colors }: PrintTarget): readonly TableCell[] =>
  width < narrow ? [] : [{ text: format, paint: colors.dim }];

function idleRow({ hook, dialect: format = '', why = '' }: HookTrace, target: PrintTarget): HookRow {
  const { dim } = target.colors;
  const outcome = /^(?:disabled|not trusted|the agent runs)/.test(why) ? 'skipped' : 'not-matched';
  const dimCells = (...all: readonly string[]) => all.map((text): TableCell => ({ text, paint: dim }));
  const outcomeText = outcome === 'skipped' ? 'skipped' : 'no match';
  return {
    cells: [...dimCells(marks[outcome], oneLine(hook)), ...formatCells(format, target), ...dimCells(outcomeText, '')],
    reason: oneLine(why),
    paint: dim,
    below: [],
  };
}

function lookRow(
  { hook, dialect: format = '', shadow, exitRule }: HookTrace,
  look: HookRunTrace,
  target: PrintTarget,
): HookRow {
  const { colors } = target;
  const { outcome, decision, ms, recheck, spare, reason = '', gave = [] } = look;
  const hasFailed = [outcome, look.ended?.outcome].some((how) => how === 'failed' || how === 'timeout');
  const hasAnswered = outcome === 'ok' || outcome === 'blocked';
  const paint = hasFailed ? colors.red : hasAnswered && !shadow ? decisionColor(decision, colors) : colors.dim;
  const effects = gave.filter((gift) => gift !== 'rewrite').map((gift) => `gave ${gift === 'stop' ? 'a stop' : gift}`);
  return {
    cells: [
      { text: marks[outcome], paint: hasAnswered && decision === 'pass' ? colors.green : paint },
      { text: recheck ? '  again, at the end' : oneLine(hook), paint: recheck ? colors.dim : colors.cyan },
      ...formatCells(recheck ? '' : format, target),
      { text: `${hasAnswered ? decision : outcome}${shadow ? ' (shadow)' : ''}`, paint },
      { text: outcome === 'skipped' ? '' : `${msText(ms).padStart(7)}${spare ? ' spare' : ''}`, paint: colors.dim },
    ],
    reason: oneLine(
      [reason, ...endingText(look), ...effects, ...runFieldTexts(look)].filter((text) => text !== '').join('; '),
    ),
    paint: (text) => text,
    below: [...ruleLines(look, exitRule, target), ...detailLines(look, target)],
  };
}

/** The rule that interpreted the hook's ending. */
function ruleLines({ outcome }: HookRunTrace, rule: HookTrace['exitRule'], { colors }: PrintTarget): readonly string[] {
  if (rule === undefined || (outcome !== 'blocked' && outcome !== 'failed' && outcome !== 'timeout')) return [];
  return [colors.dim(`      exitRule ${rule}: ${exitRuleTexts[rule]}`)];
}

/** How an async hook ended; the agent did not wait for it. */
function endingText({ outcome, ended }: HookRunTrace): readonly string[] {
  if (outcome !== 'started') return [];
  if (!ended) return ['it is running, or its end is no longer recorded'];
  const how = { failed: 'failed', timeout: 'timed out', blocked: 'wanted to block, which it cannot' }[ended.outcome];
  const detail = ended.detail === undefined ? '' : `: ${ended.detail}`;
  return [`${how ?? `ended ${ended.outcome}`} after ${msText(ended.ms)}${detail}`];
}

/** A small diff of what a hook rewrote, the first lines of its stderr, and the last lines of an async hook. */
function detailLines(
  { rewrote, logs = [], ended }: HookRunTrace,
  { colors, width = 200 }: PrintTarget,
): readonly string[] {
  const lines = rewrote ? rewriteChanges(rewrote.before, rewrote.after) : [];
  const shown = lines.slice(0, maxDiffLines).map(({ sign, text }) => {
    const line = cutLine(`${sign} ${showControls(text.trimEnd())}`, width - 8);
    return `      ${sign === '-' ? colors.red(line) : sign === '+' ? colors.green(line) : colors.dim(line)}`;
  });
  const log = logs.flatMap((text) => text.trim().split('\n')).slice(0, maxLines);
  return [
    ...(rewrote?.refused && lines.length > 0 ? [colors.dim('      rewrote (not applied):')] : []),
    ...shown,
    ...(lines.length > maxDiffLines ? [colors.dim(`      … ${lines.length - maxDiffLines} more lines`)] : []),
    ...log.map((text) => colors.dim(`      log: ${cutLine(oneLine(text), width - 12)}`)),
    ...(ended?.output ?? []).map((text) => colors.dim(`      wrote: ${cutLine(oneLine(text), width - 14)}`)),
  ];
}

const maxDiffLines = 12;

interface FieldChange {
  readonly sign: string;
  readonly text: string;
}

/** Each changed field before and after; long texts line by line. */
export function rewriteChanges(before: Rewrite | undefined, after: Rewrite): readonly FieldChange[] {
  if (after.of !== 'input') return changeOf(after.of, before?.value, after.value);
  const oldFields: Fields = before?.of === 'input' ? before.value : {};
  const newFields: Fields = after.value;
  return [...new Set([...Object.keys(oldFields), ...Object.keys(newFields)])]
    .filter((key) => !isDeepStrictEqual(oldFields[key], newFields[key]))
    .flatMap((key) => changeOf(key, oldFields[key], newFields[key]));
}

function changeOf(key: string, before: unknown, after: unknown): readonly FieldChange[] {
  if (typeof before === 'string' && typeof after === 'string' && /\n/.test(before + after))
    return [{ sign: ' ', text: `${key}:` }, ...diffLines(before, after)];
  const line = (sign: string, value: unknown): readonly FieldChange[] =>
    value === undefined ? [] : [{ sign, text: `${key}: ${typeof value === 'string' ? value : JSON.stringify(value)}` }];
  return [...line('-', before), ...line('+', after)];
}

function endLines({ decision: record, detail }: JournalEntry, target: PrintTarget): readonly string[] {
  const { colors } = target;
  const { decision, stop, rewrites, alert } = record;
  const word = decision === 'pass' ? 'pass (no opinion)' : decision;
  const extras = [...(rewrites ? [`${rewrites} rewritten`] : []), ...(stop ? ['the agent was told to stop'] : [])];
  const verdict = `${colors.bold(decisionColor(decision, colors)(word))}${extras.map((text) => `, ${text}`).join('')}`;
  const head = [
    `${colors.dim('verdict'.padEnd(indent - 1))} ${verdict}`,
    ...(alert ? [titledLine('ALERT', callAlertKinds[alert], target)] : []),
  ];
  if (!detail) return head;
  const titledLines = (title: string, texts: readonly string[]) => texts.map((text) => titledLine(title, text, target));
  return [
    ...head,
    ...(detail.reason === undefined ? [] : [titledLine('reason', detail.reason, target)]),
    ...titledLines('context', detail.context),
    ...titledLines('message', detail.messages),
    ...(detail.stop === undefined ? [] : [titledLine('stop', detail.stop, target)]),
    ...detail.signals.map(({ kind, code, hook_id }) => titledLine('signal', `${kind} ${code} [${hook_id}]`, target)),
    ...titledLines(
      'note',
      detail.notes.filter((note) => !detail.messages.includes(note)),
    ),
    ...wireLines(detail, target),
    ...(detail.cut ? [titledLine('', 'long texts were cut', target)] : []),
  ];
}

/** The bytes that the agent got are not wrapped. */
function wireLines({ wire }: DetailRecord, { colors, width }: PrintTarget): readonly string[] {
  const unwrappedLine = (title: string, text: string) =>
    `${colors.dim(title.padEnd(indent - 1))} ${wrap(cutLine(showControls(text.trimEnd()), (width ?? 10_000) * 8) || '(nothing)', undefined, indent)}`;
  return [
    `${colors.dim('sent'.padEnd(indent - 1))} exit ${wire.exitCode}`,
    unwrappedLine('stdout', wire.stdout),
    unwrappedLine('stderr', wire.stderr),
  ];
}
