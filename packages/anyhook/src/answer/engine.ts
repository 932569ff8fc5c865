import type { Ending, Event, HandlerKind, Hook, Limiter, OnVerdict } from '@anyhook/core';
import {
  hookDepth,
  maxHookDepth,
  now,
  standIns,
  ticks,
  tooDeepReason,
  userPaths,
  version,
  withoutUndefined,
} from '@anyhook/core';
import type { Agent, DecodeContext, Wire } from '../agents/agent.js';
import { callerNamesOf } from '../agents/environment.js';
import { type AgentAnswer, type DecideDeps, decide } from '../engine/decide.js';
import { permissionsLookup } from '../engine/permissions.js';
import { buildHookIndex, type HookIndex } from '../engine/plan.js';
import type { AsyncStartOutcome, HookRunner } from '../engine/run.js';
import type { SessionStore } from '../engine/session.js';
import { formatNamed, formats, loadLoaders } from '../formats/index.js';
import { builtinByName } from '../handlers/builtins/index.js';
import type { HandlerSettings, StartInTurn } from '../handlers/handler.js';
import { createHandlers, createHookRunner } from '../handlers/index.js';
import type { Spares } from '../handlers/spares/spares.js';
import { type LoadProjectOptions, loadProject, type Project, type TakeSnapshot } from '../hooks/load.js';
import type { Config } from '../hooks/merged-config.js';
import type { ProjectSnapshotDeps } from '../hooks/snapshot.js';
import { namesStartingWith, wholeEnvironment, withReplacedVariables } from '../resident/lazy-environment.js';
import { createSessionStore } from '../sessions/session-store.js';
import type { TrustMode } from '../trust/trust.js';
import { policySource } from './policy-source.js';

/** The agent's world: its folder and its environment. */
export interface World {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Home folder if the environment sets none. */
  readonly home: string;
  /** The folder that the agent calls its project. */
  readonly project?: string;
  /** Messages about variables of the agent that are ignored. */
  readonly ignored?: readonly string[];
}

export function openProject(
  world: World,
  trust?: TrustMode,
  options: Pick<LoadProjectOptions, 'forEvent' | 'withWaiting' | 'agentFolders'> = {},
): Promise<Project> {
  return loadProject({
    ...options,
    cwd: world.cwd,
    env: world.env,
    user: userPaths(world.env, world.home, world.project),
    trust,
    version,
    now,
    takeSnapshot: loadSnapshotTaker,
  });
}

/** Loads the code that reads all files of a project, bypassing the cache. */
export async function loadSnapshotTaker(): Promise<TakeSnapshot> {
  const [{ takeProjectSnapshot }, deps] = await Promise.all([import('../hooks/snapshot.js'), snapshotDeps()]);
  return (cwd, user, reader, agentFolders) => takeProjectSnapshot(cwd, user, deps, { reader, agentFolders });
}

/** What is needed to read hook and config files: the loaders of all formats, and the builtins. */
export async function snapshotDeps(): Promise<ProjectSnapshotDeps> {
  const [loaders, { checkBuiltin }, policy] = await Promise.all([
    loadLoaders(),
    import('../handlers/builtins/check.js'),
    policySource()?.load(),
  ]);
  return { loaders, formats, checkBuiltin, findBuiltin: builtinByName, findPolicy: policy?.findPolicy };
}

/** The parts of an engine: the hooks, their settings, and the session store. */
export interface EngineParts {
  readonly hooks: readonly Hook[];
  /** Why guarded calls are denied: hooks of the project are not trusted. */
  readonly refusal?: string;
  readonly settings: HandlerSettings;
  /** The profile chosen for a hook, which it gets in its environment. */
  readonly profileOf?: (hook: Hook, env: World['env']) => string | undefined;
  readonly stopLimit: number;
  readonly store: SessionStore;
  /** Starts an async hook in the background. */
  readonly startAsync: (hook: Hook, event: Event, env: World['env']) => Promise<AsyncStartOutcome>;
  /** Notes for the user, read when a session starts. */
  readonly notices?: DecideDeps['notices'];
  /** How many hooks do not run because they are not trusted, as text. */
  readonly skippedNotices?: DecideDeps['skippedNotices'];
  /** Whether the model also gets this text with a tool call. Default: true. */
  readonly notesAtTools?: boolean;
  /** Problems in hook files. */
  readonly problems?: DecideDeps['problems'];
  /** Unconfirmed agent code that runs before hooks, by the agent's environment. */
  readonly codeAbove?: ((env: World['env']) => ReturnType<NonNullable<DecideDeps['codeAbove']>>) | undefined;
  /** Looks up a person's decision about a call if the agent cannot ask; without it, an ask becomes a deny there. */
  readonly approve?: DecideDeps['approve'];
  /** Delays the start of a session's program until its turn; without it, programs start at once. */
  readonly runInTurn?: Limiter['run'];
  /** Prestarted interpreters; without them, a hook's interpreter starts when the hook runs. */
  readonly spares?: Spares;
}

