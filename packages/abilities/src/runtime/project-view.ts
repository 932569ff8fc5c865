import type { EventName, EventOf, ToolEvent, Verdict } from '@anyhook/core';
import type { LoadedAbility } from '../registry/ability.js';
import type { StoredSession, TaskStore } from '../tasks/store/task-store.js';
import type { CallerInfo, ToolRunner } from '../tasks/task.js';
import type { ParentSession } from '../tasks/task-events.js';

/** Where a session works, and the environment of its hooks and abilities. */
export interface SessionWorld {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Events of a session and its turns; those of abilities are fired by the tool runner. */
export type SessionEvent = Exclude<EventName, ToolEvent['name'] | 'task.create' | 'other'>;

export interface SessionEventFields {
  readonly sessionId: string;
  readonly prompt?: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface SessionTools {
  readonly runner: ToolRunner;
  readonly abilities: readonly LoadedAbility[];
  close(): void;
}

/** A project during one request: its hooks and abilities in their current state. */
export interface ProjectView {
  readonly root: string;
  /** Whether git may be asked what a session changed: the project is trusted, or an active hook of its end needs it. */
  readonly mayAskGit: boolean;
  /** Runs hooks of all formats on an event of the session; returns the event as they saw it. */
  fire<N extends SessionEvent>(
    name: N,
    fields: SessionEventFields,
    signal?: AbortSignal,
  ): Promise<{ readonly event: EventOf<N>; readonly verdict: Verdict }>;
  /** Loaded at the first call; `caller` owns the session, `parent` is the session that started it. */
  tools(caller?: CallerInfo, parent?: ParentSession): Promise<SessionTools>;
  close(): void;
}

/** Finds the project that contains a folder. */
export type OpenProjectView = (world: SessionWorld) => Promise<ProjectView>;

export type RuntimeSessionStore = Pick<
  TaskStore,
  'insertSession' | 'getSession' | 'listSessions' | 'countTurn' | 'recordUse' | 'endSession'
>;

export type { StoredSession };
