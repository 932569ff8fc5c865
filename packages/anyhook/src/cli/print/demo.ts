import { type Event, type Hook, type HookReport, hasCall, type Verdict } from '@anyhook/core';
import type { Agent, Wire } from '../../agents/agent.js';
import { formatNames } from '../../formats/index.js';
import type { DemoStep } from '../terminal/demo.js';
import type { Colors } from '../terminal/io.js';

export interface DemoEvent {
  readonly step: DemoStep;
  readonly agent: Agent;
  readonly event: Event;
  readonly verdict: Verdict;
  readonly wire: Wire;
  /** Hooks of this event that did not match. */
  readonly idle: readonly Hook[];
}

interface DemoPrinter {
  opening(hooks: readonly Hook[]): void;
  step(demoEvent: DemoEvent, number: number): void;
  closing(all: readonly DemoEvent[], ms: number, audit: string | undefined): void;
}

/** Wider lines are hard to read. */
const maxWidth = 98;
/** Columns that a hook line needs besides its text. */
const otherColumns = { wide: 60, narrow: 51 };

/** Prints the story of the demo, one short block per event. */
export function demoPrinter(to: {
  readonly write: (text: string) => void;
  readonly colors: Colors;
  /** The folder that paths are relative to. */
  readonly project: string;
  /** Columns of the terminal; undefined without one. */
  readonly columns: number | undefined;
}): DemoPrinter {
  const c = to.colors;
  const width = Math.min(maxWidth, to.columns ?? maxWidth);
  const isNarrow = width < 90;
  const line = (text = '') => to.write(`${text}\n`);
  const shortenPaths = (text: string) => text.replaceAll(`${to.project}/`, '').replaceAll(to.project, '.');
  const fit = (text: string, max: number) => cut(shortenPaths(text), max);

  const printHookReport = ({ hook, outcome, decision, reason, ms, gave = [], recheck }: HookReport) => {
    const word = outcome !== 'ok' ? outcome : gave.includes('rewrite') ? 'rewrite' : decision;
    const paint = paints[word] ?? 'dim';
    const effect =
      outcome === 'started' ? 'runs in the background' : (reason ?? gave.map((gift) => effectTexts[gift]).join(', '));
    const recheckNote = recheck ? ' (asked again about the rewritten call)' : '';
    const time = outcome === 'started' ? '' : `${Math.round(ms)} ms`.padStart(7);
    const textWidth = Math.max(1, width - (isNarrow ? otherColumns.narrow : otherColumns.wide));
    const text = fit(effect + recheckNote, textWidth).padEnd(textWidth);
    const format = isNarrow ? '' : `${c.dim(hook.dialect.padEnd(8))} `;
    line(`    ${format}${cut(hook.id, 30).padEnd(30)} ${c[paint](word.padEnd(8))} ${text}${c.dim(time)}`.trimEnd());
  };

  const printVerdict = ({ event, verdict: all, wire }: DemoEvent) => {
    const { label, paint, text } = summary(event, all);
    const [first = '', ...rest] = wrap(shortenPaths(text), width - 6 - label.length, 3);
    line(`    ${c[paint](c.bold(label))}  ${first}`.trimEnd());
    for (const more of rest) line(`    ${' '.repeat(label.length)}  ${more}`);
    for (const context of all.context) line(`      ${c.dim('model ←')} ${fit(context, width - 14)}`);
    const notes = new Set(all.notes);
    for (const message of all.messages)
      if (!notes.has(message)) line(`      ${c.dim('user  ←')} ${fit(message, width - 14)}`);
    for (const note of all.notes) line(`      ${c.dim('note   ')} ${c.yellow(fit(note, width - 14))}`);
    const bytes =
      shortenPaths(wire.stdout.trim() || wire.stderr.trim()) || 'nothing, which this agent reads as "continue"';
    const [head = '', ...tail] = wrap(bytes, width - 23, 2);
    line(`      ${c.dim(`agent ← exit ${wire.exitCode}  ${head}`)}`);
    for (const more of tail) line(`${' '.repeat(22)}${c.dim(more)}`);
  };

  return {
    opening(hooks) {
      line();
      line(`  ${c.bold('anyhook demo')}`);
      line();
      const introduction = [
        `A scripted agent works in a small shop. ${hooks.length} hooks in five formats check every step.`,
        'No model is called. Everything happens in a temporary folder that is removed at the end.',
      ];
      for (const text of introduction) for (const one of wrap(text, width - 2, 3)) line(`  ${one.trim()}`);
      line();
      for (const format of formatNames()) {
        const formatHooks = hooks.filter((hook) => hook.dialect === format);
        line(`    ${format.padEnd(9)}${c.dim(fit(formatHooks.map(({ id }) => id).join(', '), width - 14))}`);
      }
    },
    step(demoEvent, number) {
      const { step, agent, event, idle } = demoEvent;
      const where = `${event.name}  ${agent.title}`;
      const title = `${String(number).padStart(2)}  ${step.story}`;
      line();
      const gap = width - title.length - where.length;
      if (gap >= 2) line(`${c.bold(title)}${' '.repeat(gap)}${c.cyan(where)}`);
      else {
        line(c.bold(title));
        line(`    ${c.cyan(where)}`);
      }
      const eventText = eventSummary(event);
      if (eventText) line(`    ${fit(eventText, width - 4)}`);
      for (const one of demoEvent.verdict.hooks) printHookReport(one);
      if (idle.length > 0) line(`    ${c.dim(fit(`not for this: ${idle.map(({ id }) => id).join(', ')}`, width - 4))}`);
      printVerdict(demoEvent);
    },
    closing(all, ms, audit) {
      const runs = all.flatMap((told) => told.verdict.hooks).length;
      const count = (decision: string) => all.filter((told) => told.verdict.decision === decision).length;
      const rewritten = all.filter((told) => told.verdict.rewrite).length;
      line();
      line(`  ${c.bold('In short')}`);
      line(`  ${all.length} events of 3 agents, ${runs} hook runs, ${(ms / 1000).toFixed(1)} s.`);
      line(`  ${rewritten} calls rewritten, ${count('deny')} denied, ${count('ask')} passed to a person.`);
      if (audit) line(`  In the background audit-log wrote ${c.dim(fit(audit, width - 36))}`);
      line();
      line(`  ${c.bold('Next, in a project of yours')}`);
      for (const [purpose, command] of nextCommands) {
        const fits = 19 + command.length <= width;
        line(`    ${c.dim(fits ? purpose.padEnd(15) : purpose)}${fits ? command : ''}`);
        // Commands to copy are never cut.
        if (!fits) line(`      ${command}`);
      }
      line();
    },
  };
}

