import { features } from '../../features.js';
import { addDate } from './add-date.js';
import { addDirectoryListing } from './add-directory-listing.js';
import { addPromptFiles } from './add-prompt-files.js';
import type { Builtin } from './builtin.js';
import { configProtection } from './config-protection.js';
import { enforceDelegation } from './enforce-delegation.js';
import { loadProjectContext } from './load-project-context.js';
import { maxIterations } from './max-iterations.js';
import { changedHook, tooDeepHook, unloadableHook, untrustedHooks } from './stand-ins.js';
import { stopGoalFit } from './stop-goal-fit.js';
import { validateChanges } from './validate-changes.js';
import { workflowSteering } from './workflow-steering.js';

/** A builtin, or a function that imports it when a hook first uses it. */
export type BuiltinRow = Builtin | (() => Promise<Builtin>);

/**
 * The builtins of the product, one row each, by the name that hooks use. A builtin that starts programs, or needs more
 * of Node than the start path has, is imported when it is first used. Hook files cannot name rows that start with
 * `anyhook:`.
 */
const own: Readonly<Record<string, BuiltinRow>> = {
  'config-protection': configProtection,
  'quality-gate': async () => (await import('./quality-gate.js')).qualityGate,
  'stop-goal-fit': stopGoalFit,
  'workflow-steering': workflowSteering,
  add_context: async () => (await import('./add-context.js')).addContext,
  add_date: addDate,
  add_environment_info: async () => (await import('./add-environment-info.js')).addEnvironmentInfo,
  add_prompt_files: addPromptFiles,
  add_git_status: async () => (await import('./add-git-status.js')).addGitStatus,
  add_git_diff: async () => (await import('./add-git-diff.js')).addGitDiff,
  add_directory_listing: addDirectoryListing,
  add_user_info: async () => (await import('./add-user-info.js')).addUserInfo,
  add_recent_commits: async () => (await import('./add-recent-commits.js')).addRecentCommits,
  max_iterations: maxIterations,
  redact_secrets: async () => (await import('./redact-secrets.js')).redactSecretsBuiltin,
  snapshot: async () => (await import('./snapshot/index.js')).snapshot,
  undo: async () => (await import('./undo.js')).undo,
  'validate-changes': validateChanges,
  'enforce-delegation': enforceDelegation,
  'verify-completion': async () => (await import('./verify-completion.js')).verifyCompletion,
  'load-project-context': loadProjectContext,
  'project-brief': async () => (await import('./project-brief.js')).projectBrief,
  'shell-guard': async () => (await import('./shell-guard.js')).shellGuard,
  secrets: async () => (await import('./secrets.js')).secrets,
  'anyhook:self-protection': async () => (await import('./self-protection/index.js')).selfProtection,
  'anyhook:changed': changedHook,
  'anyhook:cut': tooDeepHook,
  'anyhook:unloadable': unloadableHook,
  'anyhook:untrusted': untrustedHooks,
};

let all: Readonly<Record<string, BuiltinRow>> | undefined;

/** Every builtin of the program: the above, and those of features. */
export function builtinRows(): Readonly<Record<string, BuiltinRow>> {
  all ??= { ...own, ...Object.fromEntries(features.flatMap(({ builtins = {} }) => Object.entries(builtins))) };
  return all;
}

/** Imported builtins, so that the next use does not wait. */
const imported = new Map<string, Builtin>();

/** The builtin with this name: synchronously if it is loaded, undefined if it does not exist. */
export function builtinByName(name: string): Builtin | undefined | Promise<Builtin> {
  const row = Object.hasOwn(builtinRows(), name) ? builtinRows()[name] : undefined;
  if (typeof row !== 'function') return row;
  return (
    imported.get(name) ??
    row().then((builtin) => {
      imported.set(name, builtin);
      return builtin;
    })
  );
}

/** What builtins cannot see, by name, for those that declare it. */
export async function builtinLimits(names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const limits = new Map<string, string>();
  for (const name of new Set(names)) {
    const row = Object.hasOwn(builtinRows(), name) ? builtinRows()[name] : undefined;
    const builtin = typeof row === 'function' ? await row() : row;
    if (builtin?.limits !== undefined) limits.set(name, builtin.limits);
  }
  return limits;
}

/** Names of the builtins that only add information, and never decide or rewrite. */
export async function informingBuiltins(): Promise<ReadonlySet<string>> {
  const load = async (row: BuiltinRow) => (typeof row === 'function' ? await row() : row);
  const all = await Promise.all(
    Object.entries(builtinRows()).map(async ([name, row]) => [name, await load(row)] as const),
  );
  return new Set(all.filter(([, { decides }]) => decides === false).map(([name]) => name));
}
