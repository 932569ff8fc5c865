import {
  isWithin,
  machineInfo,
  namesIn,
  parseObject,
  pathFromHome,
  readSettingsText,
  realPath,
  userPaths,
} from '@anyhook/core';
import type { Agent } from '../agents/agent.js';
import { knownAgents } from '../agents/index.js';
import { foldersFromRoot } from '../hooks/project-root.js';
import { openProject, type World } from './engine.js';
import { findMods, modText } from './mods.js';

/** Why an agent's calls may bypass the guard, as a sentence, or that the cause is unknown. */
export async function causeOfBypass(agent: Agent, world: World, root: string): Promise<string> {
  try {
    const switches = await offSwitches(agent, world, root);
    const causes = [...(await modCauses(agent, world)), ...switches.map(({ text }) => text)];
    if (causes.length > 0) return `Likely cause: ${causes.slice(0, maxCauses).join('; ')}.`;
  } catch {
    // The alert matters more than its cause.
  }
  return 'The cause is not known: run "anyhook doctor" in a terminal.';
}

const maxCauses = 3;

/** Code that the agent loads above hooks, unconfirmed code first. */
async function modCauses(agent: Agent, world: World): Promise<readonly string[]> {
  const { snapshot, config } = await openProject(world);
  const mods = await findMods(agent, { world, levels: snapshot.levels, config });
  const { home } = userPaths(world.env, world.home);
  const unconfirmed = mods.filter(({ state }) => state !== 'confirmed').map((mod) => modText(mod, home));
  if (unconfirmed.length > 0) return unconfirmed;
  return mods
    .filter(({ effects }) => effects.length > 0)
    .map(({ folder, effects }) => `${pathFromHome(folder, home)} is a mod that you confirmed: ${effects.join('; ')}`);
}

/** A setting that switches an agent's hooks off. */
export interface OffSwitchSetting {
  readonly file: string;
  readonly text: string;
  /** The file belongs to the project, not to the user. */
  readonly isOfProject: boolean;
}

/** The agent's own settings that switch its hooks off in this project, or in the working folder inside it. */
export async function offSwitches(agent: Agent, world: World, root: string): Promise<readonly OffSwitchSetting[]> {
  const installs = await knownAgents.loadInstalls();
  const find = installs.find((one) => one.agent === agent.name)?.disablingSettings;
  const place = settingsPlace(world, root);
  const cwd = realPath(world.cwd);
  const levels = isWithin(cwd, root) ? foldersFromRoot({ cwd, root }) : [root];
  const found = levels.flatMap((level) =>
    (['user', 'project'] as const).flatMap((scope) => find?.({ ...place, root: level, scope }, readSettings) ?? []),
  );
  const switches = found
    .filter(({ kind }) => kind === 'switch')
    .map(({ file, what }) => ({
      file,
      text: `${pathFromHome(file, place.home)}: ${what}`,
      isOfProject: isWithin(file, root) && root !== place.home,
    }));
  return [...new Map(switches.map((one) => [one.file, one])).values()];
}

/** Where an agent's settings are, in the form that its install uses. */
export const settingsPlace = ({ env, home }: World, root: string) => ({
  ...{ home: userPaths(env, home).home, env, root },
  ...{ isWindows: machineInfo().system === 'win32', realPath, namesIn },
});

const readSettings = (file: string): unknown => parseObject(readSettingsText(file));
