import { join } from 'node:path';
import type { FormatName } from '@anyhook/core';
import type { SearchFolders } from './format.js';

/** The folders of an agent that may hold a user's hooks: the usual one below the home folder, and those that the config adds. */
export const userFolders = (
  { home, agentFolders }: Pick<SearchFolders, 'home' | 'agentFolders'>,
  format: FormatName,
  usual: string,
): readonly string[] => [...new Set([join(home, usual), ...(agentFolders?.[format] ?? [])])];
