import { contextBuiltin } from './add-context.js';
import type { Builtin } from './builtin.js';
import { gitSection, gitText } from './kit/git.js';

/** Tells the model the branch and the changed, staged and new files. Silent outside a repository. */
export const addGitStatus: Builtin = contextBuiltin({
  name: 'add_git_status',
  summary: 'gives the model the short git status',
  async texts(event, _args, context) {
    const { text, ...reply } = await gitText(context, event.cwd, ['status', '--short', '--branch']);
    const clean = text === undefined || text.includes('\n') ? '' : '\n(nothing to commit, working tree clean)';
    return gitSection('Git status', { ...reply, ...(text && { text: `${text}${clean}` }) });
  },
});
