import { type Decision, outcomes, parseObject } from '@anyhook/core';
import { decisionNumber } from '../decision-id.js';
import type { DecisionRecord, SpoolLine } from '../record.js';

/** Parses one line of the spool; undefined if it is damaged, for instance because its writer died. */
export function parseSpoolLine(text: string): SpoolLine | undefined {
  const line = parseObject(text) as SpoolLine | undefined;
  if (line?.v !== 1) return undefined;
  if ('lost' in line) return Number.isSafeInteger(line.lost) && line.lost > 0 ? line : undefined;
  if ('decision' in line) return isDecision(line.decision) ? line : undefined;
  if ('detail' in line) return decisionNumber(String(line.detail?.id)) === undefined ? undefined : line;
  return typeof line.set?.hash === 'string' && Array.isArray(line.set.hooks) ? line : undefined;
}

const textFields = ['host', 'event', 'nativeEvent', 'session', 'caller', 'root', 'cwd', 'hookSet', 'via'] as const;
const decisions: readonly Decision[] = ['pass', 'allow', 'ask', 'deny'];

function isDecision(record: DecisionRecord | undefined): boolean {
  if (typeof record !== 'object' || record === null) return false;
  return (
    decisionNumber(String(record.id)) !== undefined &&
    textFields.every((key) => typeof record[key] === 'string') &&
    decisions.includes(record.decision) &&
    Number.isFinite(record.ms) &&
    Array.isArray(record.hooks) &&
    record.hooks.every(
      (run) =>
        typeof run?.hook === 'string' &&
        outcomes.includes(run.outcome) &&
        decisions.includes(run.decision) &&
        Number.isFinite(run.ms),
    )
  );
}