export interface DecideOptions {
  readonly env: World['env'];
  readonly signal?: AbortSignal | undefined;
  readonly budgetMs?: number;
  /** Receives a line that says what a slow hook is doing. */
  readonly progress?: ((line: string) => void) | undefined;
  /** The agent's umask, for programs that hooks start; by default this process's own. */
  readonly umask?: number | undefined;
  /** Starts work of a hook that continues after the answer; missing: this process ends with its answer. */
  readonly afterAnswer?: ((work: () => Promise<void>) => void) | undefined;
  /** Registers work of a hook that needs the verdict of all hooks. */
  readonly onVerdict?: OnVerdict | undefined;
  /** Gets the event before any hook. */
  readonly observe?: ((event: Event) => void) | undefined;
  /** Filled with the hooks that are running, for watchers. */
  readonly atWork?: DecideDeps['atWork'];
  /** Texts for the user about this event, besides those of hooks. */
  readonly alerts?: readonly string[] | undefined;
  /** Replacements for external effects, used to decide a recorded event again. */
  readonly substitutes?: ReplaySubstitutes | undefined;
}

/** How to decide an event again without asking a person or reading state that has changed since. */
export interface ReplaySubstitutes {
  /** Wraps each run of a hook; it may give `run` another view of the event, or skip it. */
  readonly wrapRun: (hook: Hook, event: Event, run: (event: Event) => MaybeEnding) => MaybeEnding;
  readonly approve: DecideDeps['approve'];
  readonly changedFiles: DecideDeps['changedFiles'];
}

type MaybeEnding = Ending | Promise<Ending>;

export interface Engine {
  readonly index: HookIndex;
  /** The verdict on a decoded event, and the answer in the agent's own format. */
  decide(agent: Agent, event: Event, context: DecodeContext, options: DecideOptions): Promise<AgentAnswer<Wire>>;
}

/** The default time limit of an event; hooks have their own, shorter timeouts. */
const defaultBudgetMs = 600_000;

const permissionsOf = permissionsLookup(formats);
const runHandler = createHookRunner(createHandlers({ findBuiltin: builtinByName }));

