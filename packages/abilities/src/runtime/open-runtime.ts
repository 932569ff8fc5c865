import type { OpenProjectEngine, Recorder, TrustMode, World } from '@anyhook/anyhook';
import {
  answerEvent,
  canonical,
  eventFromWords,
  existingFolder,
  loadProjectEngine,
  processRecorder,
} from '@anyhook/anyhook';
import { type EventOf, isFolder, type UntrustedRule, userPaths } from '@anyhook/core';
import type { OpenProjectToolsOptions } from '../tasks/project-tools.js';
import { openTaskStore } from '../tasks/store/open-task-store.js';
import type { TaskStore } from '../tasks/store/task-store.js';
import type { CallerInfo } from '../tasks/task.js';
import type { ParentSession } from '../tasks/task-events.js';
import { openToolRunner } from '../tasks/tool-runner.js';
import type { ProjectView, SessionEvent, SessionTools } from './project-view.js';
import { type AgentRuntime, createAgentRuntime } from './runtime.js';

interface LocalRuntimeOptions extends Pick<World, 'env' | 'home'> {
  readonly trust: TrustMode | undefined;
  readonly untrusted: UntrustedRule;
}

/** The agent runtime in this process, on the user's store. */
export async function openRuntime({ env, home, trust, untrusted }: LocalRuntimeOptions): Promise<{
  readonly runtime: AgentRuntime;
  close(): void;
}> {
  const store = await openTaskStore(userPaths(env, home).state);
  const openStore = async () => store;
  const recorder = processRecorder({ env, home });
  const runtime = createAgentRuntime({
    openStore,
    open: (world) =>
      openProjectView({
        world: { ...world, home },
        trust,
        open: (request) => loadProjectEngine({ ...request, untrusted }),
        recorder,
        tools: (sessionWorld, caller, parent) =>
          openSessionTools(sessionWorld, { store: openStore, recorder, trust, untrusted, caller, parent }),
      }),
  });
  return { runtime, close: () => store.close() };
}

interface ProjectViewOptions {
  readonly world: World;
  readonly trust: TrustMode | undefined;
  readonly open: OpenProjectEngine;
  readonly recorder: Recorder;
  /** Opens abilities and their runner. */
  readonly tools: (
    world: World,
    caller: CallerInfo | undefined,
    parent: ParentSession | undefined,
  ) => Promise<SessionTools>;
}

/** The project that contains a folder, for one request of the agent runtime. */
export async function openProjectView({
  world: requestedWorld,
  trust,
  open,
  recorder,
  tools,
}: ProjectViewOptions): Promise<ProjectView> {
  // If the folder was deleted, the hooks of the folders above it still apply.
  const world: World = {
    ...requestedWorld,
    cwd: existingFolder(requestedWorld.cwd, isFolder(requestedWorld.cwd) ? requestedWorld.cwd : '/'),
  };
  const project = await open({ world, agent: canonical, trust });
  const service = { project, recorder };
  let openedTools: Promise<SessionTools> | undefined;
  return {
    root: project.root,
    mayAskGit: project.isTrusted || project.engine.index.lists.has('session.end'),
    async fire<N extends SessionEvent>(name: N, fields: Parameters<ProjectView['fire']>[1], signal?: AbortSignal) {
      const incoming = eventFromWords({ ...fields, name, cwd: requestedWorld.cwd }, { world, trust, signal });
      const { event, verdict } = await answerEvent(incoming, service);
      return { event: event as EventOf<N>, verdict };
    },
    tools: (caller, parent) => (openedTools ??= tools(world, caller, parent)),
    close: () => void openedTools?.then((sessionTools) => sessionTools.close()).catch(() => undefined),
  };
}

interface SessionToolsOptions extends OpenProjectToolsOptions {
  readonly store: () => Promise<TaskStore>;
  readonly recorder?: Recorder | undefined;
  /** What to do while hooks are untrusted. Default: abilities run without them, with a note for the caller. */
  readonly untrusted?: UntrustedRule | undefined;
  /** Whose session it is; undefined for reading only. */
  readonly caller?: CallerInfo | undefined;
  /** The session that started it. */
  readonly parent?: ParentSession | undefined;
}

/** The abilities of a project and their runner, on an open store. */
export async function openSessionTools(
  world: World,
  { store, caller, ...options }: SessionToolsOptions,
): Promise<SessionTools> {
  const { runner, abilities } = await openToolRunner({
    ...options,
    world,
    caller,
    store: await store(),
    // This process cannot know the client: the session names its caller, but cannot claim to be a person.
    isTerminal: caller !== undefined,
  });
  return { runner, abilities: await abilities(), close: () => runner.close() };
}
