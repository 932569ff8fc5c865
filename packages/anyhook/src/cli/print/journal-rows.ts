import { basename } from 'node:path';
import type { Decision } from '@anyhook/core';
import { decisionSubject } from '../../journal/decision-subject.js';
import type { DecisionRecord, DetailRecord, RunRecord } from '../../journal/record.js';
import type { Colors } from '../terminal/io.js';
import { cutLine, oneLine, type TableCell } from '../terminal/text.js';

/** The color of a decision, the same in all output. */
export const decisionColor = (decision: Decision, { red, yellow, green, dim }: Colors): ((text: string) => string) =>
  ({ deny: red, ask: yellow, allow: green, pass: dim })[decision];

export interface RowOptions {
  readonly colors: Colors;
  /** Undefined: lines are not cut. */
  readonly width: number | undefined;
  /** Milliseconds since the epoch; decisions of today are shown without a date. */
  readonly now: number;
  /** Show the project of each decision, because there may be several. */
  readonly showProject: boolean;
}

/** From this width on, durations and hooks get columns. */
const wideTerminalColumns = 110;

/** One decision on one line: time, id, verdict, agent, hooks and subject. */
export function journalRow(
  record: DecisionRecord,
  detail: DetailRecord | undefined,
  options: RowOptions,
): readonly TableCell[] {
  const { colors, width = Number.POSITIVE_INFINITY, now, showProject } = options;
  const { dim, cyan } = colors;
  const failed = record.hooks.filter(({ outcome, ended }) => isBroken(outcome) || isBroken(ended?.outcome));
  const failedText = failed.length > 0 ? `! ${failed.map(({ hook }) => oneLine(hook)).join(', ')}  ` : '';
  const subject = `${failedText}${subjectLine(record, detail)}`;
  const deciders = oneLine(decidingHooks(record));
  const paint = record.alert ? colors.red : decisionColor(record.decision, colors);
  return [
    { text: timeText(record.at, now), paint: dim },
    { text: record.id, paint: cyan },
    { text: decisionText(record), paint },
    ...(showProject ? [{ text: cutLine(oneLine(basename(record.root) || record.root), 16), paint: dim }] : []),
    { text: record.host },
    { text: record.event },
    ...(width >= wideTerminalColumns
      ? [{ text: msText(record.ms).padStart(7), paint: dim }, { text: cutLine(deciders, 28), paint }, { text: subject }]
      : [{ text: deciders === '' ? subject : `[${deciders}] ${subject}` }]),
  ];
}

const isBroken = (outcome: string | undefined): boolean => outcome === 'failed' || outcome === 'timeout';

const decisionText = ({ decision, rewrites, stop, alert }: DecisionRecord): string =>
  `${alert ? 'ALERT ' : ''}${decision}${rewrites ? '*' : ''}${stop ? '!' : ''}`;

const decidingHooks = ({ decision, hooks }: DecisionRecord): string =>
  decision === 'pass'
    ? ''
    : [...new Set(hooks.filter((run) => madeDecision(run, decision)).map(({ hook }) => hook))].join(', ');

const madeDecision = (run: RunRecord, decision: Decision): boolean => !run.shadow && run.decision === decision;

export const subjectLine = (record: DecisionRecord, detail: DetailRecord | undefined): string =>
  oneLine(decisionSubject(record, detail));

/** 12:30:07 today, Nov 14 12:30 before. */
export function timeText(at: number, now: number): string {
  const date = new Date(at);
  const twoDigits = (n: number) => String(n).padStart(2, '0');
  const time = `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
  if (date.toDateString() === new Date(now).toDateString()) return `${time}:${twoDigits(date.getSeconds())}`;
  return `${date.toLocaleString('en', { month: 'short' })} ${twoDigits(date.getDate())} ${time}`;
}

/** 0.3 ms, 12 ms, 1.2 s. */
export const msText = (ms: number): string =>
  ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1_000 ? `${ms.toFixed(0)} ms` : `${(ms / 1_000).toFixed(1)} s`;
