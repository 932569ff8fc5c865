import { pass } from '@anyhook/core';
import type { Builtin } from './builtin.js';
import { contextEvents, takesContext } from './kit/context-events.js';
import { gitSection, gitText } from './kit/git.js';

/** Tells the model the branch and what is changed, staged and new. Silent outside a repository. */
export const addGitStatus: Builtin = {
  name: 'add_git_status',
  summary: 'gives the model the short git status',
  events: contextEvents,
  decides: false,
  async run(event, _args, context) {
    if (!takesContext(event.name)) return pass();
    const { text, ...reply } = await gitText(context, event.cwd, ['status', '--short', '--branch']);
    const clean = text === undefined || text.includes('\n') ? '' : '\n(nothing to commit, working tree clean)';
    const sections = gitSection('Git status', { ...reply, ...(text && { text: `${text}${clean}` }) });
    return sections.length > 0 ? pass({ context: sections }) : pass();
  },
};
