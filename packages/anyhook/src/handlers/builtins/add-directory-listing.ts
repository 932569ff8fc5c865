import { type FolderEntry, listEntries } from '@anyhook/core';
import { contextBuiltin } from './add-context.js';
import type { Builtin } from './builtin.js';
import { checkCount, countParam, type Params } from './kit/args.js';
import { flattenText } from './kit/text.js';

const defaultMax = 100;
const params: Params = { max: { kind: 'count', description: 'maximum number of names; default 100' } };

/** Lists the working directory for the model, one level deep. */
export const addDirectoryListing: Builtin = contextBuiltin({
  name: 'add_directory_listing',
  summary: 'gives the model the names in the working directory that are not hidden',
  params,
  listForm: '["50"]',
  checkArgs: (args) => checkCount(args, params, 'optional'),
  texts(event, args) {
    // Hidden names would use up the limit, and some of them reveal secrets.
    const entries = listEntries(event.cwd).filter((entry) => !entry.name.startsWith('.'));
    if (entries.length === 0) return [];
    const max = countParam(args, 'max') ?? defaultMax;
    const lines = entries.slice(0, max).map(line);
    if (entries.length > max) lines.push(`[cut: ${entries.length - max} more]`);
    return [`Files in ${flattenText(event.cwd)}:\n${lines.join('\n')}`];
  },
});

const line = (entry: FolderEntry): string => `- ${flattenText(entry.name)}${entry.kind === 'folder' ? '/' : ''}`;
