import { decisionSubject } from '../journal/decision-subject.js';
import type { Journal } from '../journal/query.js';
import type { DecisionRecord, RunRecord } from '../journal/record.js';
import type { DecisionRow, RowHook } from './page-types.js';

/** The fields of a decision for a list, which may get a thousand of these per second. */
export function rowOf(record: DecisionRecord): DecisionRow {
  const fields = Object.fromEntries(rowFields.map((name) => [name, record[name]])) as Pick<DecisionRecord, RowField>;
  return { ...fields, hooks: record.hooks.map(rowHook) };
}

const rowFields = [
  ...(['id', 'at', 'host', 'event', 'session', 'tool', 'toolName', 'root', 'agent', 'decision'] as const),
  ...(['rewrites', 'stop', 'alert', 'ms'] as const),
];
export type RowField = (typeof rowFields)[number];

const rowHook = ({ hook, outcome, decision, shadow }: RunRecord): RowHook => ({
  hook,
  ...(outcome !== 'ok' && { outcome }),
  ...(decision !== 'pass' && { decision }),
  ...(shadow && { shadow }),
});

/** Decisions as the page shows them, with their subjects. */
export function rowsOf(journal: Journal | undefined, records: readonly DecisionRecord[]): readonly DecisionRow[] {
  const details = journal?.details(records.map(({ id }) => id));
  return records.map((record) => {
    const detail = details?.get(record.id);
    return { ...rowOf(record), ...(detail && { text: decisionSubject(record, detail) }) };
  });
}
