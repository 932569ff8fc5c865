import type { Wire } from '../agents/agent.js';
import type { EventDraft } from '../agents/canonical/event.js';
import { findAgent } from '../agents/index.js';
import type { EventName } from '../core/contract.js';
import { withoutUndefined as defined } from '../core/defined.js';
import type { Problem } from '../core/errors.js';
import type { Event } from '../core/event.js';
import type { Hook, LoadedHook } from '../core/hook.js';
import type { Verdict } from '../core/verdict.js';
import type { HostAnswer } from '../engine/decide.js';
import { isoNow } from '../platform/clock.js';
import { homeFolder, processEnvironment, workingFolder } from '../platform/process/process-defaults.js';
import type { TrustMode } from '../project/trust.js';
import { answerEvent, type EventService } from './answer-event.js';
import { createBriefMemo } from './brief-memo.js';
import { eventFromWords } from './canonical-event.js';
import { openProject, type World } from './engine.js';
import { engineParts } from './engine-parts.js';
import { processRecorder } from './process-recorder.js';
import { engineWithRecords } from './project-engine.js';
import { telemetryFor } from './telemetry.js';

export interface CreateEngineOptions {
  /** The agent's working directory; the project that contains it is loaded. Default: that of the process. */
  readonly cwd?: string;
  /** The agent's environment, which hooks see. Default: that of the process. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How project hooks become trusted. Default: by a person with `anyhook trust`. */
  readonly trust?: TrustMode;
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
  /** Takes a host's native payload and returns its native answer. */
  dispatch(
    host: string,
    payload: unknown,
    options?: FireOptions & { readonly event?: string },
  ): Promise<HostAnswer<Wire>>;
}

/**
 * Loads the hooks of the project that contains a folder, and answers events with them.
 *
 * @example
 * const engine = await createEngine({ cwd: '/home/me/project' });
 * const { verdict } = await engine.fire('tool.before', { tool: 'shell', input: { command: 'rm -rf /' } });
 * if (verdict.decision === 'deny') console.log(verdict.reason);
 */
export async function createEngine(options: CreateEngineOptions = {}): Promise<HookEngine> {
  const world: World = {
    cwd: options.cwd ?? workingFolder(),
    env: options.env ?? processEnvironment(),
    home: homeFolder(),
  };
  const project = await openProject(world, options.trust, { forEvent: true });
  const parts = engineParts(project, world);
  const { only } = options;
  const projectEngine = engineWithRecords(project, only ? { ...parts, hooks: parts.hooks.filter(only) } : parts);
  const service: EventService = {
    project: projectEngine,
    telemetry: telemetryFor(projectEngine.telemetry, world),
    recorder: processRecorder(world),
    memo: createBriefMemo(offCheckMs),
  };
  const callerOptions = ({ timeoutMs, signal }: FireOptions) => ({ world, budgetMs: timeoutMs, signal });
  return {
    hooks: project.hooks,
    problems: project.problems,
    async fire(name, words = {}, fireOptions = {}) {
      const draft = { ...words, name, cwd: words.cwd ?? world.cwd, sessionId: words.sessionId ?? 'local' };
      const { event, verdict } = await answerEvent(eventFromWords(draft, callerOptions(fireOptions)), service);
      return { event, verdict };
    },
    async dispatch(host, payload, { event: nativeName, ...fireOptions } = {}) {
      const agent = findAgent(host);
      const decode = () => {
        const context = { env: world.env, cwd: world.cwd, now: isoNow(), ...defined({ event: nativeName }) };
        return { host: agent, event: agent.decode(payload, context), context };
      };
      const { event, verdict, wire } = await answerEvent({ ...callerOptions(fireOptions), decode }, service);
      return { event, verdict, wire };
    },
  };
}
