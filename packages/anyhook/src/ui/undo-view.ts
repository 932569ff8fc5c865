import { homeIn, withoutUndefined } from '@anyhook/core';
import { keptProjects, listTurns, undoRoot } from '@anyhook/undo';
import type { World } from '../answer/engine.js';
import type { UndoView } from './page-types.js';

const maxTurns = 40;

/** The turns of one project that `anyhook undo` knows, and the other projects of which it keeps something. */
export async function undoView(world: World, wanted: string | undefined): Promise<UndoView> {
  const env = { ...world.env, HOME: homeIn(world.env) ?? world.home };
  const projects = await keptProjects(env);
  const here = undoRoot(world.cwd, env);
  // Only a project that is in the list: the page may name no other folder.
  const root = projects.find((one) => one.root === wanted)?.root ?? here;
  const turns = projects.some((one) => one.root === root) ? await listTurns({ root, env }, maxTurns) : [];
  return {
    projects: projects.map(({ root: folder, turns: count, bytes }) => ({ root: folder, turns: count, bytes })),
    root,
    turns: turns.map(({ turn: { at, endedAt, host, session, prompt, undone }, files }, i) => ({
      number: i + 1,
      files,
      ...withoutUndefined({ endedAt, prompt, undoneAt: undone?.at }),
      at,
      host,
      session,
    })),
  };
}
