import { AnyhookError, type Decision, quoteValue, userPaths } from '@anyhook/core';
import { type Command, Option } from 'commander';
import { findAgent } from '../../agents/index.js';
import { formats } from '../../formats/index.js';
import { eventByName } from '../../hooks/event-names.js';
import { findProjectRoot, isProjectFolder } from '../../hooks/project-root.js';
import type { DecisionFilter } from '../../journal/query.js';
import type { Io } from './io.js';

/** The options that select decisions. */
export interface FilterOptions {
  readonly session?: string;
  readonly agent?: string;
  readonly event?: string;
  readonly tool?: string;
  readonly decision?: Decision;
  readonly hook?: string;
  readonly since?: string;
  readonly shadow?: true;
}

/** The root of the project in which a command runs, to show only its decisions; undefined outside of a project. */
export function journalRoot({ cwd, env, home }: Pick<Io, 'cwd' | 'env' | 'home'>): string | undefined {
  const { root } = findProjectRoot(cwd, userPaths(env, home));
  return isProjectFolder(root) ? root : undefined;
}

export const allProjectsOption = (): Option => new Option('--all', 'decisions of all projects, not only of this one');

export const addFilterOptions = (command: Command): Command =>
  command
    .option('--session <id>', 'only decisions of this session')
    .option('--agent <agent>', 'only decisions for this agent')
    .option('--event <event>', 'only decisions on this event: tool.before, PreToolUse, …')
    .option('--tool <tool>', "only decisions about this tool: shell, edit, …, or the agent's own name for it")
    .addOption(
      new Option('--decision <decision>', 'only decisions with this verdict').choices(['pass', 'allow', 'ask', 'deny']),
    )
    .option('--hook <id>', 'only decisions in which this hook took part')
    .option(
      '--since <when>',
      'only decisions since then: 90s, 30m, 2h, 7d ago, or a date: 2026-11-15, 2026-11-15T12:30',
    );

/** Parses the options; throws if they are invalid. */
export function parseFilter(options: FilterOptions, now: number): DecisionFilter {
  const { session, agent, event, tool, decision, hook, since, shadow } = options;
  return {
    ...(session !== undefined && { session }),
    ...(agent !== undefined && { host: findAgent(agent).name }),
    ...(event !== undefined && { event: eventByName(event, formats).events[0] }),
    ...(tool !== undefined && { tool }),
    ...(decision !== undefined && { decision }),
    ...(hook !== undefined && { hook }),
    ...(since !== undefined && { since: parseSince(since, now) }),
    ...(shadow && { shadow }),
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
