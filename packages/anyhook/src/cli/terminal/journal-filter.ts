import { AnyhookError, quoteValue, userPaths, withoutUndefined } from '@anyhook/core';
import type { commands } from '../../../.cache/commands.js';
import { findAgent } from '../../agents/index.js';
import { formats } from '../../formats/index.js';
import { eventByName } from '../../hooks/event-names.js';
import { findProjectRoot, isProjectFolder } from '../../hooks/project-root.js';
import type { DecisionFilter } from '../../journal/query.js';
import type { OptionsOf } from './add-command.js';
import type { Io } from './io.js';

/** The options that select decisions. */
export type FilterOptions = OptionsOf<(typeof commands)['log export']> & { readonly shadow?: true };

/** The root of the project in which a command runs, to show only its decisions; undefined outside of a project. */
export function journalRoot({ cwd, env, home }: Pick<Io, 'cwd' | 'env' | 'home'>): string | undefined {
  const { root } = findProjectRoot(cwd, userPaths(env, home));
  return isProjectFolder(root) ? root : undefined;
}

/** Parses the options; throws if they are invalid. */
export function parseFilter(options: FilterOptions, now: number): DecisionFilter {
  const { session, agent, event, tool, decision, hook, since, shadow } = options;
  return {
    ...withoutUndefined({ session, tool, decision, hook, shadow }),
    ...(agent !== undefined && { host: findAgent(agent).name }),
    ...(event !== undefined && { event: eventByName(event, formats).events[0] }),
    ...(since !== undefined && { since: parseSince(since, now) }),
  };
}

const units: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/** Milliseconds since the epoch of "2h" (ago), or of a date in local time. */
export function parseSince(text: string, now: number, option = '--since'): number {
  const [, amount, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  if (amount !== undefined) return now - Number(amount) * (units[unit] ?? 0);
  const [, day] = /^(\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  const time = /^\d{4}-\d\d-\d\d/.test(text) ? Date.parse(day === undefined ? text : `${day}T00:00:00`) : Number.NaN;
  if (Number.isNaN(time))
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `${option}: expected a time such as 90s, 30m, 2h, 7d, 2026-11-15 or 2026-11-15T12:30, got ${quoteValue(text)}`,
    );
  return time;
}
