import { canonical } from '../../agents/canonical/index.js';
import type { EventOf } from '../../core/event.js';
import { isFolder } from '../../platform/files/files.js';
import type { TrustMode } from '../../project/trust.js';
import type { Recorder } from '../../records/journal/recorder.js';
import { answerEvent, existingFolder } from '../../service/answer-event.js';
import { eventFromWords } from '../../service/canonical-event.js';
import type { World } from '../../service/engine.js';
import type { OpenProjectEngine } from '../../service/project-engine.js';
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
  world: given,
  trust,
  open,
  recorder,
  tools,
}: ProjectViewOptions): Promise<ProjectView> {
  // A folder that was deleted leaves the guards of those above it.
  const world: World = { ...given, cwd: existingFolder(given.cwd, isFolder(given.cwd) ? given.cwd : '/') };
  const project = await open({ world, host: canonical, trust });
  const service = { project, recorder };
  let opened: Promise<SessionTools> | undefined;
  return {
    root: project.root,
    async fire<N extends SessionEvent>(name: N, words: Parameters<ProjectView['fire']>[1], signal?: AbortSignal) {
      const incoming = eventFromWords({ ...words, name, cwd: given.cwd }, { world, trust, signal });
      const { event, verdict } = await answerEvent(incoming, service);
      return { event: event as EventOf<N>, verdict };
    },
    tools: (caller, parent) => (opened ??= tools(world, caller, parent)),
    close: () => void opened?.then((own) => own.close()).catch(() => undefined),
  };
}
