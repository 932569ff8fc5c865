import { setTimeout as wait } from 'node:timers/promises';
import { AnyhookError, now, quoteValue, withoutUndefined } from '@anyhook/core';
import type { DecisionLookup, DecisionRef, Journal, JournalEntry } from './query.js';

function refOf(journal: Journal, { id, denied, call, root }: EntryQuery): DecisionRef {
  if (id !== undefined) return { id };
  if (call !== undefined) return { call };
  if (!denied && root === undefined) return { last: true };
  const filter = { ...(denied && { decision: 'deny' as const }), ...withoutUndefined({ root }) };
  const [latest] = journal.list(filter, { limit: 1 });
  if (latest) return { id: latest.id };
  const what = denied ? 'nothing was denied so far' : 'nothing was decided so far';
  throw new AnyhookError('BAD_ARGUMENT', root === undefined ? what : `${what} in ${root}; --all searches all projects`);
}

/** The engine stores details a moment after its answer. */
const detailDelayMs = 3_000;
const pollMs = 50;

/** Selects one decision; without a field, the last one. */
interface EntryQuery {
  /** The beginning of its id. */
  readonly id?: string | undefined;
  /** The last one that was denied. */
  readonly denied?: boolean | undefined;
  /** The last one of the project with this root. */
  readonly root?: string | undefined;
  /** The last one about this tool call. */
  readonly call?: string | undefined;
}

/** The selected decision, with its details as soon as they are stored. */
export async function findEntry(journal: Journal, query: EntryQuery): Promise<JournalEntry> {
  const ref = refOf(journal, query);
  const deadline = now() + detailDelayMs;
  for (;;) {
    const entry = entryIn(journal.get(ref), ref);
    const { decision, detail } = entry;
    const mayArrive = !detail && decision.via === 'engine' && now() - decision.at < detailDelayMs;
    if (!mayArrive || now() > deadline) return entry;
    await wait(pollMs);
    journal.refresh();
  }
}

function entryIn(result: DecisionLookup, ref: DecisionRef): JournalEntry {
  if (result.kind === 'found') return result.entry;
  throw new AnyhookError('BAD_ARGUMENT', notFoundText(result, ref));
}

function notFoundText(result: Exclude<DecisionLookup, { kind: 'found' }>, ref: DecisionRef): string {
  if (result.kind === 'several') return `several ids start like this: ${result.ids.join(', ')}; type more of the id`;
  if ('id' in ref) return `no decision has the id ${quoteValue(ref.id)}; see "anyhook log"`;
  if ('call' in ref) return `no decision is about the tool call ${quoteValue(ref.call)}; see "anyhook log"`;
  return 'nothing has been decided yet; see "anyhook log"';
}
