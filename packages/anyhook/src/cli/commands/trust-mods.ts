import { isoNow, isWithin, type UserPaths, userPaths } from '@anyhook/core';
import { agents } from '../../agents/index.js';
import { findMods } from '../../answer/mods.js';
import type { Project } from '../../hooks/load.js';
import { confirmMods, forgetMods } from '../../trust/mod-trust.js';
import { printMods } from '../print/trust-mods.js';
import type { CommandContext } from '../terminal/context.js';
import type { Human } from '../terminal/human.js';
import { exitCodes, print, worldOf } from '../terminal/io.js';
import { countNoun } from '../terminal/text.js';

interface Options {
  readonly list?: true;
  readonly yes?: true;
  readonly cwd?: string;
}

/** Shows the agents' mods, and lets a person confirm those that are unconfirmed or changed. False if there is nothing to show. */
export async function reviewMods(
  project: Project,
  person: Human | undefined,
  { list, yes, cwd }: Options,
  context: CommandContext,
): Promise<boolean> {
  const { io } = context;
  const world = worldOf(io, cwd);
  const { snapshot, config } = project;
  const search = { world, levels: snapshot.levels, config, named: [world.cwd] };
  const found = (await Promise.all(agents.map((agent) => findMods(agent, search)))).flat();
  const mods = found.filter(({ state }) => list || state !== 'confirmed');
  if (mods.length === 0) return false;
  const user = userPaths(world.env, world.home);
  printMods(mods, user.home, io);
  const asked = mods.flatMap(({ folder, sha, state }) =>
    sha === undefined || state === 'confirmed' ? [] : [{ folder, sha, at: isoNow() }],
  );
  if (list || !person || asked.length === 0) return true;
  const what = countNoun(asked.length, 'mod');
  const subject =
    asked.length === 1
      ? 'this mod to run above your hooks, as it is'
      : `these ${what} to run above your hooks, as they are`;
  const question = `Allow ${subject} now?`;
  if (await person.confirm({ question, isYes: yes, action: `let ${what} run above your hooks` })) {
    confirmMods(user.state, asked);
    print(io, `confirmed ${what}`);
  } else {
    context.exitCode = exitCodes.error;
    print(io, 'no mod was confirmed');
  }
  return true;
}

/** Forgets the confirmed mods in a project's folder; true if there were any. */
export const forgetModsIn = ({ root }: Project, { state }: UserPaths): boolean =>
  forgetMods(state, (folder) => isWithin(folder, root));
