import { pass } from '../../core/verdict.js';
import type { Builtin } from './builtin.js';
import { contextEvents, takesContext } from './kit/context-events.js';
import { gitText } from './kit/git.js';

/** Tells the model the branch and what is changed, staged and new. Silent outside a repository. */
export const addGitStatus: Builtin = {
  name: 'add_git_status',
  summary: 'gives the model the short git status',
  events: contextEvents,
  decides: false,
  async run(event, _args, context) {
    if (!takesContext(event.name)) return pass();
    const status = await gitText(context, event.cwd, ['status', '--short', '--branch']);
    if (!status) return pass();
    const clean = status.includes('\n') ? '' : '\n(nothing to commit, working tree clean)';
    return pass({ context: [`Git status:\n${status}${clean}`] });
  },
};
