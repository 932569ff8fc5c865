/** `journal:` of the user or managed config. Plain data, so that it can be cached. */
export interface JournalConfig {
  readonly enabled: boolean;
  /** Days for which decisions are kept. */
  readonly days: number;
  /** Size limit in megabytes; the oldest decisions are deleted first. */
  readonly maxMb: number;
  /** What is stored of payloads and texts: everything with secrets removed, or nothing. */
  readonly payloads: 'redacted' | 'none';
  /** Wait for the disk (fdatasync) before each answer. */
  readonly sync: boolean;
}

export const defaultJournalConfig: JournalConfig = {
  enabled: true,
  days: 30,
  maxMb: 512,
  payloads: 'redacted',
  sync: false,
};
