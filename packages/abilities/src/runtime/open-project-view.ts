import {
  answerEvent,
  canonical,
  eventFromWords,
  existingFolder,
  type OpenProjectEngine,
  type Recorder,
  type TrustMode,
  type World,
} from '@anyhook/anyhook';
import { type EventOf, isFolder } from '@anyhook/core';
import type { CallerInfo } from '../tasks/task.js';
import type { ParentSession } from '../tasks/task-events.js';
import type { ProjectView, SessionEvent, SessionTools } from './project-view.js';

export interface ProjectViewOptions {
  readonly world: World;
  readonly trust: TrustMode | undefined;
  readonly open: OpenProjectEngine;
  /** Records what hooks decide. */
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
