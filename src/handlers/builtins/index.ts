import { nearest, show } from '../../core/errors.js';
import { addDate } from './add-date.js';
import { addDirectoryListing } from './add-directory-listing.js';
import { addEnvironmentInfo } from './add-environment-info.js';
import { addGitDiff } from './add-git-diff.js';
import { addGitStatus } from './add-git-status.js';
import { addPromptFiles } from './add-prompt-files.js';
import { addRecentCommits } from './add-recent-commits.js';
import { addUserInfo } from './add-user-info.js';
import type { Builtin } from './builtin.js';
import { configProtection } from './config-protection.js';
import { enforceDelegation } from './enforce-delegation.js';
import { checkFields } from './kit/args.js';
import { loadProjectContext } from './load-project-context.js';
import { maxIterations } from './max-iterations.js';
import { qualityGate } from './quality-gate.js';
import { routeAbilities } from './route-abilities.js';
import { snapshot } from './snapshot/index.js';
import { stopGoalFit } from './stop-goal-fit.js';
import { validateChanges } from './validate-changes.js';
import { verifyCompletion } from './verify-completion.js';
import { workflowSteering } from './workflow-steering.js';

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
