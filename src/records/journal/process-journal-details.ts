import { join } from 'node:path';
import { stamp, writeAtomic } from '../../platform/files/files.js';
import { redactSecrets } from '../redact/secrets.js';
import { journalPlaces } from './journal-files.js';
import { type Decided, type DetailRecord, detailOf, type HookSet, type SpoolLine } from './record.js';
import { redactionKey } from './redaction-key.js';
import { bounded, shortened } from './truncate.js';

export interface Rest {
  readonly state: string;
  readonly id: string;
  readonly decided: Decided;
  readonly set: HookSet;
  readonly write: (line: SpoolLine) => void;
  readonly now: number;
  readonly keepsPayloads: boolean;
}

/** A set is written again after a day: the journal may have deleted it by then. */
const againMs = 24 * 3_600_000;

/** Writes the details of a decision without secrets, and the hook set if it is new. */
export function writeRest({ state, id, decided, set, write, now, keepsPayloads }: Rest): void {
  const mark = join(journalPlaces(state).dir, 'sets', set.hash);
  if (now - (stamp(mark)?.mtimeMs ?? 0) > againMs) {
    write({ v: 1, set });
    writeAtomic(mark, '');
  }
  if (!keepsPayloads) return;
  const { value } = redactSecrets(bounded(detailOf(decided, id)), { key: redactionKey(state) });
  const { value: detail, cut } = shortened(value);
  write({ v: 1, detail: { ...(detail as DetailRecord), id, ...(cut && { cut: true }) } });
}
