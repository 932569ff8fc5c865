import { pass } from '@anyhook/core';
import type { Builtin } from './builtin.js';
import { checkCount, countParam, type Params } from './kit/args.js';
import { contextEvents, takesContext } from './kit/context-events.js';
import { gitSection, gitText } from './kit/git.js';

const defaultCount = 10;
const params: Params = { count: { kind: 'count', description: 'how many; default 10' } };

/** Tells the model the newest commits, one line each. Silent outside a repository. */
export const addRecentCommits: Builtin = {
  name: 'add_recent_commits',
  summary: 'gives the model the newest commits, one line each',
  events: contextEvents,
  decides: false,
  params,
  listForm: '["20"]',
  checkArgs: (args) => checkCount(args, params, 'optional'),
  async run(event, args, context) {
    if (!takesContext(event.name)) return pass();
    const count = countParam(args, 'count') ?? defaultCount;
    const format = ['--no-show-signature', '--date=short', '--pretty=format:%h %ad %s'];
    const { note: _filtersDoNotMatter, ...log } = await gitText(context, event.cwd, [
      'log',
      `--max-count=${count}`,
      ...format,
    ]);
    const sections = gitSection('Recent commits', log);
    return sections.length > 0 ? pass({ context: sections }) : pass();
  },
};
