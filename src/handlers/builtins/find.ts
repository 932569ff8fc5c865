import { addDate } from './add-date.js';
import { addDirectoryListing } from './add-directory-listing.js';
import { addPromptFiles } from './add-prompt-files.js';
import type { Builtin } from './builtin.js';
import { configProtection } from './config-protection.js';
import { enforceDelegation } from './enforce-delegation.js';
import { loadProjectContext } from './load-project-context.js';
import { maxIterations } from './max-iterations.js';
import { stopGoalFit } from './stop-goal-fit.js';
import { validateChanges } from './validate-changes.js';
import { workflowSteering } from './workflow-steering.js';

/** Builtins that start programs, or need more of Node than the start path has: loaded when a hook first uses them. */
const places: Readonly<Record<string, () => Promise<Builtin>>> = {
  'quality-gate': async () => (await import('./quality-gate.js')).qualityGate,
  add_environment_info: async () => (await import('./add-environment-info.js')).addEnvironmentInfo,
  add_git_status: async () => (await import('./add-git-status.js')).addGitStatus,
  add_git_diff: async () => (await import('./add-git-diff.js')).addGitDiff,
  add_user_info: async () => (await import('./add-user-info.js')).addUserInfo,
  add_recent_commits: async () => (await import('./add-recent-commits.js')).addRecentCommits,
  snapshot: async () => (await import('./snapshot/index.js')).snapshot,
  'route-abilities': async () => (await import('./route-abilities.js')).routeAbilities,
  'verify-completion': async () => (await import('./verify-completion.js')).verifyCompletion,
};

/** The others are at hand. */
const loaded = new Map<string, Builtin>(
  Object.entries({
    'config-protection': configProtection,
    'stop-goal-fit': stopGoalFit,
    'workflow-steering': workflowSteering,
    add_date: addDate,
    add_prompt_files: addPromptFiles,
    add_directory_listing: addDirectoryListing,
    max_iterations: maxIterations,
    'validate-changes': validateChanges,
    'enforce-delegation': enforceDelegation,
    'load-project-context': loadProjectContext,
  }),
);

/** Hooks of our own that no file names; not among the builtins that people use. */
const own: Readonly<Record<string, () => Promise<Builtin>>> = {
  'anyhook:self-protection': async () => (await import('./self-protection/index.js')).selfProtection,
};

/** The builtin of this name: at once when it is at hand, undefined when there is none. */
export function findBuiltin(name: string): Builtin | undefined | Promise<Builtin> {
  const known = loaded.get(name);
  const load = known
    ? undefined
    : Object.hasOwn(places, name)
      ? places[name]
      : Object.hasOwn(own, name)
        ? own[name]
        : undefined;
  if (!load) return known;
  return load().then((builtin) => {
    loaded.set(name, builtin);
    return builtin;
  });
}

export const builtinNames: readonly string[] = [...loaded.keys(), ...Object.keys(places)];
