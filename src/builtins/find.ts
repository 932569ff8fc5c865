import type { Builtin } from './builtin.js';

/** Where each builtin is; it is loaded when a hook first uses it, to keep the start path short. */
const places: Readonly<Record<string, () => Promise<Builtin>>> = {
  'config-protection': async () => (await import('./flow/config-protection.js')).configProtection,
  'quality-gate': async () => (await import('./flow/quality-gate.js')).qualityGate,
  'stop-goal-fit': async () => (await import('./flow/stop-goal-fit.js')).stopGoalFit,
  'workflow-steering': async () => (await import('./flow/workflow-steering.js')).workflowSteering,
  add_date: async () => (await import('./docker/add-date.js')).addDate,
  add_environment_info: async () => (await import('./docker/add-environment-info.js')).addEnvironmentInfo,
  add_prompt_files: async () => (await import('./docker/add-prompt-files.js')).addPromptFiles,
  add_git_status: async () => (await import('./docker/add-git-status.js')).addGitStatus,
  add_git_diff: async () => (await import('./docker/add-git-diff.js')).addGitDiff,
  add_directory_listing: async () => (await import('./docker/add-directory-listing.js')).addDirectoryListing,
  add_user_info: async () => (await import('./docker/add-user-info.js')).addUserInfo,
  add_recent_commits: async () => (await import('./docker/add-recent-commits.js')).addRecentCommits,
  max_iterations: async () => (await import('./docker/max-iterations.js')).maxIterations,
  snapshot: async () => (await import('./docker/snapshot.js')).snapshot,
  'validate-changes': async () => (await import('./claude/validate-changes.js')).validateChanges,
  'enforce-delegation': async () => (await import('./claude/enforce-delegation.js')).enforceDelegation,
  'verify-completion': async () => (await import('./claude/verify-completion.js')).verifyCompletion,
  'load-project-context': async () => (await import('./claude/load-project-context.js')).loadProjectContext,
};

const loaded = new Map<string, Builtin>();

/** The builtin of this name: at once when it was used before, undefined when there is none. */
export function findBuiltin(name: string): Builtin | undefined | Promise<Builtin> {
  const known = loaded.get(name);
  if (known || !Object.hasOwn(places, name)) return known;
  return (places[name] as () => Promise<Builtin>)().then((builtin) => {
    loaded.set(name, builtin);
    return builtin;
  });
}

export const builtinNames: readonly string[] = Object.keys(places);
