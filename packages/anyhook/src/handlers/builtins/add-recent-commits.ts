import { contextBuiltin } from './add-context.js';
import type { Builtin } from './builtin.js';
import { checkCount, countParam, type Params } from './kit/args.js';
import { gitSection, gitText } from './kit/git.js';

const defaultCount = 10;
const params: Params = { count: { kind: 'count', description: 'how many; default 10' } };

/** Tells the model the newest commits, one line each. Silent outside a repository. */
export const addRecentCommits: Builtin = contextBuiltin({
  name: 'add_recent_commits',
  summary: 'gives the model the newest commits, one line each',
  params,
  listForm: '["20"]',
  checkArgs: (args) => checkCount(args, params, 'optional'),
  async texts(event, args, context) {
    const count = countParam(args, 'count') ?? defaultCount;
    const format = ['--no-show-signature', '--date=short', '--pretty=format:%h %ad %s'];
    const { note: _filtersDoNotMatter, ...log } = await gitText(context, event.cwd, [
      'log',
      `--max-count=${count}`,
      ...format,
    ]);
    return gitSection('Recent commits', log);
  },
});
