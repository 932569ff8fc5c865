import { basename, join } from 'node:path';
import { type FormatName, isFullPath } from '@anyhook/core';
import type { Agent, AgentSettings } from './agent.js';
import { agents } from './index.js';

type Env = Readonly<Record<string, string | undefined>>;

/** The variable with which a user moves the folder of an agent. */
export const folderVariableOf = ({ folderVariable, homeVariable }: AgentSettings): string | undefined =>
  folderVariable ?? homeVariable;

/** Where a variable puts the folder of an agent; undefined if none does. */
export function movedFolderOf(settings: AgentSettings, env: Env, home: string): string | undefined {
  const value = env[folderVariableOf(settings) ?? '']?.replace(/^~(?=[\\/]|$)/, () => home);
  if (value === undefined || !isFullPath(value)) return undefined;
  const moved = settings.homeVariable === undefined ? value : join(value, basename(settings.folder));
  return join(moved) === join(home, settings.folder) ? undefined : join(moved);
}

/** Where an agent's folder may be. A variable may be set only for the agent, so include the default folder. */
export function possibleFolders(
  settings: AgentSettings,
  env: Env,
  { home, configHome }: { readonly home: string; readonly configHome: string },
): readonly string[] {
  const { folder } = settings;
  const usual = folder.startsWith('.config/') ? join(configHome, folder.slice('.config/'.length)) : join(home, folder);
  const moved = movedFolderOf(settings, env, home);
  return moved === undefined ? [usual] : [usual, moved];
}

/** An agent's folder that was moved. */
export interface MovedFolder {
  readonly agent: Agent;
  readonly variable: string;
  readonly folder: string;
  /** The format of its hooks; undefined if anyhook cannot read them. */
  readonly format?: FormatName;
}

/** The folders moved by the variables of this environment. Only valid for a person's own environment. */
export const movedFolders = (env: Env, home: string, known: readonly Agent[] = agents): readonly MovedFolder[] =>
  known.flatMap((agent): readonly MovedFolder[] => {
    const { settings, hooksRunByAgent = [] } = agent;
    const folder = settings && movedFolderOf(settings, env, home);
    const variable = settings && folderVariableOf(settings);
    if (folder === undefined || variable === undefined) return [];
    const format = hooksRunByAgent.find(({ scope }) => scope !== 'project')?.format;
    return [{ agent, variable, folder, ...(format !== undefined && { format }) }];
  });

/** These folders by the format of their hooks. */
export function foldersByFormat(moved: readonly MovedFolder[]): Readonly<Record<FormatName, readonly string[]>> {
  const all: Record<FormatName, readonly string[]> = {};
  for (const { format, folder } of moved) if (format !== undefined) all[format] = [...(all[format] ?? []), folder];
  return all;
}
