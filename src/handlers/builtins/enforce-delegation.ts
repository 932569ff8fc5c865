import { posix } from 'node:path';
import { isObject } from '../../core/json.js';
import { pass, type Result } from '../../core/verdict.js';
import type { Builtin } from './builtin.js';
import { param, textsParam } from './kit/args.js';
import { flattenText } from './kit/text.js';
import { writeTargets } from './kit/write-targets.js';

const planning = ['.senku/'];

/** Reminds an orchestrating agent to delegate when it writes files other than its plans. Never blocks. */
export const enforceDelegation: Builtin = {
  name: 'enforce-delegation',
  summary: 'guides towards delegation when files outside the planning folder are written',
  events: ['tool.before'],
  decides: false,
  params: {
    folders: { kind: 'texts', says: 'planning folders that are written in silence; default `.senku/`' },
    message: { kind: 'text', says: 'what the model is told instead of our own words' },
  },
  run(event, args): Result {
    if (event.name !== 'tool.before') return nothing;
    const paths = writeTargets(event.call);
    if (paths.length === 0) return nothing;
    const folders = isObject(args) && Array.isArray(args['folders']) ? textsParam(args, 'folders') : planning;
    const outside = paths.find((path) => !inFolder(path, folders));
    if (outside === undefined) return nothing;
    const message = param(args, 'message');
    return pass({ context: [typeof message === 'string' ? message : guidance(outside, folders)] });
  },
};

const nothing = pass();

function inFolder(path: string, folders: readonly string[]): boolean {
  const clean = `/${path.includes('..') || path.includes('\\') ? posix.normalize(path.replaceAll('\\', '/')) : path}`;
  return folders.some((folder) => clean.includes(`/${folder.endsWith('/') ? folder : `${folder}/`}`));
}

const guidance = (path: string, folders: readonly string[]): string =>
  `Delegation: ${flattenText(path)} is about to be written directly. An agent that orchestrates others writes only its plans ` +
  `(${folders.join(', ')}) and hands code changes to the agent that implements them. If you are that agent, go on.`;
