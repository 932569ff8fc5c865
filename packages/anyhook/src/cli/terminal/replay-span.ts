import { Option } from 'commander';
import type { DecisionFilter } from '../../journal/query.js';
import type { Span } from '../../replay/journal-events.js';
import { parseSince } from './journal-filter.js';
import { parseNumberOption } from './options.js';

/** The options that select a span of the journal, as typed. */
export interface SpanOptions {
  readonly since?: string;
  readonly until?: string;
  readonly session?: string;
  readonly agent?: string;
  readonly last?: string;
}

/** The options that choose a span of the journal. */
export const spanOptions = (): readonly Option[] => [
  new Option('--since <when>', 'only events since then: 90s, 30m, 2h, 7d ago, or a date: 2026-11-15, 2026-11-15T12:30'),
  new Option('--until <when>', 'only events before then'),
  new Option('--session <id>', 'only events of this session'),
  new Option('--agent <agent>', 'only events of this agent'),
  new Option('--last <n>', `only the last n events (default without --since and --session: ${defaultLast})`),
];

/** Default number of events if no option limits them. */
export const defaultLast = 10_000;
const maxLast = 10_000_000;

/** Parses the options; `defaultCount` is the number of events if no option limits them. */
export function parseSpan(options: SpanOptions, now: number, defaultCount?: number): Span {
  const since = options.since === undefined ? undefined : parseSince(options.since, now);
  const until = options.until === undefined ? undefined : parseSince(options.until, now, '--until');
  const { session, agent } = options;
  const isLimited = since !== undefined || session !== undefined;
  const last =
    options.last === undefined
      ? isLimited
        ? undefined
        : defaultCount
      : parseNumberOption('--last', options.last, [1, maxLast]);
  const filter: DecisionFilter = {
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(session !== undefined && { session }),
    ...(agent !== undefined && { host: agent }),
  };
  return { filter, ...(last !== undefined && { last }) };
}
