import { rememberEntryChanges } from '../../add/entry-changes.js';
import type { World } from '../../answer/engine.js';
import {
  connectedAgents,
  createInitPlanner,
  problemsOf,
  writeEntries,
  writesAnything,
} from '../../install/init-plan.js';
import { installWorld } from '../../install/install-world.js';

/** The agents that are connected, and those that got entries for more events. */
export interface ConnectedAgents {
  readonly titles: readonly string[];
  readonly problems: readonly string[];
}

/** Adds the entries that new hooks (of a package) need to agents that are already connected. Other agents stay unchanged. */
export async function connectForNewHooks(
  world: World,
  scope: 'user' | 'project',
  packageName?: string,
): Promise<ConnectedAgents> {
  const machine = installWorld(world);
  const connected = await connectedAgents(machine, scope);
  if (connected.length === 0) return { titles: [], problems: [] };
  const planner = await createInitPlanner(world, { scope });
  const makePlan = () => planner.plan(machine, { scope, agent: connected.map(({ name }) => name) });
  const plan = makePlan();
  if (writesAnything(plan)) await writeEntries(machine, { plan, replan: makePlan, wasShown: false });
  if (packageName !== undefined) rememberEntryChanges(machine, packageName, plan.changes);
  return {
    titles: plan.agents.flatMap(({ entries: { title, problem } }) => (problem === undefined ? [title] : [])),
    problems: problemsOf(plan),
  };
}
