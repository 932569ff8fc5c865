import { type AsyncHookRecord, asyncLogFile, parseObject, readText, withoutUndefined } from '@anyhook/core';
import type { DecisionRecord, RunRecord } from './record.js';

/** Larger than a full log file. */
const maxBytes = 4 * 1024 * 1024;
const maxLines = 3;

/** The decisions with the endings of async hooks, which are recorded after the decision, in a separate file. */
export function withAsyncEndings(records: readonly DecisionRecord[], state: string): readonly DecisionRecord[] {
  if (!records.some(({ hooks }) => hooks.some(({ job }) => job !== undefined))) return records;
  const endings = readEndings(asyncLogFile(state));
  const withEnding = (run: RunRecord): RunRecord => {
    const ending = run.job === undefined ? undefined : endings.get(run.job);
    return ending ? { ...run, ended: ending } : run;
  };
  return records.map((record) => ({ ...record, hooks: record.hooks.map(withEnding) }));
}

function readEndings(file: string): ReadonlyMap<string, NonNullable<RunRecord['ended']>> {
  const endings = new Map<string, NonNullable<RunRecord['ended']>>();
  for (const path of [`${file}.1`, file]) {
    for (const line of (readText(path, maxBytes) ?? '').split('\n')) {
      // A half-written or foreign line is not a record.
      const record = parseObject(line) as AsyncHookRecord | undefined;
      if (record?.job !== undefined) endings.set(record.job, endingOf(record));
    }
  }
  return endings;
}

function endingOf({ outcome, ms, detail, exitCode, stdout = '', stderr = '' }: AsyncHookRecord) {
  const text = stderr.trim() === '' ? stdout : stderr;
  const output = text.trim().split('\n').slice(-maxLines);
  return { outcome, ms, ...withoutUndefined({ detail, exitCode }), ...(text.trim() !== '' && { output }) };
}
