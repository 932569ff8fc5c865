import type { Recorder, World } from '@anyhook/anyhook';
import type { UntrustedRule } from '@anyhook/core';
import type { OpenProjectToolsOptions } from '../tasks/project-tools.js';
import type { TaskStore } from '../tasks/store/task-store.js';
import type { CallerInfo } from '../tasks/task.js';
import type { ParentSession } from '../tasks/task-events.js';
import { openToolRunner } from '../tasks/tool-runner.js';
import type { SessionTools } from './project-view.js';

export interface SessionToolsOptions extends OpenProjectToolsOptions {
  readonly store: () => Promise<TaskStore>;
  readonly recorder?: Recorder | undefined;
  /** What to do while hooks are untrusted. Default: abilities run without them, and the caller is told. */
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
    // This process cannot know who the client is: the session says so, but cannot claim to be a person.
    isTerminal: caller !== undefined,
  });
  return { runner, abilities: await abilities(), close: () => runner.close() };
}
