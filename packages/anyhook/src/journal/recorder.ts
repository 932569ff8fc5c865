import type { AuditMark } from './audit-record.js';
import type { AnsweredEvent, HookSet } from './record.js';
import type { JournalConfig } from './settings.js';

export interface RecordingPolicy {
  readonly config: JournalConfig;
  /** The policy of the machine audits, so the config cannot switch the journal off. */
  readonly audit?: AuditMark;
  /** The loaded hooks; computed at the first call. */
  readonly set: () => HookSet;
}

/** Records answered events. Never throws, never waits. */
export interface Recorder {
  /** Returns the id of the decision; undefined if it is not recorded. */
  record(decided: Omit<AnsweredEvent, 'hookSet' | 'via'>, policy: RecordingPolicy): string | undefined;
}
