import { posix } from 'node:path';
import { isObject, pass, type Result } from '@anyhook/core';
import type { Builtin } from './builtin.js';
import { param, textsParam } from './kit/args.js';
import { flattenText } from './kit/text.js';
import { writeTargets } from './kit/write-targets.js';

const defaultFolders = ['.senku/'];

/** Reminds an orchestrating agent to delegate when it writes files other than its plans. Never blocks. */
export const enforceDelegation: Builtin = {
  name: 'enforce-delegation',
  summary: 'reminds an agent to delegate when it writes files outside the planning folder',
  events: ['tool.before'],
  decides: false,
  params: {
    folders: { kind: 'texts', description: 'planning folders, where writing gives no reminder; default `.senku/`' },
    message: { kind: 'text', description: 'the text for the model, instead of the default reminder' },
  },
  run(event, args): Result {
    if (event.name !== 'tool.before') return noOpinion;
    const paths = writeTargets(event.call);
    if (paths.length === 0) return noOpinion;
    const folders = isObject(args) && Array.isArray(args['folders']) ? textsParam(args, 'folders') : defaultFolders;
    const outsidePath = paths.find((path) => !inFolder(path, folders));
    if (outsidePath === undefined) return noOpinion;
    const message = param(args, 'message');
    return pass({ context: [typeof message === 'string' ? message : guidance(outsidePath, folders)] });
  },
};

const noOpinion = pass();

function inFolder(path: string, folders: readonly string[]): boolean {
  const clean = `/${path.includes('..') || path.includes('\\') ? posix.normalize(path.replaceAll('\\', '/')) : path}`;
  return folders.some((folder) => clean.includes(`/${folder.endsWith('/') ? folder : `${folder}/`}`));
}

const guidance = (path: string, folders: readonly string[]): string =>
  `Delegation: you are about to write ${flattenText(path)} yourself. An agent that leads others writes only its plans ` +
  `(${folders.join(', ')}) and hands code changes to the agent that implements them. If you are that agent, continue.`;
