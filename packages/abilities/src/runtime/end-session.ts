import type { EventOf, HookReport, TaskSummary, Verdict } from '@anyhook/core';
import { changedSince, isoNow, withoutUndefined } from '@anyhook/core';
import type { Task, ToolRunner } from '../tasks/task.js';
import { isoTime } from '../tasks/views.js';
import type { ProjectView, SessionWorld, StoredSession } from './project-view.js';
import { baselineOf, sessionCaller, sessionFields } from './session.js';

export type EndedBy = 'stop' | 'idle';

/** What a session did, as its session.end hooks saw it. Nothing that a hook returns here reaches the AI. */
export interface SessionSummary {
  readonly session_id: string;
  readonly started_at: string;
  readonly ended_at: string;
  /** Whether it was stopped, or ended because it was idle. */
  readonly ended_by: EndedBy;
  readonly turns: number;
  readonly changed_files: readonly string[];
  readonly abilities_used: readonly string[];
  readonly tasks_summary: readonly TaskSummary[];
  /** Tasks that were created but not run. */
  readonly tasks_left: readonly string[];
  /** The hooks that took part. */
  readonly hooks: readonly { readonly id: string; readonly outcome: HookReport['outcome']; readonly ms: number }[];
  /** Messages of hooks for the user, and notes about what was dropped. */
  readonly messages: readonly string[];
  readonly notes: readonly string[];
}

const pageSize = 500;
const maxTasks = 10_000;

async function tasksOf(id: string, runner: ToolRunner): Promise<readonly Task[]> {
  const tasks: Task[] = [];
  while (tasks.length < maxTasks) {
    const before = tasks.at(-1)?.key;
    const next = await runner.list({ session: id, limit: pageSize, ...(before !== undefined && { before }) });
    tasks.push(...next);
    if (next.length < pageSize) break;
  }
  return tasks.reverse();
}

/** How tasks that ran ended; a task whose runner died counts as failed. */
function summariesOf(tasks: readonly Task[]): readonly TaskSummary[] {
  return tasks.flatMap(({ key, ability, status }) => {
    const summaryStatus = summaryStatuses[status];
    return summaryStatus ? [{ task_key: key, ability_id: ability.value, status: summaryStatus }] : [];
  });
}

const summaryStatuses: Readonly<Partial<Record<Task['status'], TaskSummary['status']>>> = {
  success: 'success',
  partial: 'partial',
  failure: 'failure',
  interrupted: 'failure',
};

/** The names of abilities that ran, in the order of their first task. */
const abilitiesOf = (tasks: readonly Task[]): readonly string[] => [
  ...new Set(tasks.filter(({ startedAt }) => startedAt !== undefined).map(({ ability }) => ability.value)),
];

export async function runSessionEnd(
  session: StoredSession,
  project: ProjectView,
  { env, reason, endedBy }: { readonly env: SessionWorld['env']; readonly reason: string; readonly endedBy: EndedBy },
): Promise<SessionSummary> {
  const { work } = baselineOf(session);
  const tasks = await tasksOf(session.id, (await project.tools(sessionCaller(session))).runner);
  const data = withoutUndefined({
    ...sessionFields(session),
    reason,
    // Outside a repository the engine knows what the calls of the session changed.
    changedFiles: work && (await changedSince(work, { cwd: session.cwd, env })),
    abilitiesUsed: abilitiesOf(tasks),
    tasks: summariesOf(tasks),
    startedAt: isoTime(session.startedAt),
    endedAt: isoNow(),
  });
  return summaryOf(session, tasks, {
    endedBy,
    ...(!project.mayAskGit && { note: gitNotAskedText }),
    ...(await project.fire('session.end', { sessionId: session.id, data })),
  });
}

const gitNotAskedText =
  'git was not asked for changed files, because the project is not trusted and no hook needs them: see "anyhook trust"';

/** The answer to a stop, which is also stored. */
function summaryOf(
  session: StoredSession,
  tasks: readonly Task[],
  {
    event,
    verdict,
    endedBy,
    note,
  }: {
    readonly event: EventOf<'session.end'>;
    readonly verdict: Verdict;
    readonly endedBy: EndedBy;
    readonly note?: string;
  },
): SessionSummary {
  const matched = verdict.hooks.filter(({ outcome }) => outcome !== 'not-matched');
  return {
    session_id: session.id,
    started_at: event.startedAt ?? isoTime(session.startedAt),
    ended_at: event.endedAt ?? event.timestamp,
    ended_by: endedBy,
    turns: session.turns,
    changed_files: event.changedFiles ?? [],
    abilities_used: event.abilitiesUsed ?? [],
    tasks_summary: event.tasks ?? [],
    tasks_left: tasks.filter(({ status }) => status === 'ready' || status === 'waiting').map(({ key }) => key),
    hooks: matched.map(({ hook, outcome, ms }) => ({ id: hook.id, outcome, ms: Math.round(ms) })),
    messages: verdict.messages,
    notes: note === undefined ? verdict.notes : [...verdict.notes, note],
  };
}
