import { basename, dirname, resolve, sep } from 'node:path';
import { type FormatName, type Hook, isFolder, nearestWord, type Problem } from '@anyhook/core';
import type { AgentFolders, HookLoader, HookPlace } from '../formats/kit/format.js';
import type { ConfigSource } from './config.js';

/** Reads `agentFolders`: additional folders of agents, which can only add hooks, and their problems. */
export function configuredAgentFolders(
  sources: readonly ConfigSource[],
  loaders: Readonly<Record<FormatName, HookLoader>>,
  home: string,
): { readonly folders: AgentFolders; readonly problems: readonly Problem[] } {
  const folders: Record<FormatName, readonly string[]> = {};
  const problems: Problem[] = [];
  for (const { path, doc, file } of sources)
    for (const [format, given] of Object.entries(file.agentFolders ?? {})) {
      const at = { source: path, line: doc.lineOf(['agentFolders', format]), field: `agentFolders.${format}` };
      if (!Object.hasOwn(loaders, format) || loaders[format]?.userFolder === undefined) {
        problems.push({ ...at, severity: 'error', message: unknownFormat(format, loaders) });
        continue;
      }
      const named = [given].flat().map((folder) => resolve(folder.replace(/^~(?=\/)/, () => home)));
      for (const folder of named.filter((one) => !isFolder(one)))
        problems.push({ ...at, severity: 'warning', message: `${folder} is not there, so no hook of it runs` });
      folders[format] = [...new Set([...(folders[format] ?? []), ...named])];
    }
  return { folders, problems };
}

function unknownFormat(name: string, loaders: Readonly<Record<FormatName, HookLoader>>): string {
  const known = Object.keys(loaders).filter((format) => loaders[format]?.userFolder !== undefined);
  const near = nearestWord(name, known);
  return `no format "${name}" has a folder of its own; ${near === undefined ? `there are ${known.join(', ')}` : `did you mean ${near}?`}`;
}

export const mergeAgentFolders = (a: AgentFolders, b: AgentFolders): AgentFolders =>
  Object.fromEntries(
    [...new Set([...Object.keys(a), ...Object.keys(b)])].map((format) => [
      format,
      [...new Set([...(a[format] ?? []), ...(b[format] ?? [])])],
    ]),
  );

/** The configured folder that contains a place; undefined for the usual ones. */
export const agentFolderOf = ({ dir }: HookPlace, format: FormatName, folders: AgentFolders): string | undefined =>
  folders[format]?.find((folder) => `${dir}${sep}`.startsWith(`${folder}${sep}`));

/** The hook with the name of its folder in its id: the usual folder may have a hook at the same place. */
export const withFolderInId = (hook: Hook, folder: string): Hook => ({
  ...hook,
  id: hook.id.replace(/^user(?=[.-])/, () => nameOf(folder)),
});

/** `codex-work` for /data/codex-work and for /data/codex-work/.codex. */
const nameOf = (folder: string): string => {
  const name = basename(folder).startsWith('.') ? basename(dirname(folder)) : basename(folder);
  return name.replace(/[^\p{L}\p{N}_@-]+/gu, '-') || 'user';
};
