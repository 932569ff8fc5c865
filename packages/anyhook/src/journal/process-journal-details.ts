import { join } from 'node:path';
import { fileStamp, writeAtomic } from '@anyhook/core';
import { redactSecrets } from '../redact/redact-secrets.js';
import { journalPaths } from './journal-files.js';
import { type AnsweredEvent, type DetailRecord, detailRecord, type HookSet, type SpoolLine } from './record.js';
import { redactionKey } from './redaction-key.js';
import { boundDetail, shortenTexts } from './truncate.js';

interface HookSetJob {
  readonly state: string;
  readonly set: HookSet;
  readonly write: (line: SpoolLine) => void;
  readonly now: number;
}

/** A set is written again after a day: the journal may have deleted it by then. */
const rewriteMs = 24 * 3_600_000;
/** How long this process relies on that check. */
const checkMs = 60_000;

/** When this process last checked that a set is written, by its mark. */
const checkedSets = new Map<string, number>();
const maxSets = 100;

/** Writes the hook set of a decision if it is new. */
export function writeHookSet({ state, set, write, now }: HookSetJob): void {
  const mark = join(journalPaths(state).dir, 'sets', set.hash);
  if (now - (checkedSets.get(mark) ?? 0) <= checkMs) return;
  const writtenAt = fileStamp(mark)?.mtimeMs ?? 0;
  if (now - writtenAt > rewriteMs) {
    write({ v: 1, set });
    writeAtomic(mark, '');
  }
  if (checkedSets.size >= maxSets) checkedSets.clear();
  checkedSets.set(mark, now);
}

/** The details of a decision without secrets. */
export function detailLine(state: string, id: string, decided: AnsweredEvent): SpoolLine {
  const { value } = redactSecrets(boundDetail(detailRecord(decided, id)), { key: redactionKey(state) });
  const { value: detail, cut } = shortenTexts(value);
  return { v: 1, detail: { ...(detail as DetailRecord), id, ...(cut && { cut: true }) } };
}
