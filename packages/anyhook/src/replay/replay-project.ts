import { AnyhookError, type Problem, userPaths } from '@anyhook/core';
import type { World } from '../answer/engine.js';
import { findProjectRoot } from '../hooks/project-root.js';
import { openJournal } from '../journal/open-journal.js';
import type { TrustMode } from '../trust/trust.js';
import { withRevision } from './git-revision.js';
import { type HooksAtRevisionOptions, openHooksAtRevision } from './hooks-at-revision.js';
import { eventsIn, type Span } from './journal-events.js';
import type { RecordedEvent } from './recording.js';
import { openRecording } from './recording-file.js';
import { type ReplayReport, replayRecording } from './replay.js';

interface ReplayProjectOptions {
  readonly world: World;
  /** A file that `record` wrote; default: the journal. */
  readonly file?: string | undefined;
  readonly span: Span;
  /** Compare with the hooks in this git revision instead of the record. */
  readonly against?: string | undefined;
  /** Compare the hooks in force with those of the policy's candidate, instead of the record. */
  readonly candidate?: boolean | undefined;
  readonly trust?: TrustMode | undefined;
  /** Also run command, http and prompt hooks. */
  readonly runCommands: boolean;
  readonly listener: ReplayListener;
  readonly signal?: AbortSignal | undefined;
}

interface ReplayListener {
  /** A message about the state of the journal. */
  notice(text: string): void;
  /** The number of files of the other revision that were left out because of their size or name. */
  skippedFiles(files: number): void;
  /** Errors in hook files: of the project, or of the other revision. */
  problems(errors: readonly Problem[], side: 'project' | 'revision'): void;
}

/** Replays recorded events of a project with its current hooks. */
export async function replayProject(options: ReplayProjectOptions): Promise<ReplayReport> {
  const { world, against, listener } = options;
  const user = userPaths(world.env, world.home);
  const { root } = findProjectRoot(world.cwd, user);
  const source = await openSource(options, root, user.state);
  const common = {
    project: root,
    world,
    trust: options.trust,
    runCommands: options.runCommands,
    home: source.home ?? user.home,
  };
  try {
    const compare = async (otherRoot?: string) => {
      const candidateDecides = options.candidate ?? false;
      const current = await openSide(root, { ...common, candidateDecides }, listener);
      const otherSide = otherRoot ?? (candidateDecides ? root : undefined);
      const before = otherSide === undefined ? undefined : await openSide(otherSide, common, listener);
      return replayRecording(source.events, {
        current,
        ...(before && { before }),
        parallelSessions: maxParallelSessions,
        signal: options.signal,
      });
    };
    const revision = { project: root, env: world.env, onSkippedFiles: listener.skippedFiles };
    const report = await (against === undefined ? compare() : withRevision(against, revision, compare));
    const message = `${source.name} has no matching event of this project; nothing was replayed`;
    if (report.total === 0) throw new AnyhookError('BAD_ARGUMENT', message);
    return report;
  } finally {
    source.close();
  }
}

/** Sessions whose commands run at the same time. */
export const maxParallelSessions = 4;

async function openSide(root: string, common: Omit<HooksAtRevisionOptions, 'root'>, { problems }: ReplayListener) {
  const side = await openHooksAtRevision({ ...common, root });
  const errors = side.problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) problems(errors, root === common.project ? 'project' : 'revision');
  return side;
}

interface EventSource {
  readonly name: string;
  readonly events: AsyncIterable<RecordedEvent>;
  /** Home folder of the recording user, if it differs. */
  readonly home?: string;
  close(): void;
}

async function openSource(
  { file, span, listener }: ReplayProjectOptions,
  root: string,
  state: string,
): Promise<EventSource> {
  if (file !== undefined) return { name: file, ...(await openRecording(file, span)), close: () => {} };
  const { journal } = await openJournal({ state, notify: listener.notice });
  return { name: 'the journal', events: eventsIn(journal, span, root), close: () => journal.close() };
}
