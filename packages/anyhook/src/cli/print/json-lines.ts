import type { Journal } from '../../journal/query.js';
import type { DecisionRecord } from '../../journal/record.js';
import { type Io, print } from '../terminal/io.js';

/** Prints one JSON object per line. */
export function printJsonLines(io: Io, journal: Journal, records: readonly DecisionRecord[], details: boolean): void {
  const detailsById = details ? journal.details(records.map(({ id }) => id)) : new Map();
  for (const record of records) {
    const detail = detailsById.get(record.id);
    print(io, JSON.stringify(detail ? { ...record, detail } : record));
  }
}
