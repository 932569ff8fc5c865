import { join } from 'node:path';
import { fileStamp, writeAtomic } from '../../platform/files/files.js';
import { redactSecrets } from '../redact/redact-secrets.js';
import { journalPaths } from './journal-files.js';
import { type AnsweredEvent, type DetailRecord, detailRecord, type HookSet, type SpoolLine } from './record.js';
import { redactionKey } from './redaction-key.js';
import { boundDetail, shortenTexts } from './truncate.js';

export interface DetailsJob {
  readonly state: string;
  readonly id: string;
  readonly decided: AnsweredEvent;
  readonly set: HookSet;
  readonly write: (line: SpoolLine) => void;
  readonly now: number;
  readonly keepsPayloads: boolean;
}

/** A set is written again after a day: the journal may have deleted it by then. */
const againMs = 24 * 3_600_000;
/** How long this process relies on that check. */
const minuteMs = 60_000;

/** When this process last checked that a set is written, by its mark. */
const checkedSets = new Map<string, number>();
const maxSets = 100;

/** Writes the details of a decision without secrets, and the hook set if it is new. */
export function writeDetails({ state, id, decided, set, write, now, keepsPayloads }: DetailsJob): void {
  const mark = join(journalPaths(state).dir, 'sets', set.hash);
  if (now - (checkedSets.get(mark) ?? 0) > minuteMs) {
    const writtenAt = fileStamp(mark)?.mtimeMs ?? 0;
    if (now - writtenAt > againMs) {
      write({ v: 1, set });
      writeAtomic(mark, '');
    }
    if (checkedSets.size >= maxSets) checkedSets.clear();
    checkedSets.set(mark, now);
  }
  if (!keepsPayloads) return;
  const { value } = redactSecrets(boundDetail(detailRecord(decided, id)), { key: redactionKey(state) });
  const { value: detail, cut } = shortenTexts(value);
  write({ v: 1, detail: { ...(detail as DetailRecord), id, ...(cut && { cut: true }) } });
}
