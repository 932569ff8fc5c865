import type { Decided, HookSet } from './record.js';
import type { JournalConfig } from './settings.js';

/** What a project's decisions are written down by. */
export interface Book {
  readonly config: JournalConfig;
  /** The hooks that are loaded; made when it is first asked for. */
  readonly set: () => HookSet;
}

/** Takes note of answered events. Never throws, never waits. */
export interface Recorder {
  record(decided: Omit<Decided, 'hookSet' | 'via'>, book: Book): void;
}
