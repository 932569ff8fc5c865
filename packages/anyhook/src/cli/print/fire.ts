import { isDeepStrictEqual } from 'node:util';
import { type Decision, type Event, exitRuleTexts, hasCall } from '@anyhook/core';
import { canonical } from '../../agents/canonical/agent.js';
import type { FiredHook, FireReport } from '../../answer/fire-report.js';
import { type Colors, type PrintTarget, print } from '../terminal/io.js';
import { problemsLine } from '../terminal/problems.js';
import { cutLine, oneLine, showControls, type TableCell, tableLines, wrap } from '../terminal/text.js';

/** Prints a fired event: what each hook did and what the agent would get. */
export function printFired(report: FireReport, event: Event, target: PrintTarget): void {
  const { io, colors, width } = target;
  const heading = [
    colors.bold(report.event),
    ...(report.host === canonical.name ? [] : [`${report.host} ${report.nativeEvent}`]),
  ];
  print(io, `${heading.join('  ')}  ${colors.dim(cutLine(subject(event), Math.max(20, (width ?? 240) - 40)))}`);
  print(io, '');
  if (report.hooks.length === 0) print(io, `  ${colors.dim('no hook is registered for this event')}`);
  for (const line of tableLines(
    report.hooks.map((hook) => rowOf(hook, colors)),
    width === undefined ? undefined : width - 2,
  ))
    print(io, `  ${line}`);
  for (const line of ruleLines(report.hooks)) print(io, `  ${colors.dim(line)}`);
  print(io, '');
  for (const line of verdictLines(report, event, target)) print(io, line);
  if (report.problems) print(io, colors.dim(problemsLine(report.problems)));
}

/** A summary of the event in one line. */
function subject(event: Event): string {
  if (hasCall(event)) return oneLine(`${event.call.nativeName} ${JSON.stringify(event.call.input)}`);
  if ('prompt' in event && typeof event.prompt === 'string') return oneLine(event.prompt);
  return '';
}

const paints: Readonly<Record<Decision, (colors: Colors) => (text: string) => string>> = {
  deny: ({ red }) => red,
  ask: ({ yellow }) => yellow,
  allow: ({ green }) => green,
  pass: ({ dim }) => dim,
};

const outcomeMarks: Readonly<Record<FiredHook['outcome'], string>> = {
  ok: '✓',
  blocked: '✗',
  failed: '!',
  timeout: '!',
  skipped: '–',
  untrusted: '?',
  'not-matched': '·',
};

function rowOf(hook: FiredHook, colors: Colors): readonly TableCell[] {
  const hasAnswered = hook.outcome === 'ok' || hook.outcome === 'blocked';
  const hasFailed = hook.outcome === 'failed' || hook.outcome === 'timeout';
  const paint = hasAnswered && !hook.shadow ? paints[hook.decision](colors) : hasFailed ? colors.red : colors.dim;
  const mark = hasAnswered && hook.decision === 'pass' ? colors.green : paint;
  return [
    { text: outcomeMarks[hook.outcome], paint: mark },
    { text: oneLine(hook.id), paint: hasAnswered || hasFailed ? colors.cyan : colors.dim },
    { text: hook.dialect, paint: colors.dim },
    { text: `${hasAnswered ? hook.decision : hook.outcome}${hook.shadow ? ' (shadow)' : ''}`, paint },
    { text: hasAnswered || hasFailed ? `${hook.ms.toFixed(0)} ms`.padStart(7) : '', paint: colors.dim },
    { text: oneLine(hook.reason ?? ''), ...(hasAnswered ? {} : { paint: colors.dim }) },
  ];
}

/** The rule that interpreted the endings of the hooks. */
function ruleLines(hooks: readonly FiredHook[]): readonly string[] {
  const ended = hooks.filter(({ outcome }) => outcome === 'blocked' || outcome === 'failed' || outcome === 'timeout');
  return [...new Set(ended.flatMap(({ exitRule }) => exitRule ?? []))].map(
    (rule) => `exitRule ${rule}: ${exitRuleTexts[rule]}`,
  );
}

function verdictLines(report: FireReport, event: Event, { colors, width }: PrintTarget): readonly string[] {
  const { decision, wire } = report;
  const line = (title: string, text: string) => `${colors.dim(title.padEnd(8))} ${wrap(showControls(text), width, 9)}`;
  // The bytes for the agent are not wrapped.
  const unwrappedLine = (title: string, text: string) =>
    `${colors.dim(title.padEnd(8))} ${wrap(showControls(text.trimEnd()) || '(nothing)', undefined, 9)}`;
  const word = colors.bold(paints[decision](colors)(decision === 'pass' ? 'pass (no opinion)' : decision));
  return [
    `${colors.dim('verdict ')} ${word}`,
    ...(report.reason === undefined ? [] : [line('reason', report.reason)]),
    ...rewriteLines(report, event).map((text) => line('rewrite', text)),
    ...report.context.map((text) => line('context', text)),
    ...report.messages.map((text) => line('message', text)),
    ...(report.stop === undefined ? [] : [line('stop', report.stop)]),
    ...report.signals.map((signal) => line('signal', `${signal.kind} ${signal.code} [${signal.hook_id}]`)),
    ...report.notes.filter((note) => !report.messages.includes(note)).map((text) => line('note', text)),
    ...(wire
      ? [
          line('exit', String(wire.exitCode)),
          unwrappedLine('stdout', wire.stdout),
          unwrappedLine('stderr', wire.stderr),
        ]
      : []),
  ];
}

/** Each changed field as before → after. */
function rewriteLines(report: FireReport, event: Event): readonly string[] {
  const originalInput = originalInputOf(report, event);
  if (report.input !== undefined) {
    const after = report.input as Readonly<Record<string, unknown>>;
    return Object.keys(after)
      .filter((key) => !isDeepStrictEqual(originalInput[key], after[key]))
      .map((key) => `${key}: ${JSON.stringify(originalInput[key]) ?? 'nothing'} → ${JSON.stringify(after[key])}`);
  }
  const newTexts = { output: report.output, prompt: report.prompt, summary: report.summary };
  const oldTexts = {
    output: event.name === 'tool.after' ? event.result.text : undefined,
    prompt: event.name === 'prompt.submit' ? event.prompt : undefined,
    summary: undefined,
  };
  const lines = Object.entries(newTexts).flatMap(([part, text]) => {
    if (text === undefined) return [];
    const old = oldTexts[part as keyof typeof oldTexts];
    return [`${part}: ${old === undefined ? 'nothing' : JSON.stringify(old)} → ${JSON.stringify(text)}`];
  });
  return report.modelMessages === undefined ? lines : [...lines, `messages: ${JSON.stringify(report.modelMessages)}`];
}

/** The original input, with the same field names as the rewritten one. */
function originalInputOf({ host: agent }: FireReport, event: Event): Readonly<Record<string, unknown>> {
  if (!hasCall(event)) return {};
  const raw = (event.raw as { readonly tool_input?: Readonly<Record<string, unknown>> }).tool_input;
  return agent === canonical.name ? event.call.input : (raw ?? event.call.input);
}