const nextCommands = [
  ['write a hook', 'npx anyhook hooks new my-hook --format hook-md --event tool.before'],
  ['list hooks', 'npx anyhook list'],
  ['trust hooks', 'npx anyhook trust'],
  ['try them', `npx anyhook fire tool.before --tool shell --input '{"command":"ls"}'`],
] as const;

type ColorName = 'red' | 'yellow' | 'green' | 'cyan' | 'dim';

const paints: Readonly<Record<string, ColorName>> = {
  blocked: 'red',
  deny: 'red',
  ask: 'yellow',
  allow: 'green',
  rewrite: 'cyan',
  failed: 'red',
  timeout: 'red',
  started: 'green',
};

const effectTexts = {
  rewrite: 'changes the call',
  context: 'tells the model',
  message: 'tells the user',
  stop: 'stops the agent',
} as const;

/** The verdict in plain words. */
function summary(
  event: Event,
  { decision, reason, rewrite }: Verdict,
): { label: string; paint: ColorName; text: string } {
  const text = reason ?? '';
  if (decision === 'deny')
    return { label: event.name === 'agent.stop' ? 'KEEP WORKING' : 'DENIED', paint: 'red', text };
  if (decision === 'ask') return { label: 'ASK A PERSON', paint: 'yellow', text };
  if (rewrite?.of === 'input' && hasCall(event)) {
    const changed = Object.entries(rewrite.value).filter(([key, value]) => event.call.input[key] !== value);
    return { label: 'REWRITTEN', paint: 'cyan', text: changed.map(([key, value]) => `${key}: ${value}`).join(', ') };
  }
  return decision === 'allow'
    ? { label: 'ALLOWED', paint: 'green', text }
    : { label: 'GO ON', paint: 'green', text: '' };
}

function eventSummary(event: Event): string {
  if (event.name === 'prompt.submit') return `"${event.prompt}"`;
  if (event.name === 'agent.stop') return `"${event.response ?? ''}"`;
  if (!hasCall(event)) return '';
  const { nativeName, input } = event.call;
  const { command, path, paths, newText } = input;
  const target = command ?? path ?? (Array.isArray(paths) ? paths.join(', ') : '');
  const change = typeof newText === 'string' ? `  → ${newText}` : '';
  return `${nativeName}  ${String(target)}${change}`;
}

const singleLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** One line of at most `max` characters. */
const cut = (text: string, max: number): string => {
  const line = singleLine(text);
  return line.length > max ? `${line.slice(0, max - 1)}…` : line;
};

/** At most `lines` lines of at most `max` characters, wrapped at a nearby space if possible. */
function wrap(text: string, max: number, lines: number): readonly string[] {
  const rest = singleLine(text);
  if (rest.length <= max || lines === 1) return [cut(rest, max)];
  const space = rest.lastIndexOf(' ', max);
  const end = space > max * 0.6 ? space : max;
  return [rest.slice(0, end), ...wrap(rest.slice(end), max, lines - 1)];
}
