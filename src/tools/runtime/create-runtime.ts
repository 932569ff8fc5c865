import { isAbsolute, resolve } from 'node:path';
import { AnyhookError, quoteValue } from '../../core/errors.js';
import {
  homeFolder,
  processEnvironment as ownEnvironment,
  workingFolder,
} from '../../platform/process/process-defaults.js';
import type { TrustMode } from '../../project/trust.js';
import type { CallerInfo } from '../tasks/task.js';
import type { SessionSummary } from './end-session.js';
import { type Planner, planTurn, type TurnResult } from './plan-turn.js';

export interface CreateRuntimeOptions {
  /** Decides what to do in a turn. */
  readonly planner: Planner;
  /** Where the agent works; the project around it is loaded. Default: the process's working directory. */
  readonly cwd?: string;
  /** The environment of hooks and abilities. Default: the process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How hooks and abilities of the project become trusted. Default: by a person with `anyhook trust`. */
  readonly trust?: TrustMode;
  /** Where tasks run, such as `staging`. */
  readonly environment?: string;
  /** Who the session is for, if not an AI. */
  readonly caller?: Omit<Partial<CallerInfo>, 'session_id'>;
  /** How often the planner is called in one turn. Default 20. */
  readonly maxRounds?: number;
}

export interface PromptOptions {
  /** Files that the user has open. */
  readonly files?: readonly string[];
  /** Cancels the turn and ends a running task. */
  readonly signal?: AbortSignal;
}

/** A session that a planner drives. */
export interface RuntimeSession {
  readonly id: string;
  /** Texts of session.start hooks for the user. */
  readonly messages: readonly string[];
  /** One turn: runs the prompt's hooks, then the planner until it is done. */
  prompt(text: string, options?: PromptOptions): Promise<TurnResult>;
  /** Runs the session.end hooks once and returns a summary of the session. */
  stop(): Promise<SessionSummary>;
}

/** Sessions of one project, in this process. */
export interface Runtime {
  /** Starts a session; rejects if a hook denies it. */
  session(): Promise<RuntimeSession>;
  /** Closes the store. Sessions that were not stopped stay open in it, and are ended after 7 days without use. */
  close(): Promise<void>;
}

/**
 * The agent runtime as a library: hooks of every dialect around the sessions, prompts and abilities of a project.
 *
 * @example
 * const runtime = createRuntime({
 *   planner({ turnContext, results, round }) {
 *     if (round === 1) return [{ action: 'CREATE_TASK', ability: 'text.echo', input: { text: turnContext.prompt } }];
 *     const [created] = results;
 *     if (round === 2 && created?.ok) return [{ action: 'RUN_TASK', task_key: String(created.result['task_key']) }];
 *   },
 * });
 * const session = await runtime.session();
 * const turn = await session.prompt('say hello');
 * console.log(turn.status, turn.results);
 * console.log(await session.stop());
 * await runtime.close();
 */
export function createRuntime(options: CreateRuntimeOptions): Runtime {
  const { planner, environment, caller, trust, maxRounds = 20 } = checked(options);
  const cwd = resolve(options.cwd ?? workingFolder());
  const env = options.env ?? ownEnvironment();
  let opened: ReturnType<typeof open> | undefined;
  let endingIdle: Promise<void> | undefined;
  const open = async () => {
    const { openRuntime } = await import('./local-runtime.js');
    return openRuntime({ env, home: homeFolder(), trust });
  };
  return {
    async session() {
      opened ??= open();
      // If the store could not be opened, the next session tries again.
      opened.catch(() => {
        opened = undefined;
      });
      const { runtime } = await opened;
      const wanted = { cwd, ...(environment !== undefined && { environment }), ...(caller && { caller }) };
      const { session, messages } = await runtime.start(wanted, { env });
      const { id, root } = session;
      endingIdle ??= runtime.endIdle({ env, root }).catch(() => undefined);
      return {
        id,
        messages,
        async prompt(text, { files, signal = new AbortController().signal } = {}) {
          const turn = await runtime.prompt(id, { text, ...(files && { files }) }, { env, signal });
          const act = (actions: readonly unknown[]) => runtime.act(id, actions, { env, signal });
          return planTurn(turn, { planner, maxRounds, act, signal });
        },
        stop: () => runtime.stop(id, { env }),
      };
    },
    async close() {
      await endingIdle;
      await (await opened)?.close();
      opened = undefined;
      endingIdle = undefined;
    },
  };
}

function checked(options: CreateRuntimeOptions): CreateRuntimeOptions {
  const { planner, maxRounds = 1, cwd } = options;
  const bad = (message: string) => new AnyhookError('BAD_ARGUMENT', `createRuntime: ${message}`);
  if (typeof planner !== 'function') throw bad(`"planner" must be a function, got ${quoteValue(planner)}`);
  if (!Number.isInteger(maxRounds) || maxRounds < 1)
    throw bad(`"maxRounds" must be a whole number above 0, got ${quoteValue(maxRounds)}`);
  if (cwd !== undefined && !isAbsolute(cwd)) throw bad(`"cwd" must be an absolute path, got ${quoteValue(cwd)}`);
  return options;
}
