import { nearest, show } from '../core/errors.js';
import { checkFields } from './args.js';
import type { Builtin } from './builtin.js';
import { enforceDelegation } from './claude/enforce-delegation.js';
import { loadProjectContext } from './claude/load-project-context.js';
import { validateChanges } from './claude/validate-changes.js';
import { verifyCompletion } from './claude/verify-completion.js';
import { addDate } from './docker/add-date.js';
import { addDirectoryListing } from './docker/add-directory-listing.js';
import { addEnvironmentInfo } from './docker/add-environment-info.js';
import { addGitDiff } from './docker/add-git-diff.js';
import { addGitStatus } from './docker/add-git-status.js';
import { addPromptFiles } from './docker/add-prompt-files.js';
import { addRecentCommits } from './docker/add-recent-commits.js';
import { addUserInfo } from './docker/add-user-info.js';
import { maxIterations } from './docker/max-iterations.js';
import { snapshot } from './docker/snapshot.js';
import { configProtection } from './flow/config-protection.js';
import { qualityGate } from './flow/quality-gate.js';
import { stopGoalFit } from './flow/stop-goal-fit.js';
import { workflowSteering } from './flow/workflow-steering.js';
import { routeAbilities } from './route-abilities.js';

/** Every builtin by the name under which hooks use it. */
export const builtins: Readonly<Record<string, Builtin>> = {
  'config-protection': configProtection,
  'quality-gate': qualityGate,
  'stop-goal-fit': stopGoalFit,
  'workflow-steering': workflowSteering,
  add_date: addDate,
  add_environment_info: addEnvironmentInfo,
  add_prompt_files: addPromptFiles,
  add_git_status: addGitStatus,
  add_git_diff: addGitDiff,
  add_directory_listing: addDirectoryListing,
  add_user_info: addUserInfo,
  add_recent_commits: addRecentCommits,
  max_iterations: maxIterations,
  snapshot,
  'validate-changes': validateChanges,
  'enforce-delegation': enforceDelegation,
  'verify-completion': verifyCompletion,
  'load-project-context': loadProjectContext,
  'route-abilities': routeAbilities,
};

/** The builtin of this name, or undefined. */
export const findBuiltin = (name: string): Builtin | undefined =>
  Object.hasOwn(builtins, name) ? builtins[name] : undefined;

/** Says what is wrong with the use of a builtin in a hook file, or undefined. */
export function checkBuiltin(name: string, args: unknown): string | undefined {
  const builtin = findBuiltin(name);
  if (builtin) {
    const wrong = builtin.checkArgs ? builtin.checkArgs(args) : checkFields(args, builtin.params ?? {});
    return wrong === undefined ? undefined : `${name}: ${wrong}`;
  }
  const near = nearest(name, Object.keys(builtins));
  return `there is no builtin ${show(name)}${near ? `, did you mean "${near}"?` : ''} (known: ${Object.keys(builtins).join(', ')})`;
}
