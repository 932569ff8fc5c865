import { withoutUndefined } from '@anyhook/core';
import type { commands } from '../../../.cache/commands.js';
import type { Span } from '../../replay/journal-events.js';
import type { OptionsOf } from './add-command.js';
import { parseSince } from './journal-filter.js';
import { parseNumberOption } from './options.js';

/** The options that select a span of the journal, as typed. */
export type SpanOptions = Omit<OptionsOf<(typeof commands)['log record']>, 'cwd'>;

/** Default number of events if no option limits them. */
export const defaultLast = 10_000;
const maxLast = 10_000_000;

/** Parses the options; `defaultCount` is the number of events if no option limits them. */
export function parseSpan(options: SpanOptions, now: number, defaultCount?: number): Span {
  const since = options.since === undefined ? undefined : parseSince(options.since, now);
  const until = options.until === undefined ? undefined : parseSince(options.until, now, '--until');
  const { session, agent: host } = options;
  const isLimited = since !== undefined || session !== undefined;
  const last =
    options.last === undefined
      ? isLimited
        ? undefined
        : defaultCount
      : parseNumberOption('--last', options.last, [1, maxLast]);
  return { filter: withoutUndefined({ since, until, session, host }), ...withoutUndefined({ last }) };
}
