import { resolve } from 'node:path';
import type { Event, EventName, Hook, LoadedHook, Problem, UntrustedRule, Verdict } from '@anyhook/core';
import {
  withoutUndefined as defined,
  homeFolder,
  isoNow,
  now,
  processEnvironment,
  ticks,
  UntrustedHooksError,
  workingFolder,
} from '@anyhook/core';
import type { Wire } from '../agents/agent.js';
import type { EventDraft } from '../agents/canonical/event.js';
import { findAgent } from '../agents/index.js';
import { answerEvent, type EventService, existingFolder, type Memo, telemetryFor } from '../answer/answer-event.js';
import { eventFromWords } from '../answer/canonical-event.js';
import type { World } from '../answer/engine.js';
import { processRecorder } from '../answer/process-recorder.js';
import type { OpenProjectEngine } from '../answer/project-engine.js';
import type { AgentAnswer } from '../engine/decide.js';
import { offReason } from '../switches/off-switch.js';
import type { TrustMode } from '../trust/trust.js';
import { openLibraryEngine } from './library-engine.js';

export interface CreateEngineOptions {
  /** The agent's working directory; the project that contains it is loaded. Default: that of the process. */
  readonly cwd?: string;
  /** The agent's environment, which hooks see. Default: that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How project hooks become trusted. Default: by a person with `anyhook trust`. */
  readonly trust?: TrustMode;
  /**
   * What to do while project hooks are untrusted. `refuse`: no engine is created, and an existing one denies every guarded
   * call until they are trusted. `ignore`: the engine continues without them. Default: `refuse`.
   */
  readonly untrusted?: UntrustedRule;
  /** Leaves out hooks for which this returns false. */
  readonly only?: (hook: Hook) => boolean;
}

export interface FireOptions {
  /** Time limit for the answer, in milliseconds. */
  readonly timeoutMs?: number;
  /** Aborts the event when the agent disconnects. */
  readonly signal?: AbortSignal;
}

/** The fields of an event, in canonical names. */
export type FireEventFields = Partial<Omit<EventDraft, 'name' | 'now'>>;

/** How soon "anyhook off" and "anyhook on" take effect in this process. */
const offCheckMs = 50;

/** The hooks of one project, in this process. */
export interface HookEngine {
  readonly hooks: readonly LoadedHook[];
  readonly problems: readonly Problem[];
  /** Fires an event in canonical fields. */
  fire(name: EventName, words?: FireEventFields, options?: FireOptions): Promise<{ event: Event; verdict: Verdict }>;
  /** Takes an agent's native payload and returns its native answer. */
  dispatch(
    agent: string,
    payload: unknown,
    options?: FireOptions & { readonly event?: string },
  ): Promise<AgentAnswer<Wire>>;
}

/**
 * Loads the hooks of the project that contains a folder, and answers events with them. Rejects with an
 * `UntrustedHooksError` if they are untrusted; `trust` and `untrusted` change that.
 *
 * @example
 * const engine = await createEngine({ cwd: '/home/me/project', trust: 'project' });
 * const { verdict } = await engine.fire('tool.before', { tool: 'shell', input: { command: 'rm -rf /' } });
 * if (verdict.decision === 'deny') console.log(verdict.reason);
 */
export const createEngine = (options: CreateEngineOptions = {}): Promise<HookEngine> => openEngine(options);

/** An engine that reports whether it denies. */
export interface OpenedEngine extends HookEngine {
  /** Why guarded calls in this folder are denied, unless hooks are switched off. Default: the engine's folder. */
  refusal(cwd?: string): Promise<string | undefined>;
}

/** Like createEngine, for code built on it. */
export async function openEngine(options: CreateEngineOptions): Promise<OpenedEngine> {
  const world: World = {
    cwd: resolve(options.cwd ?? workingFolder()),
    env: options.env ?? processEnvironment(),
    home: homeFolder(),
  };
  const { trust, untrusted, only } = options;
  const library = await openLibraryEngine({ world, trust, untrusted, only });
  const service: EventService = {
    project: (request) => library.at(request.world.cwd),
    telemetry: telemetryFor(library.project.config.telemetry, world),
    recorder: processRecorder(world),
    memo: createBriefMemo(offCheckMs),
  };
  const refusal: OpenedEngine['refusal'] = async (cwd = world.cwd) => {
    if (offReason(world, now()) !== undefined) return undefined;
    return (await library.at(existingFolder(cwd, world.cwd))).refusal;
  };
  const why = await refusal();
  if (why !== undefined) throw new UntrustedHooksError(why);
  const callerOptions = ({ timeoutMs, signal }: FireOptions) => ({ world, budgetMs: timeoutMs, signal });
  return {
    get hooks() {
      return library.project.hooks;
    },
    get problems() {
      return library.project.problems;
    },
    refusal,
    async fire(name, words = {}, fireOptions = {}) {
      const draft = { ...words, name, cwd: words.cwd ?? world.cwd, sessionId: words.sessionId ?? 'local' };
      const incoming = eventFromWords(draft, callerOptions(fireOptions));
      const project: OpenProjectEngine = (request) => library.at(request.world.cwd, name);
      const { event, verdict } = await answerEvent(incoming, { ...service, project });
      return { event, verdict };
    },
    async dispatch(agentName, payload, { event: nativeName, ...fireOptions } = {}) {
      const agent = findAgent(agentName);
      const decode = () => {
        const context = { env: world.env, cwd: world.cwd, now: isoNow(), ...defined({ event: nativeName }) };
        return { agent, event: agent.decode(payload, context), context };
      };
      const { event, verdict, wire } = await answerEvent({ ...callerOptions(fireOptions), decode }, service);
      return { event, verdict, wire };
    },
  };
}

/** Remembers values for a moment, for a process that answers many events in a row. */
function createBriefMemo(ms: number): Memo {
  const known = new Map<string, unknown>();
  let since = ticks();
  return <T>(name: string, compute: () => T): T => {
    if (ticks() - since > ms) {
      known.clear();
      since = ticks();
    }
    if (!known.has(name)) known.set(name, compute());
    return known.get(name) as T;
  };
}
