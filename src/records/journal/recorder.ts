import type { AnsweredEvent, HookSet } from './record.js';
import type { JournalConfig } from './settings.js';

/** What a project's decisions are recorded with. */
export interface RecordingPolicy {
  readonly config: JournalConfig;
  /** The loaded hooks; computed at the first call. */
  readonly set: () => HookSet;
}

/** Records answered events. Never throws, never waits. */
export interface Recorder {
  record(decided: Omit<AnsweredEvent, 'hookSet' | 'via'>, book: RecordingPolicy): void;
}
