import { pathFromHome, userPaths } from '@anyhook/core';
import { agents } from '../../agents/index.js';
import { unconfirmedMods } from '../../answer/mods.js';
import { findProjectRoot, projectLevels } from '../../hooks/project-root.js';
import { readManifest } from '../../install/manifest.js';
import type { Io } from './io.js';
import { oneLine } from './text.js';

/** A line that names unconfirmed mods of connected agents: their effects on calls may not be recorded. */
export async function modsLine({ env, home, cwd }: Pick<Io, 'env' | 'home' | 'cwd'>): Promise<string | undefined> {
  const user = userPaths(env, home);
  const connected = connectedAgents(user.state);
  const search = {
    world: { env, home, cwd },
    levels: projectLevels(findProjectRoot(cwd, user), cwd, user),
    config: {},
  };
  const found = await Promise.all(
    agents.filter(({ name }) => connected?.has(name) ?? true).map((agent) => unconfirmedMods(agent, search)),
  );
  const [first, ...others] = found.flat();
  if (!first) return undefined;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  const named = oneLine(pathFromHome(first.folder, user.home));
  return `${first.title} loads unconfirmed code above hooks (${named}${more}), so calls may be missing here: see "anyhook doctor"`;
}

/** The agents that init connected; undefined if its record cannot be read. */
function connectedAgents(state: string): ReadonlySet<string | undefined> | undefined {
  try {
    return new Set(readManifest(state).files.flatMap(({ uses }) => uses.map(({ host: agent }) => agent)));
  } catch {
    // doctor names it.
    return undefined;
  }
}
