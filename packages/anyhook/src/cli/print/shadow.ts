import { type Decision, now } from '@anyhook/core';
import type { DecisionFilter, Journal } from '../../journal/query.js';
import type { DecisionRecord, RunRecord } from '../../journal/record.js';
import { colorsFor, type Io, print, terminalWidth } from '../terminal/io.js';
import { countNoun, oneLine, type TableCell, tableLines } from '../terminal/text.js';
import { decisionColor, subjectLine, timeText } from './journal-rows.js';

const strength: Readonly<Record<Decision, number>> = { pass: 0, allow: 1, ask: 2, deny: 3 };

/** Maximum number of decisions to check, latest first. */
const maxChecked = 100_000;
const recordsPerPage = 1_000;

/** A decision that shadow hooks would have changed. */
interface ShadowChange {
  readonly record: DecisionRecord;
  readonly shadowDecision: Decision;
  readonly by: readonly string[];
}

/** Compares decisions with those that shadow hooks would have caused. */
export function printShadow(
  io: Io,
  journal: Journal,
  filter: DecisionFilter,
  options: { limit: number; json: boolean },
): void {
  const { changes, checkedCount } = findChanges(journal, { ...filter, shadow: true });
  const shown = changes.slice(0, options.limit).reverse();
  if (options.json) {
    for (const { record, shadowDecision, by } of shown)
      print(io, JSON.stringify({ ...record, shadow: { decision: shadowDecision, by } }));
    return;
  }
  const colors = colorsFor(io);
  const width = terminalWidth(io);
  const details = journal.details(shown.map(({ record }) => record.id));
  const rows = shown.map(({ record, shadowDecision, by }): readonly TableCell[] => [
    { text: timeText(record.at, now()), paint: colors.dim },
    { text: record.id, paint: colors.cyan },
    { text: record.decision, paint: decisionColor(record.decision, colors) },
    { text: '→', paint: colors.dim },
    { text: shadowDecision, paint: decisionColor(shadowDecision, colors) },
    { text: oneLine(by.join(', ')), paint: colors.cyan },
    { text: subjectLine(record, details.get(record.id)) },
  ]);
  for (const line of tableLines(rows, width)) print(io, line);
  const total =
    checkedCount === 0
      ? 'no shadow hook took part in a decision'
      : `shadow hooks took part in ${countNoun(checkedCount, 'decision')}`;
  print(io, `${total}${checkedCount === 0 ? '' : ` and would have changed ${changes.length}`}`);
}

function findChanges(
  journal: Journal,
  filter: DecisionFilter,
): { readonly changes: readonly ShadowChange[]; readonly checkedCount: number } {
  const changes: ShadowChange[] = [];
  let checkedCount = 0;
  let after: string | undefined;
  while (checkedCount < maxChecked) {
    const records = journal.list(filter, { limit: recordsPerPage, ...(after !== undefined && { after }) });
    checkedCount += records.length;
    for (const record of records) {
      const change = changeOf(record);
      if (change) changes.push(change);
    }
    after = records.at(-1)?.id;
    if (records.length < recordsPerPage) break;
  }
  return { changes, checkedCount };
}

/** A stronger decision or a rewrite; undefined if nothing would have changed. */
function changeOf(record: DecisionRecord): ShadowChange | undefined {
  const shadows = record.hooks.filter(({ shadow }) => shadow);
  const shadowDecision = shadows.reduce<Decision>(
    (a, { decision: b }) => (strength[b] > strength[a] ? b : a),
    record.decision,
  );
  const changesDecision = (run: RunRecord) =>
    strength[run.decision] > strength[record.decision] || run.gave?.includes('rewrite');
  const by = [...new Set(shadows.filter(changesDecision).map(({ hook }) => hook))];
  return by.length === 0 ? undefined : { record, shadowDecision, by };
}
