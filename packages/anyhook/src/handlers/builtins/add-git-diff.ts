import { isObject, quoteValue } from '@anyhook/core';
import { contextBuiltin } from './add-context.js';
import type { Builtin } from './builtin.js';
import { checkFields, hasNoArgs, listParam, type Params, param } from './kit/args.js';
import { gitSection, gitText } from './kit/git.js';

const params: Params = { full: { kind: 'boolean', description: 'a unified diff; default a summary per file' } };

/** Gives the model the changes since the last commit: a summary, or the full diff with `["full"]`. */
export const addGitDiff: Builtin = contextBuiltin({
  name: 'add_git_diff',
  summary: 'gives the model the changes since the last commit',
  params,
  listForm: '["full"]',
  checkArgs: check,
  async texts(event, args, context) {
    const full = param(args, 'full') === true || listParam(args, 'full')[0] === 'full';
    const options = ['diff', '--no-ext-diff', '--no-textconv', full ? '--patch' : '--stat'];
    // A repository without commits has no HEAD, only staged files.
    const sinceHead = await gitText(context, event.cwd, [...options, 'HEAD', '--']);
    const isAnswered = sinceHead.text !== undefined || sinceHead.refused !== undefined;
    const diff = isAnswered ? sinceHead : await gitText(context, event.cwd, [...options, '--cached']);
    return gitSection(`Git diff${full ? '' : ' (summary)'}`, diff);
  },
});

function check(args: unknown): string | undefined {
  if (hasNoArgs(args)) return undefined;
  if (isObject(args)) return checkFields(args, params);
  const items = Array.isArray(args) ? args : [args];
  if (items.length === 1 && items[0] === 'full') return undefined;
  return `expected no arguments, ["full"] or {full: true}, got ${quoteValue(args)}`;
}
