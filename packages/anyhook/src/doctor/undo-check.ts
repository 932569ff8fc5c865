import { type Environment, now } from '@anyhook/core';
import { keptProjects, readTurns, storeFolder, undoRoot } from '@anyhook/undo';
import { type DoctorCheck, makeFinding } from './finding.js';

const dayMs = 86_400_000;

/** How much undo keeps, and whether it could keep the last turns of this project; none if it was never on. */
export async function undoChecks(cwd: string, env: Environment): Promise<readonly DoctorCheck[]> {
  const projects = await keptProjects(env);
  if (projects.length === 0) return [];
  const bytes = projects.reduce((sum, project) => sum + project.bytes, 0);
  const size = `${Math.max(1, Math.round(bytes / 1e6))} MB of ${projects.length === 1 ? '1 project' : `${projects.length} projects`}`;
  const turns = readTurns(storeFolder(undoRoot(cwd, env), env));
  const missed = turns.flatMap((turn) => turn.missed).filter(({ at }) => at > now() - dayMs);
  const last = missed.at(-1);
  const findings = last
    ? [makeFinding('undo-missed', `${missed.length} times in a day; the last time: ${last.why}`)]
    : [];
  return [{ title: `undo and snapshots keep ${size}`, findings }];
}
