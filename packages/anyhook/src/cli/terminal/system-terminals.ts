import { dirname } from 'node:path';
import { changeableByOthers, isFile, readText, userPaths } from '@anyhook/core';
import { parseConfig } from '../../hooks/config.js';
import type { Io } from './io.js';

const maxBytes = 1024 * 1024;

/**
 * The terminal programs that an administrator added. Only the system config is read, and only if only root can change
 * it: neither variables nor user files can add one.
 */
export function systemTerminals({ env, home }: Pick<Io, 'env' | 'home'>): readonly string[] {
  const { systemConfig } = userPaths(env, home);
  if (!isFile(systemConfig)) return [];
  if (changeableByOthers([systemConfig, dirname(systemConfig)], 'system') !== undefined) return [];
  const { source } = parseConfig(readText(systemConfig, maxBytes) ?? '', systemConfig, 'managed');
  return source?.file.terminals ?? [];
}
