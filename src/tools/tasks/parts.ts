import type { Ability, JsonObject, LoadedAbility } from '../../abilities/ability.js';
import type { Problem } from '../../core/errors.js';
import type { TaskStore } from './store/task-store.js';
import type { CallerInfo, Ended, GuardAnswer, Task } from './task.js';

/** Where abilities are found. */
export interface Abilities {
  find(name: string): LoadedAbility | undefined;
  names(): readonly string[];
  /** What is wrong in the registry files: with this ability where that can be told, else with another. */
  trouble(name: string): Problem | undefined;
}

/** What hooks are asked before a task is created. */
export interface Wanted {
  readonly ability: Ability;
  readonly input: JsonObject;
  readonly environment?: string;
  readonly caller: CallerInfo;
}

/** What hooks are asked before a task runs, and told after it. */
export interface Called {
  readonly ability: Ability;
  readonly task: Task;
  readonly caller: CallerInfo;
}

/** What the hooks said, with what the runner alone needs to know. */
export interface Guarded {
  readonly answer: GuardAnswer;
  /** The whole input, where hooks rewrote it. */
  readonly input?: JsonObject;
  /** The question that waits for a person. */
  readonly pending?: string;
}

/** The hooks around abilities. Never rejects: what cannot be asked is a denial. */
export interface Guard {
  preflight(wanted: Wanted, signal?: AbortSignal): Promise<Guarded>;
  before(called: Called, signal?: AbortSignal): Promise<Guarded>;
  /** Tells how it ended; whatever comes of it, the answer stays. */
  after(called: Called, ended: Ended): Promise<void>;
  /** Settles when a person has answered a question, or nobody will any more: the time is up or the caller went away. */
  answered(pending: string, untilMs: number, signal?: AbortSignal): Promise<boolean>;
}

/** What an ability gets while it runs. */
export interface Running {
  readonly signal?: AbortSignal;
  readonly progress?: (line: string) => void;
  /** Who runs it. */
  readonly caller: CallerInfo;
  /** Takes the leader of the process group that works for the task. */
  readonly child: (leader: number) => Promise<unknown>;
  /** Does a step of a workflow, as a task of its own. */
  readonly step: (ability: string, input: JsonObject, signal?: AbortSignal) => Promise<Ended>;
}

/** Carries an ability out. Never rejects. */
export type Execute = (ability: Ability, task: Task, running: Running) => Promise<Ended>;

/** What a tool runner is made of. */
export interface RunnerParts {
  /** The project, by which tasks are kept. */
  readonly root: string;
  /** The abilities as they are now, for a caller who wants this one. */
  readonly abilities: (name: string) => Promise<Abilities>;
  readonly store: TaskStore;
  readonly guard: Guard;
  readonly execute: Execute;
  readonly callerOf: (given?: Partial<CallerInfo>) => CallerInfo;
  /** A short text without secrets. */
  readonly summarize: (value: unknown) => string;
  /** Milliseconds for measuring spans. */
  readonly ticks: () => number;
  /** Days for which ended tasks are kept, as it is set now. */
  readonly keepDays: () => Promise<number>;
  /** Holds where a caller names none. */
  readonly environment?: string;
}
