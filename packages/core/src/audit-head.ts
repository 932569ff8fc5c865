import { parseObject } from './json.js';

/** What a device stores about its audit outside of the journal, which may get damaged. */
export interface AuditHead {
  readonly device: string;
  /** The last record; 0 and zeros if there is none. */
  readonly sequence: number;
  readonly hash: string;
  /** The last record that a receiver has confirmed. */
  readonly acked: number;
  /** Bytes of the records after it. */
  readonly unsentBytes: number;
  /** Decisions that were not recorded because the journal was full. */
  readonly lost: number;
  /** The journal is full: the next record does not fit. */
  readonly isFull: boolean;
}

export function parseAuditHead(text: string | undefined): AuditHead | undefined {
  const value = parseObject(text);
  if (typeof value?.['device'] !== 'string' || typeof value['hash'] !== 'string') return undefined;
  const number = (name: string) => (Number.isSafeInteger(value[name]) ? (value[name] as number) : 0);
  return {
    ...{ device: value['device'], hash: value['hash'], isFull: value['isFull'] === true },
    ...{ sequence: number('sequence'), acked: number('acked'), lost: number('lost') },
    unsentBytes: number('unsentBytes'),
  };
}
