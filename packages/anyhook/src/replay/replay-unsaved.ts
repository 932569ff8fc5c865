import type { Problem } from '@anyhook/core';
import { userPaths } from '@anyhook/core';
import type { World } from '../answer/engine.js';
import { findProjectRoot } from '../hooks/project-root.js';
import type { UnsavedFile } from '../hooks/snapshot-collector.js';
import type { Journal } from '../journal/query.js';
import { openHooksAtRevision } from './hooks-at-revision.js';
import { eventsIn, type Span } from './journal-events.js';
import { type ReplayReport, replayRecording } from './replay.js';
import { maxParallelSessions } from './replay-project.js';

interface ReplayUnsavedOptions {
  readonly world: World;
  readonly journal: Journal;
  readonly span: Span;
  readonly unsaved: UnsavedFile;
  readonly signal?: AbortSignal | undefined;
}

/** What a text that is not saved would change; without a report if it cannot be used as it is. */
interface UnsavedReplay {
  /** What is wrong with the text. */
  readonly problems: readonly Problem[];
  readonly report?: ReplayReport;
}

/** Decides recorded events of a project with a hook file as a person is typing it, and with the files as they are. */
export async function replayUnsaved(options: ReplayUnsavedOptions): Promise<UnsavedReplay> {
  const { world, journal, span, unsaved, signal } = options;
  const user = userPaths(world.env, world.home);
  const { root } = findProjectRoot(world.cwd, user);
  const common = { root, project: root, world, trust: undefined, runCommands: false, home: user.home };
  const current = await openHooksAtRevision({ ...common, unsaved });
  const problems = current.problems.filter(({ source }) => source === unsaved.path);
  if (problems.some(({ severity }) => severity === 'error')) return { problems };
  const before = await openHooksAtRevision(common);
  const sides = { before, current, parallelSessions: maxParallelSessions, signal };
  return { problems, report: await replayRecording(eventsIn(journal, span, root), sides) };
}
