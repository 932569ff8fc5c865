import { loadProjectEngine, processRecorder, type TrustMode, type World } from '@anyhook/anyhook';
import { type UntrustedRule, userPaths } from '@anyhook/core';
import { openTaskStore } from '../tasks/store/open-task-store.js';
import { openProjectView } from './open-project-view.js';
import { openSessionTools } from './open-session-tools.js';
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