/** Wires hooks, formats, handlers and the session store into an engine. */
export function wireEngine(parts: EngineParts): Engine {
  const { hooks, settings, profileOf, startAsync, notices = () => [], codeAbove, runInTurn, spares, ...others } = parts;
  const { stopLimit, store, approve, skippedNotices, notesAtTools, problems } = others;
  const fixed = { store, stopLimit, notices, skippedNotices, notesAtTools, problems, permissionsOf, ticks, now };
  const envFor = (hook: Hook, agentEnv: World['env'], isTruncated: boolean) => {
    const isManagedBuiltin = hook.scope === 'managed' && hook.handler.kind === 'builtin';
    // A program gets the whole environment.
    const known = hook.handler.kind === 'command' ? wholeEnvironment(agentEnv) : agentEnv;
    const env = isManagedBuiltin ? withoutContractVariables(agentEnv, isTruncated) : known;
    const profile = profileOf?.(hook, env);
    return profile === undefined || profile === env['SA_HOOK_PROFILE'] ? env : { ...env, SA_HOOK_PROFILE: profile };
  };
  const index = buildHookIndex(hooks, formats);
  const depsFor = (options: DecideOptions, isTruncated: boolean): DecideDeps => {
    const { env, signal, progress, observe, umask, atWork, afterAnswer, onVerdict, alerts, substitutes } = options;
    const began = ticks();
    const deadline = began + (options.budgetMs ?? defaultBudgetMs);
    /** A program gets its full timeout once its turn comes, but no more than is left for the answer. */
    const startInTurn =
      (admit: Limiter['run'], ...[, event, timeoutMs, waited]: Parameters<HookRunner>): StartInTurn =>
      (start) => {
        const asked = ticks();
        const startNow = () => {
          const admitted = ticks();
          waited?.(admitted - asked);
          return start(Math.min(timeoutMs, deadline - admitted));
        };
        return admit(event.sessionId, startNow, signal);
      };
    const runHook: HookRunner = (hook, event, timeoutMs, waited) =>
      runHandler(guardRecursion(hook, env), event, {
        codec: formatNamed(hook.dialect),
        env: envFor(hook, env, isTruncated),
        caller: () => callerNamesOf(event.host, env),
        timeoutMs,
        counter: (key) => {
          store.append(event.sessionId, { kind: 'count', key });
          return store.read(event.sessionId).counts[key] ?? 1;
        },
        ...{ settings, signal, progress, umask, afterAnswer, onVerdict, spares },
        startInTurn: runInTurn && startInTurn(runInTurn, hook, event, timeoutMs, waited),
      });
    return {
      index,
      alerts,
      observe,
      began,
      deadline,
      atWork,
      signal,
      codeAbove: codeAbove && (() => codeAbove(env)),
      approve: substitutes ? substitutes.approve : approve,
      changedFiles:
        substitutes?.changedFiles ??
        (async (cwd, note) => {
          const { gitChangedFiles } = await import('@anyhook/core');
          const { files, refused } = await gitChangedFiles({ cwd, env });
          if (refused !== undefined) note(`the changed files of the session are not known: ${refused}`);
          return files;
        }),
      isSinglePath: (hook) => formatNamed(hook.dialect).singlePath,
      startAsync: async (hook, event) =>
        recursionProblem(env) ?? startAsync(hook, event, envFor(hook, env, isTruncated)),
      runHook: substitutes
        ? (hook, event, timeoutMs) => substitutes.wrapRun(hook, event, (seen) => runHook(hook, seen, timeoutMs))
        : runHook,
      // Last: a literal that begins with a spread is many times slower, and this runs for every event.
      ...fixed,
    };
  };
  return {
    index,
    decide: (agent, event, context, options) =>
      decide(event, agent, context, depsFor(options, context.truncated === true)),
  };
}

/** The environment without variables of the engine contract: they must not affect what the organisation set. */
function withoutContractVariables(env: World['env'], isTruncated: boolean): World['env'] {
  const names = namesStartingWith(env, 'SF').filter((name) => /^(?:SA_|FLOW_AGENTS_)/.test(name));
  const replaced = Object.fromEntries(names.map((name): [string, string | undefined] => [name, undefined]));
  return withReplacedVariables(env, { ...replaced, ...(isTruncated && { SA_HOOK_INPUT_TRUNCATED: '1' }) });
}

/** The settings of handlers: the merged config, and whether the project is trusted. */
export function handlerSettings({ httpAllow, model }: Config, trustedRoot?: string): HandlerSettings {
  return { httpAllow, maxOutputBytes: 1024 * 1024, ...withoutUndefined({ model, trustedRoot }) };
}

export const openSessionStore = (world: World): SessionStore =>
  createSessionStore(userPaths(world.env, world.home).state);

/** Kinds of hooks that may start an agent. */
const agentStartingKinds: ReadonlySet<HandlerKind> = new Set(['command', 'module']);

type Env = Readonly<Record<string, string | undefined>>;

/** The hook to run at this depth: itself, or a placeholder if it starts programs. */
export const guardRecursion = (hook: Hook, env: Env): Hook =>
  hookDepth(env) >= maxHookDepth && agentStartingKinds.has(hook.handler.kind)
    ? { ...hook, handler: { kind: 'builtin', use: standIns.tooDeep } }
    : hook;

/** Why a hook may not start in the background at this depth; undefined if it may. */
export const recursionProblem = (env: Env): string | undefined =>
  hookDepth(env) >= maxHookDepth ? tooDeepReason : undefined;
