import type { Flip } from '../../replay/flip.js';
import type { ReplayReport, UncomparedEvents } from '../../replay/replay.js';
import { type Colors, type PrintTarget, print } from '../terminal/io.js';
import { countNoun, cutLine, oneLine } from '../terminal/text.js';

const maxFlips = 1_000;
const maxReasons = 20;

/** Prints a replay: how many decisions flip, which ones, and because of which hook. */
export function printReplayReport(report: ReplayReport, what: string, { io, colors, width }: PrintTarget): void {
  const { total, flipped, flips, left } = report;
  const line = `${what} flips ${formatNumber(flipped)} of ${countNoun(total, 'decision').replace(String(total), formatNumber(total))}`;
  print(io, colors.bold(flipped > 0 ? colors.red(line) : colors.green(line)));
  for (const [hook, hookFlips] of byHook(flips.slice(0, maxFlips))) {
    print(io, '');
    const title = hook === '' ? 'by no single hook' : oneLine(hook);
    print(io, `${colors.cyan(title)}  ${colors.dim(countNoun(hookFlips.length, 'flip'))}`);
    for (const flip of hookFlips) for (const text of flipLines(flip, colors)) print(io, fitLine(text, width));
  }
  if (flips.length > maxFlips)
    print(io, colors.dim(`… and ${formatNumber(flips.length - maxFlips)} more: --json lists all`));
  print(io, '');
  print(io, countsLine(report));
  for (const one of left.slice(0, maxReasons)) print(io, fitLine(colors.dim(uncomparedLine(one)), width));
  if (left.length > maxReasons)
    print(io, colors.dim(`  … and ${left.length - maxReasons} more reasons: --json lists all`));
}

function byHook(flips: readonly Flip[]): ReadonlyMap<string, readonly Flip[]> {
  const groups = new Map<string, Flip[]>();
  for (const flip of flips) groups.set(flip.hook ?? '', [...(groups.get(flip.hook ?? '') ?? []), flip]);
  return new Map([...groups].sort(([, a], [, b]) => b.length - a.length));
}

function flipLines(flip: Flip, colors: Colors): readonly string[] {
  const { id, at, host: agent, event, tool, about, before, after, why, reason, also } = flip;
  const origin = [id, at.slice(0, 16).replace('T', ' '), agent, event, ...(tool === undefined ? [] : [tool])];
  const oldReason = reason === undefined ? '' : `; it said: ${reason}`;
  const others = also ? ` (also ${also.join(', ')})` : '';
  return [
    `  ${oneLine(before)} → ${colors.bold(oneLine(after))}  ${oneLine(origin.join(' '))}  ${oneLine(about)}`,
    colors.dim(`    ${oneLine(`${why}${oldReason}${others}`)}`),
  ];
}

const countsLine = ({ same, flipped, notReplayed, unknown }: ReplayReport): string =>
  `${formatNumber(same)} same, ${formatNumber(flipped)} flipped, ${formatNumber(notReplayed)} not replayed, ${formatNumber(unknown)} unknown`;

function uncomparedLine({ kind, hook, why, count: times }: UncomparedEvents): string {
  const what = kind === 'unknown' ? 'unknown' : 'not replayed';
  return `  ${formatNumber(times)} ${what}: ${hook === undefined ? '' : `[${oneLine(hook)}] `}${oneLine(why)}`;
}

/** 2300 as 2,300. */
const formatNumber = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');

const fitLine = (text: string, width: number | undefined): string =>
  width === undefined ? text : cutLine(text, width);
