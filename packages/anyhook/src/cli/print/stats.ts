import type { Decision } from '@anyhook/core';
import type { JournalStats, OutcomeStats } from '../../journal/query.js';
import { type Colors, colorsFor, type Io, print, printJson, terminalWidth } from '../terminal/io.js';
import { countNoun, oneLine, type TableCell, tableLines } from '../terminal/text.js';
import { decisionColor, msText } from './journal-rows.js';

const decisions: readonly Decision[] = ['deny', 'ask', 'allow', 'pass'];

/** Counts of the journal, and how many approvals people gave in that time. */
export interface ShownStats extends JournalStats {
  readonly approved: number;
}

/** Counts, block rates and times, with small bars. */
export function printStats(io: Io, stats: ShownStats, { json }: { readonly json: boolean }): void {
  if (json) printJson(io, stats);
  else if (stats.events.count === 0 && stats.hooks.length === 0) print(io, 'no matching decisions');
  else printCharts(io, stats);
}

function printCharts(io: Io, { events, by, over, hooks, approved }: ShownStats): void {
  const colors = colorsFor(io);
  const width = terminalWidth(io) ?? 100;
  const { dim, bold, cyan } = colors;
  const printTable = (title: string, rows: readonly (readonly TableCell[])[]) => {
    if (rows.length === 0) return;
    print(io, '');
    print(io, bold(title));
    for (const line of tableLines(rows, width - 2)) print(io, `  ${line}`);
  };
  print(
    io,
    `${bold(countNoun(events.count, 'decision'))}  ${dim(`p50 ${msText(events.p50)}  p95 ${msText(events.p95)}`)}`,
  );
  printTable(
    'verdicts',
    decisions
      .filter((decision) => events.decisions[decision] > 0)
      .map((decision) => [
        { text: decision, paint: decisionColor(decision, colors) },
        numberCell(events.decisions[decision]),
        { text: percent(events.decisions[decision], events.count), paint: dim },
        { text: bar(events.decisions[decision], events.count, barWidth), paint: decisionColor(decision, colors) },
      ]),
  );
  const stopped = events.decisions.deny + events.decisions.ask;
  if (stopped > 0) {
    const share = approved > 0 ? ` (${percent(approved, stopped).trim()})` : '';
    print(
      io,
      `\n${countNoun(stopped, 'call')} stopped, ${approved} approved by a person with "anyhook approve"${share}`,
    );
  }
  for (const [title, list] of [
    ['agents', by.host],
    ['events', by.event],
    ['tools', by.tool],
  ] as const)
    printTable(
      title,
      list
        .slice(0, maxRows)
        .map(([name, all, denied]) => [
          { text: oneLine(name) },
          numberCell(all),
          { text: denied === 0 ? '' : `${percent(denied, all)} denied`, paint: colors.red },
          { text: bar(all, list[0]?.[1] ?? 1, barWidth), paint: cyan },
        ]),
    );
  printTable(`over time, by the ${over.unit}`, timeRows(over, colors, width));
  const rows = [
    hookHead(colors),
    ...hooks.slice(0, maxHooks).map((hook) => hookRow(hook, hooks[0]?.count ?? 1, colors)),
  ];
  // A narrow terminal shows names instead of bars.
  if (hooks.length > 0) printTable('hooks', width < 100 ? rows.map((row) => row.slice(0, -1)) : rows);
}

const maxHooks = 50;
const barWidth = 24;
const maxRows = 12;

const numberCell = (n: number): TableCell => ({ text: n.toLocaleString('en').padStart(9) });

const percent = (part: number, all: number): string =>
  all === 0 ? '' : `${((100 * part) / all).toFixed(part > 0 && part / all < 0.1 ? 1 : 0)} %`.padStart(6);

/** Eighths of a character. */
const eighths = ['', '▏', '▎', '▍', '▌', '▋', '▊', '▉'];

/** A bar proportional to the value; a value above zero is always visible. */
export function bar(value: number, max: number, width: number): string {
  const parts = max > 0 ? Math.round((value / max) * width * 8) : 0;
  const eighthCount = value > 0 ? Math.max(1, parts) : 0;
  return '█'.repeat(Math.floor(eighthCount / 8)) + (eighths[eighthCount % 8] ?? '');
}

const heights = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/** One column per hour or day, the latest on the right. */
function timeRows(
  { unit, spans }: JournalStats['over'],
  { cyan, red, dim }: Colors,
  width: number,
): readonly (readonly TableCell[])[] {
  const step = unit === 'hour' ? 3_600_000 : 86_400_000;
  const last = spans.at(-1)?.[0];
  if (last === undefined || spans.length < 2) return [];
  const columns = Math.min(width - 20, Math.round((last - (spans[0]?.[0] ?? last)) / step) + 1);
  const countsByStart = new Map(spans.map(([start, all, denied]) => [start, [all, denied] as const]));
  const values = Array.from(
    { length: columns },
    (_, i) => countsByStart.get(last - (columns - 1 - i) * step) ?? ([0, 0] as const),
  );
  const chartLine = (column: 0 | 1) => {
    const max = Math.max(1, ...values.map((value) => value[column]));
    return values
      .map((value) => heights[value[column] === 0 ? 0 : Math.max(1, Math.round((value[column] / max) * 8))])
      .join('');
  };
  const day = (ms: number) =>
    new Date(ms)
      .toISOString()
      .slice(unit === 'hour' ? 5 : 0, unit === 'hour' ? 13 : 10)
      .replace('T', ' ');
  const first = last - (columns - 1) * step;
  const scale = `${day(first)}${' '.repeat(Math.max(1, columns - 2 * day(first).length))}${day(last)}`;
  return [
    [{ text: 'all' }, { text: chartLine(0), paint: cyan }],
    ...(spans.some(([, , denied]) => denied > 0) ? [[{ text: 'denied' }, { text: chartLine(1), paint: red }]] : []),
    [
      { text: 'UTC', paint: dim },
      { text: scale, paint: dim },
    ],
  ];
}

const hookHead = ({ dim }: Colors): readonly TableCell[] =>
  [
    'hook',
    'decisions'.padStart(9),
    'deny'.padStart(6),
    'ask'.padStart(6),
    'failed',
    'p50'.padStart(7),
    'p95'.padStart(7),
    '',
  ].map((text) => ({ text, paint: dim }));

function hookRow(
  hook: OutcomeStats & { readonly hook: string; readonly shadow: boolean },
  max: number,
  colors: Colors,
): readonly TableCell[] {
  const { decisions: decisionCounts, outcomes, count: total } = hook;
  const failures = (outcomes.failed ?? 0) + (outcomes.timeout ?? 0);
  const rate = (n: number) => (n === 0 ? '' : percent(n, total));
  return [
    { text: `${oneLine(hook.hook)}${hook.shadow ? ' (shadow)' : ''}`, paint: colors.cyan },
    numberCell(total),
    { text: rate(decisionCounts.deny), paint: colors.red },
    { text: rate(decisionCounts.ask), paint: colors.yellow },
    { text: rate(failures), paint: colors.red },
    { text: msText(hook.p50).padStart(7) },
    { text: msText(hook.p95).padStart(7) },
    { text: bar(total, max, 16), paint: colors.cyan },
  ];
}
