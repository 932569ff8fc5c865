import {
  commandLineOf,
  folderContent,
  listFolder,
  maxHashedBytes,
  maxModuleBytes,
  modLimits,
  pathFromHome,
  readSettingsText,
  readText,
  realPath,
  showHidden,
  userPaths,
  visibleShellWord,
} from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { loadMods } from '../agents/index.js';
import type { ModFolder, ModReader, ModSpec } from '../agents/kit/mods.js';
import { possibleFolders } from '../agents/moved-folders.js';
import type { Config } from '../hooks/merged-config.js';
import { readConfirmedMods } from '../trust/mod-trust.js';
import type { World } from './engine.js';
import { addedFolders } from './self-protection.js';

/** Code in an agent that runs before the hooks in its settings; it can answer a call before anyhook is asked. */
export interface Mod {
  readonly agent: string;
  /** The agent's title. */
  readonly title: string;
  readonly folder: string;
  /** Why the agent may load it. */
  readonly origin: string;
  /** Whether a person confirmed its current content. */
  readonly state: 'confirmed' | 'new' | 'changed' | 'unreadable';
  /** Why it cannot be read completely, and so not be confirmed. */
  readonly problem?: string;
  /** The content of all files in its folder. */
  readonly sha?: string;
  readonly files: readonly string[];
  /** What its code does to hooks, as far as its text shows. */
  readonly effects: readonly string[];
  /** Its folder is named only by a command line, a variable or a person. */
  readonly isNamed: boolean;
}

type ModAgent = Pick<Agent, 'name' | 'title' | 'settings' | 'hooksRunByAgent'>;

export interface ModSearch {
  readonly world: Pick<World, 'env' | 'home' | 'cwd' | 'project'>;
  readonly levels: readonly string[];
  readonly config: Pick<Config, 'agentFolders'>;
  /** Folders to check on request. */
  readonly named?: readonly string[];
}

/** The mods that an agent may load in a project. */
export async function findMods(agent: ModAgent, search: ModSearch): Promise<readonly Mod[]> {
  const spec = await loadMods(agent.name);
  if (!spec) return [];
  const { world, levels, config, named = [] } = search;
  const { env, project, cwd } = world;
  const user = userPaths(env, world.home);
  const args = spec.processVariable === undefined ? [] : commandLineOf(env[spec.processVariable] ?? '');
  const folders = [...new Set([...levels, ...(project === undefined ? [] : [project]), cwd])];
  const usual = agent.settings ? possibleFolders(agent.settings, env, user) : [];
  const agentFolders = [...new Set([...usual, ...addedFolders(agent, config)])];
  const found = spec.find({ home: user.home, agentFolders, env, levels: folders, args, named }, modReader);
  if (found.length === 0) return [];
  const confirmed = new Map(readConfirmedMods(user.state).map(({ folder, sha }) => [folder, sha]));
  const mods = found.map((one) => modAt(one, agent, spec, confirmed));
  return [...new Map(mods.map((mod) => [mod.folder, mod])).values()];
}

export const unconfirmedMods = async (agent: ModAgent, search: ModSearch): Promise<readonly Mod[]> =>
  (await findMods(agent, search)).filter(({ state }) => state !== 'confirmed');

const modReader: ModReader = {
  text: (path) => readSettingsText(path, maxHashedBytes),
  folders(path) {
    const entries = listFolder(path);
    return typeof entries === 'string' ? [] : entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name);
  },
};

function modAt(
  { folder, origin, isNamed }: ModFolder,
  { name, title }: Pick<Agent, 'name' | 'title'>,
  { codeFile, silencing }: ModSpec,
  confirmed: ReadonlyMap<string, string>,
): Mod {
  const real = realPath(folder);
  // Git's own files change without a change of the mod.
  const isCounted = (path: string) => !/(?:^|\/)\.git\//.test(path) || codeFile.test(path);
  const content = folderContent(real, isCounted, modLimits);
  const known = confirmed.get(real);
  const facts = { agent: name, title, folder: real, origin, isNamed: isNamed === true };
  if (typeof content === 'string') return { ...facts, state: 'unreadable', problem: content, files: [], effects: [] };
  const { sha, files } = content;
  const texts = files
    .filter((path) => codeFile.test(path))
    .map((path) => readText(`${real}/${path}`, maxModuleBytes) ?? '');
  const effects = silencing
    .filter(({ pattern }) => texts.some((text) => pattern.test(text)))
    .map(({ effect }) => effect);
  const state = known === undefined ? 'new' : known === sha ? 'confirmed' : 'changed';
  return { ...facts, state, sha, files, effects };
}

const textFromHome = (text: string, home: string): string => text.replaceAll(`${home}/`, '~/');

/** A mod and its problem, in one line. */
export function modText({ folder, title, origin, state, problem, effects }: Mod, home: string): string {
  const status =
    state === 'changed'
      ? 'that changed since you confirmed it'
      : `that you have not confirmed${problem ? ` (${problem})` : ''}`;
  const can = ['it runs above the hooks in settings and can answer instead of them', ...effects].join('; ');
  return showHidden(
    `${pathFromHome(folder, home)} is a mod of ${title} (${textFromHome(origin, home)}) ${status}: ${can}`,
  );
}

export function modAdvice({ folder, problem, isNamed }: Mod): string {
  const shown = visibleShellWord(folder);
  if (problem !== undefined)
    return `it is too large or unreadable to be confirmed; delete ${shown} if you do not recognize it`;
  const command = isNamed ? `cd ${shown} && anyhook trust` : 'anyhook trust';
  return `read its code; to keep it, run: ${command}; otherwise delete ${shown} and restart the agent`;
}

const maxNamed = 3;

/** The message about unconfirmed mods; undefined if there are none. */
export async function modNotice(agent: ModAgent, search: ModSearch): Promise<string | undefined> {
  const mods = await unconfirmedMods(agent, search);
  if (mods.length === 0) return undefined;
  const { home } = userPaths(search.world.env, search.world.home);
  const named = mods.slice(0, maxNamed).map((mod) => `${modText(mod, home)}. To do: ${modAdvice(mod)}`);
  const more = mods.length > maxNamed ? [`${mods.length - maxNamed} more such mods: see "anyhook doctor"`] : [];
  return [...named, ...more].join('\n');
}
