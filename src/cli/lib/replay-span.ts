import { Option } from 'commander';
import type { Filter, Journal } from '../../records/journal/query.js';
import type { DecisionRecord } from '../../records/journal/record.js';
import type { Recorded } from '../../replay/recording.js';
import { sinceOf } from './journal-filter.js';
import { wholeNumber } from './options.js';

/** Which part of the journal, as it is typed. */
export interface SpanOptions {
  readonly since?: string;
  readonly until?: string;
  readonly session?: string;
  readonly host?: string;
  readonly last?: string;
}

/** The options that choose a span of the journal. */
export const spanOptions = (): readonly Option[] => [
  new Option('--since <when>', 'from this time on: 90s, 30m, 2h or 7d ago, or a date: 2026-11-15, 2026-11-15T12:30'),
  new Option('--until <when>', 'up to this time'),
  new Option('--session <id>', 'only this session'),
  new Option('--host <host>', 'only events of this agent'),
  new Option('--last <n>', `the last n events; ${usualLast} where no other bound is given`),
];

/** Events of the journal that are meant where nothing bounds them. */
export const usualLast = 10_000;
const mostLast = 10_000_000;

/** What the options mean. */
export interface Span {
  readonly filter: Filter;
  /** The latest so many; all where it is not given. */
  readonly last?: number;
}

/** `from` is now; `usual` is how many events are meant where nothing bounds them. */
export function spanOf(options: SpanOptions, from: number, usual?: number): Span {
  const since = options.since === undefined ? undefined : sinceOf(options.since, from);
  const until = options.until === undefined ? undefined : sinceOf(options.until, from, '--until');
  const { session, host } = options;
  const bounded = since !== undefined || session !== undefined;
  const last =
    options.last === undefined ? (bounded ? undefined : usual) : wholeNumber('--last', options.last, [1, mostLast]);
  const filter: Filter = {
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(session !== undefined && { session }),
    ...(host !== undefined && { host }),
  };
  return { filter, ...(last !== undefined && { last }) };
}

const pageSize = 500;

/** The events of a span that belong to a project, oldest first, with what is kept of them. */
export async function* eventsIn(journal: Journal, { filter, last }: Span, root: string): AsyncIterable<Recorded> {
  const isOurs = (decision: DecisionRecord) => decision.root === root;
  const pages = last === undefined ? pagesOf(journal, filter, 'oldest') : latest(journal, filter, last, isOurs);
  for (const page of pages) {
    const ours = page.filter(isOurs);
    const details = journal.details(ours.map(({ id }) => id));
    for (const decision of ours) {
      const detail = details.get(decision.id);
      yield { decision, ...(detail && { detail }) };
    }
  }
}

function* pagesOf(
  journal: Journal,
  filter: Filter,
  order: 'oldest' | 'newest',
): Generator<readonly DecisionRecord[], void> {
  let after: string | undefined;
  for (;;) {
    const page = journal.list(filter, { limit: pageSize, order, ...(after !== undefined && { after }) });
    yield page;
    after = page.at(-1)?.id;
    if (after === undefined || page.length < pageSize) return;
  }
}

/** The last ones are found from the end, and told from the beginning. */
function* latest(
  journal: Journal,
  filter: Filter,
  last: number,
  isOurs: (decision: DecisionRecord) => boolean,
): Generator<readonly DecisionRecord[], void> {
  const found: DecisionRecord[] = [];
  for (const page of pagesOf(journal, filter, 'newest')) {
    found.push(...page.filter(isOurs));
    if (found.length >= last) break;
  }
  const chosen = found.slice(0, last).reverse();
  for (let at = 0; at < chosen.length; at += pageSize) yield chosen.slice(at, at + pageSize);
}
