import type { Recorder, TrustMode, World } from '@anyhook/anyhook';
import {
  createLiveProject,
  createProcessJournal,
  redactionKey,
  requireTrustedHooks,
  surroundingAgent,
  untrustedHooksOf,
} from '@anyhook/anyhook';
import {
  homeFolder,
  isAtTerminal,
  now,
  processEnvironment,
  ticks,
  type UntrustedRule,
  userName,
  userPaths,
  withoutOffSwitches,
  workingFolder,
} from '@anyhook/core';
import type { LoadedAbility } from '../registry/ability.js';
import { identifyCaller } from './caller.js';
import { executeAbility } from './execute/index.js';
import { createHookGuard, type GuardDeps } from './hook-guard.js';
import type { OpenProjectToolsOptions, ProjectTools } from './project-tools.js';
import { createProjectToolsSource, openProjectTools } from './project-tools.js';
import { createRunner } from './runner.js';
import type { AbilityFinder, ExecuteAbility } from './runner-parts.js';
import { openTaskStore } from './store/open-task-store.js';
import type { TaskStore } from './store/task-store.js';
import type { CallerInfo, ToolRunner } from './task.js';
import { createSummarizer, type ParentSession } from './task-events.js';

export interface CreateToolRunnerOptions {
  /** Where the caller works; the project that contains it is loaded. Default: the process's working directory. */
  readonly cwd?: string;
  /** The caller's environment, which hooks and abilities see. Default: the process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** How hooks and abilities of the project become trusted. Default: by a person with `anyhook trust`. */
  readonly trust?: TrustMode;
  /**
   * What to do while project hooks are untrusted. `refuse`: no tool runner is created, and an existing one runs nothing until
   * they are trusted. `ignore`: abilities run without them. Default: `refuse`.
   */
  readonly untrusted?: UntrustedRule;
  /** The default caller of requests. A source that is more trusted than the detected one is ignored. */
  readonly caller?: Partial<CallerInfo>;
}

/**
 * The tool runner of the project that contains a folder: every call of an ability becomes a task that is checked,
 * guarded by the hooks, run once and recorded. Close it when it is no longer needed. Rejects with an
 * `UntrustedHooksError` if the project's hooks are untrusted; `trust` and `untrusted` change that.
 *
 * @example
 * const tools = await createToolRunner({ cwd: '/home/me/project' });
 * const result = await tools.directRun({ ability: 'greet', input: { name: 'Ada' }, environment: 'dev' });
 * console.log(result.status === 'success' ? result.task.output : result);
 * tools.close();
 */
export async function createToolRunner(options: CreateToolRunnerOptions = {}): Promise<ToolRunner> {
  const { cwd = workingFolder(), env = processEnvironment(), trust, untrusted = 'refuse', caller } = options;
  const world = { cwd, env, home: homeFolder() };
  await requireTrustedHooks({ world, trust, untrusted });
  return (await openToolRunner({ world, untrusted, ...(trust && { trust }), ...(caller && { caller }) })).runner;
}

export interface OpenToolRunnerOptions extends OpenProjectToolsOptions {
  readonly world: World;
  readonly caller?: Partial<CallerInfo> | undefined;
  /** What to do while hooks are untrusted. Default: abilities run without them, with a note for the caller. */
  readonly untrusted?: UntrustedRule | undefined;
  /** Is a person present? Default: does this process have a terminal? */
  readonly isTerminal?: boolean | undefined;
  /** An open store; the caller closes it. */
  readonly store?: TaskStore | undefined;
  /** Records decisions instead of this process's own journal. */
  readonly recorder?: Recorder | undefined;
  /** The session that started the caller's. */
  readonly parent?: ParentSession | undefined;
}

/** A tool runner with its abilities. */
export interface ProjectToolRunner {
  readonly runner: ToolRunner;
  readonly root: string;
  /** The abilities in their current state. */
  abilities(): Promise<readonly LoadedAbility[]>;
}

/** Like createToolRunner, but a caller inside anyhook can pass its own store and recorder. */
export async function openToolRunner(options: OpenToolRunnerOptions): Promise<ProjectToolRunner> {
  const world = guardedWorld(options.world, options.caller);
  const { env } = world;
  const { state } = userPaths(env, world.home);
  const tools = createProjectToolsSource(() => openProjectTools(world, options));
  const { project } = await tools.current();
  const journal = createProcessJournal({ state, now, random: Math.random });
  const summarize = createSummarizer(() => redactionKey(state));
  const recorder = options.recorder ?? deferringRecorder(journal);
  const store = options.store ?? (await openTaskStore(state));
  const origin = { env, isTerminal: options.isTerminal ?? isAtTerminal(), user: userName() };
  const runner = createRunner({
    root: project.root,
    abilities: async (name) => abilityFinder(await tools.current(name)),
    store,
    guard: createHookGuard({
      world,
      tools: () => tools.current(),
      guardOf: guardSource(world, options),
      recorder,
      summarize,
      parent: options.parent,
    }),
    execute: executorFor(world),
    callerOf: (given) => identifyCaller(origin, { ...options.caller, ...given }),
    summarize,
    ticks,
    keepDays: async () => (await tools.current()).project.config.taskDays,
    ...(env['ANYHOOK_ENVIRONMENT'] && { environment: env['ANYHOOK_ENVIRONMENT'] }),
  });
  const close = () => {
    journal.writeDeferred();
    if (!options.store) store.close();
  };
  return { runner: { ...runner, close }, root: project.root, abilities: async () => (await tools.current()).abilities };
}

/** The hooks that guard a call. Trust is checked for each call, because loaded tools are reused for a moment. */
function guardSource(world: World, { trust, untrusted }: OpenToolRunnerOptions): GuardDeps['guardOf'] {
  if (untrusted !== 'refuse') return async ({ guard }) => guard;
  const live = createLiveProject(world, trust);
  return async ({ guard, refusing }) => {
    const why = untrustedHooksOf(await live.current());
    return why === undefined ? guard : refusing(why);
  };
}

/** An agent must not disable its guards by a variable, whether before a command or in a server's settings. */
const guardedWorld = (world: World, caller: Partial<CallerInfo> = {}): World =>
  caller.source === 'ai_session' || surroundingAgent(world.env)
    ? { ...world, env: withoutOffSwitches(world.env) }
    : world;

/** Defers journal writes that are not urgent until the process is idle. */
const deferringRecorder = (journal: ReturnType<typeof createProcessJournal>): Recorder => ({
  record(...decided) {
    const id = journal.record(...decided);
    setImmediate(() => journal.writeDeferred());
    return id;
  },
});

const abilityFinder = ({ byName, problems }: ProjectTools): AbilityFinder => ({
  find: (name) => byName.get(name),
  names: () => [...byName.keys()],
  problemFor: (name) => problems.find(({ message }) => message.startsWith(`"${name}" `)) ?? problems[0],
});

const executorFor =
  ({ env }: World): ExecuteAbility =>
  (ability, task, { signal, progress, caller, recordProcessGroup, runStep }) =>
    executeAbility(ability, task.implementation, {
      input: task.input,
      settings: task.settings,
      environment: task.environment,
      taskKey: task.key,
      caller: caller.source,
      env,
      signal,
      progress,
      onChild: ({ pid }) => void recordProcessGroup(pid).catch(() => undefined),
      runStep: (name, input, { signal: stepSignal }) => runStep(name, input, stepSignal),
    });
