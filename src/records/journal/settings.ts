/** `journal:` of the user or managed config. Plain data, for the cache. */
export interface JournalConfig {
  readonly enabled: boolean;
  /** Days for which decisions are kept. */
  readonly days: number;
  /** Megabytes that the journal may take; the oldest decisions go first. */
  readonly maxMb: number;
  /** What is kept of payloads and texts: with secrets taken out, or nothing. */
  readonly payloads: 'redacted' | 'none';
  /** Wait for the disk before each answer. */
  readonly sync: boolean;
}

export const usualJournal: JournalConfig = { enabled: true, days: 30, maxMb: 512, payloads: 'redacted', sync: false };
