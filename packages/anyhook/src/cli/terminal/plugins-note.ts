import type { AgentPlan, InitPlanner } from '../../install/init-plan.js';
import { listText } from '../print/recommended.js';
import { type Io, print } from './io.js';
import { seenFilesOf } from './seen-files.js';
import { oneLine, wrap } from './text.js';

const maxNames = 3;

/** Names the plugins of an agent whose hooks could run in the others, too. Nothing is asked: one question is enough. */
export async function printPlugins(
  io: Io,
  cwd: string,
  { hooks }: Pick<InitPlanner, 'hooks'>,
  agents: readonly AgentPlan[],
): Promise<void> {
  const seen = await seenFilesOf(cwd, io, hooks);
  const plugins = seen.filter(
    ({ plugin, agent }) => plugin !== undefined && agents.some(({ agent: connected }) => connected.title !== agent),
  );
  const [first] = plugins;
  if (!first) return;
  const names = plugins.map(({ plugin = '' }) => oneLine(plugin));
  const more = names.length > maxNames ? [`${names.length - maxNames} more`] : [];
  const shown = listText([...names.slice(0, maxNames), ...more]);
  const [have, them] = names.length === 1 ? ['has hooks', 'it'] : ['have hooks', 'one'];
  const text = `${shown} of ${first.agent} ${have} that run only there. To run ${them} in your other agents: anyhook hooks add ${names[0]}`;
  print(io, wrap(text, 79, 0));
  print(io, '');
}
