import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** The keeper's records, compared with the devices' decisions. */
export interface RecordCounts {
  readonly decided: number;
  /** Decided but not kept. */
  readonly lost: number;
  /** Kept more than once. */
  readonly doubled: number;
  /** Kept, but not a decision of any device. */
  readonly foreign: number;
  /** Kept after a later record of the same device. */
  readonly late: number;
}

/** Reads all files of the keeper. Records are equal only if every byte is. */
export async function compareRecords(decided: Iterable<string>, folder: string): Promise<RecordCounts> {
  const open = new Set(decided);
  const total = open.size;
  const seen = new Set<string>();
  const heads = new Map<string, number>();
  let [doubled, foreign, late] = [0, 0, 0];
  for (const name of readdirSync(folder)
    .filter((one) => one.endsWith('.ndjson'))
    .sort())
    for await (const line of createInterface({ input: createReadStream(join(folder, name)) })) {
      const { device, sequence } = JSON.parse(line) as { readonly device: string; readonly sequence: number };
      const key = `${device}:${sequence}`;
      if (seen.has(key)) doubled += 1;
      else if (!open.delete(line)) foreign += 1;
      seen.add(key);
      if (sequence < (heads.get(device) ?? 0)) late += 1;
      heads.set(device, Math.max(sequence, heads.get(device) ?? 0));
    }
  return { decided: total, lost: open.size, doubled, foreign, late };
}
