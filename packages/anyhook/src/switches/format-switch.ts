import { join } from 'node:path';
import {
  exists,
  isObject,
  listFolder,
  makePrivateFolder,
  parseObject,
  readPrivateFile,
  writeAtomic,
} from '@anyhook/core';

/** Hook formats that the user has switched on by answering `init` or `trust`. */
export const formatSwitchFile = (state: string): string => join(state, 'formats.json');

/** What `init` wrote on this machine. */
export const installManifestFile = (state: string): string => join(state, 'install', 'manifest.json');

export const trustRecordFolder = (state: string): string => join(state, 'trust');

const maxBytes = 64 * 1024;

/** The formats that the user switched on; `all` on a machine where anyhook was never set up before. */
export function switchedOnFormats(state: string): ReadonlySet<string> | 'all' {
  const file = parseObject(readPrivateFile(formatSwitchFile(state), maxBytes).text);
  const names = isObject(file) ? file['on'] : undefined;
  if (Array.isArray(names)) return new Set(names.filter((name) => typeof name === 'string'));
  return wasSetUp(state) ? new Set() : 'all';
}

/** Has `init` or `trust` of any version left something here? */
function wasSetUp(state: string): boolean {
  const records = listFolder(trustRecordFolder(state));
  return exists(installManifestFile(state)) || (typeof records !== 'string' && records.length > 0);
}

/** Switches formats on permanently, in addition to those that are on. */
export function switchFormatsOn(state: string, names: readonly string[]): void {
  const before = switchedOnFormats(state);
  const on = [...new Set([...(before === 'all' ? [] : before), ...names])].sort();
  if (before !== 'all' && on.length === before.size && exists(formatSwitchFile(state))) return;
  makePrivateFolder(state);
  writeAtomic(formatSwitchFile(state), `${JSON.stringify({ version: 1, on })}\n`);
}
