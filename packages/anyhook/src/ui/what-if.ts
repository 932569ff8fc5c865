import { AnyhookError, type Problem, quoteValue, readText, userPaths } from '@anyhook/core';
import { openProject, type World } from '../answer/engine.js';
import { findProjectRoot } from '../hooks/project-root.js';
import { projectConfigFile } from '../hooks/snapshot.js';
import type { UnsavedFile } from '../hooks/snapshot-collector.js';
import type { Journal } from '../journal/query.js';
import { redactSecrets } from '../redact/redact-secrets.js';
import { openHooksAtRevision } from '../replay/hooks-at-revision.js';
import { eventsIn, type Span } from '../replay/journal-events.js';
import { type ReplayReport, replayRecording } from '../replay/replay.js';
import { maxParallelSessions, replayProject } from '../replay/replay-project.js';
import type { RuleFile, RuleText, TypedRuleView, WhatIfView } from './page-types.js';

/** The most decisions that are decided again; fewer while the user types. */
const maxDecisions = 5_000;
const maxWhileTyping = 1_000;
const maxFlips = 300;
const maxRuleBytes = 60_000;

interface WhatIfQuestion {
  /** A git revision to compare the hooks with; missing: compare with the recorded decisions. */
  readonly against: string | undefined;
  readonly since: number | undefined;
  /** Aborts the work when the client is gone. */
  readonly signal: AbortSignal;
}

/** Decides recorded events of the project again with its current hooks. Only starts programs that are pure. */
export async function whatIf(world: World, { against, since, signal }: WhatIfQuestion): Promise<WhatIfView> {
  const notices: string[] = [];
  const report = await replayProject({
    world,
    span: { filter: { ...(since !== undefined && { since }) }, last: maxDecisions },
    against,
    runCommands: false,
    signal,
    listener: {
      notice: (text) => void notices.push(text),
      skippedFiles: (files) =>
        void notices.push(`${files} files of ${against} were left out because of their size or name`),
      problems: (errors) => void notices.push(...errors.map(({ message }) => message)),
    },
  });
  return { ...report, flips: report.flips.slice(-maxFlips).reverse(), notices };
}

/** The files whose rules can be tried on the page: those of the hooks here, and the config of the project. */
export async function ruleFiles(world: World): Promise<readonly RuleFile[]> {
  const { hooks, root } = await openProject(world);
  const config = projectConfigFile(root);
  const others = [...new Set(hooks.map(({ hook }) => hook.source))].filter((path) => path !== config).sort();
  return [config, ...others].map((path) => ({
    path,
    isNew: readText(path, maxRuleBytes) === undefined,
    hooks: hooks.filter(({ hook }) => hook.source === path).map(({ hook }) => hook.id),
  }));
}

/** The text of one of these files, without secrets. */
export async function ruleFileText(world: World, path: string, key: string): Promise<RuleText> {
  await requireRuleFile(world, path);
  const { value, found } = redactSecrets(readText(path, maxRuleBytes) ?? '', { key });
  return { path, text: String(value), ...(found > 0 && { isRedacted: true as const }) };
}

export interface TypedRule {
  readonly path: string;
  readonly text: string;
  readonly since: number | undefined;
  readonly signal: AbortSignal;
}

/** What a text would change if it were saved in one of these files. Nothing is written. */
export async function whatIfTyped(
  world: World,
  journal: Journal,
  { path, text, since, signal }: TypedRule,
): Promise<TypedRuleView> {
  await requireRuleFile(world, path);
  const { problems, report } = await replayUnsaved({
    world,
    journal,
    span: { filter: { ...(since !== undefined && { since }) }, last: maxWhileTyping },
    unsaved: { path, text },
    signal,
  });
  return {
    problems: problems.map(({ line, severity, message, field }) => ({
      severity,
      message: field === undefined ? message : `${field}: ${message}`,
      ...(line !== undefined && { line }),
    })),
    ...(report && { report: { ...report, flips: report.flips.slice(-maxFlips).reverse(), notices: [] } }),
  };
}

/** The page must not name any other file of the machine. */
async function requireRuleFile(world: World, path: string): Promise<void> {
  const known = await ruleFiles(world);
  if (known.some((file) => file.path === path)) return;
  throw new AnyhookError('BAD_ARGUMENT', `expected a hook file of ${world.cwd}, got ${quoteValue(path)}`);
}

interface ReplayUnsavedOptions {
  readonly world: World;
  readonly journal: Journal;
  readonly span: Span;
  readonly unsaved: UnsavedFile;
  readonly signal?: AbortSignal | undefined;
}

/** What an unsaved text would change; without a report if it cannot be used. */
interface UnsavedReplay {
  /** Problems of the text. */
  readonly problems: readonly Problem[];
  readonly report?: ReplayReport;
}

/** Decides recorded events of a project with a hook file as typed, and with the saved files. */
async function replayUnsaved(options: ReplayUnsavedOptions): Promise<UnsavedReplay> {
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
