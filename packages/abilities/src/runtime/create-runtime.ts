import { isAbsolute, resolve } from 'node:path';
import { requireTrustedHooks, type TrustMode } from '@anyhook/anyhook';
import {
  AnyhookError,
  homeFolder,
  processEnvironment as ownEnvironment,
  quoteValue,
  type UntrustedRule,
  workingFolder,
} from '@anyhook/core';
import type { CallerInfo } from '../tasks/task.js';
import type { CompactionResult, CompactOptions, SummarizeTranscript } from './compact-session.js';
import type { DrivenSession } from './drive-session.js';
import type { SessionSummary } from './end-session.js';
import type { Planner, TurnResult } from './plan-turn.js';
import type { SubagentRequest, SubagentResult } from './run-subagent.js';
import type { TranscriptMessage } from './transcript.js';
import type { Control } from './turn.js';

export interface CreateRuntimeOptions {
  /** Decides what to do in a turn. */
  readonly planner: Planner;
  /** Where the agent works; the project that contains it is loaded. Default: the process's working directory. */
  readonly cwd?: string;
  /** The environment of hooks and abilities. Default: the process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How hooks and abilities of the project become trusted. Default: by a person with `anyhook trust`. */
  readonly trust?: TrustMode;
  /**
   * What to do while project hooks are untrusted. `refuse`: no session starts, and a running one starts nothing more
   * until they are trusted. `ignore`: sessions continue without them. Default: `refuse`.
   */
  readonly untrusted?: UntrustedRule;
  /** Where tasks run, such as `staging`. */
  readonly environment?: string;
  /** Who the session is for, if not an AI. */
  readonly caller?: Omit<Partial<CallerInfo>, 'session_id'>;
  /** How often the planner is called in one turn. Default 20. */
  readonly maxRounds?: number;
  /** How often in a row the planner may want the same actions. Default 10. */
  readonly maxSameRounds?: number;
  /** Makes the summary when a transcript is compacted. Without it, a hook must give one. */
  readonly summarize?: SummarizeTranscript;
  /** Tokens that the model can read. A transcript that fills nine tenths of it is compacted before the next call. */
  readonly contextLimit?: number;
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
  /** The transcript so far, for the model and for `resume`. */
  readonly transcript: readonly TranscriptMessage[];
  /** Passes a prompt to the running turn; `turn_ready` says whether it was accepted. */
  steer(text: string, options?: Pick<PromptOptions, 'files'>): Promise<Control>;
  /** Replaces the transcript by a summary, if the hooks allow it. */
  compact(options?: CompactOptions): Promise<CompactionResult>;
  /** Gives a task to another agent, in a separate session. */
  subagent(request: SubagentRequest): Promise<SubagentResult>;
  /** Runs the session.end hooks once and returns a summary of the session. */
  stop(): Promise<SessionSummary>;
}

/** Sessions of one project, in this process. */
export interface Runtime {
  /** Starts a session; rejects if a hook denies it, or with an `UntrustedHooksError` if hooks are untrusted. */
  session(): Promise<RuntimeSession>;
  /**
   * Continues a session that was not stopped, of this process or an earlier one. Its session.start hooks do not run
   * again: their context still applies. `transcript`: the former value of `session.transcript`.
   */
  resume(id: string, options?: { readonly transcript?: readonly TranscriptMessage[] }): Promise<RuntimeSession>;
  /** Closes the store. Sessions that were not stopped stay open in it, and are ended after 7 days without use. */
  close(): Promise<void>;
}

/**
 * The agent runtime as a library: hooks of every format around the sessions, prompts and abilities of a project.
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
  const { planner, environment, caller, trust, maxRounds = 20, maxSameRounds = 10 } = validateOptions(options);
  const { summarize, contextLimit, untrusted = 'refuse' } = options;
  const cwd = resolve(options.cwd ?? workingFolder());
  const env = options.env ?? ownEnvironment();
  let opening: ReturnType<typeof open> | undefined;
  let endingIdle: Promise<void> | undefined;
  const open = async () => {
    const { openRuntime } = await import('./open-runtime.js');
    return openRuntime({ env, home: homeFolder(), trust, untrusted });
  };
  const openDriver = async () => {
    await requireTrustedHooks({ world: { cwd, env, home: homeFolder() }, trust, untrusted });
    opening ??= open();
    // If the store could not be opened, the next session tries again.
    opening.catch(() => {
      opening = undefined;
    });
    const { runtime } = await opening;
    const { driveSession } = await import('./drive-session.js');
    const drive = (driven: DrivenSession) => {
      const { root } = driven.session;
      endingIdle ??= runtime.endIdle({ env, root }).catch(() => undefined);
      return driveSession(driven, {
        ...{ runtime, env, planner, maxRounds, maxSameRounds, summarize, contextLimit },
      });
    };
    return { runtime, drive };
  };
  return {
    async session() {
      const { runtime, drive } = await openDriver();
      const startRequest = { cwd, ...(environment !== undefined && { environment }), ...(caller && { caller }) };
      return drive(await runtime.start(startRequest, { env }));
    },
    async resume(id, { transcript } = {}) {
      const { runtime, drive } = await openDriver();
      return drive({ session: await runtime.reopen(id, { env, cwd }), messages: [], transcript });
    },
    async close() {
      await endingIdle;
      await (await opening)?.close();
      opening = undefined;
      endingIdle = undefined;
    },
  };
}

function validateOptions(options: CreateRuntimeOptions): CreateRuntimeOptions {
  const { planner, cwd, summarize } = options;
  const badArgument = (message: string) => new AnyhookError('BAD_ARGUMENT', `createRuntime: ${message}`);
  if (typeof planner !== 'function') throw badArgument(`"planner" must be a function, got ${quoteValue(planner)}`);
  for (const name of ['maxRounds', 'maxSameRounds', 'contextLimit'] as const) {
    const value = options[name] ?? 1;
    if (!Number.isInteger(value) || value < 1)
      throw badArgument(`"${name}" must be a whole number above 0, got ${quoteValue(value)}`);
  }
  if (summarize !== undefined && typeof summarize !== 'function')
    throw badArgument(`"summarize" must be a function, got ${quoteValue(summarize)}`);
  if (cwd !== undefined && !isAbsolute(cwd))
    throw badArgument(`"cwd" must be an absolute path, got ${quoteValue(cwd)}`);
  return options;
}
