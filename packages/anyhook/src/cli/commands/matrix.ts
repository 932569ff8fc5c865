import { commands } from '../../../.cache/commands.js';
import type { Agent } from '../../agents/agent.js';
import type { MatrixRow } from '../../doctor/matrix.js';
import { projectMatrix } from '../../doctor/project-matrix.js';
import { printMatrix } from '../print/matrix.js';
import { addCommand, type OptionsOf } from '../terminal/add-command.js';
import type { CommandContext, RegisterCommand } from '../terminal/context.js';
import { print, printJson, worldOf } from '../terminal/io.js';

type Options = OptionsOf<(typeof commands)['hooks matrix']>;

export const addMatrix: RegisterCommand = (program, context) => {
  addCommand(program, commands['hooks matrix']).action((options: Options) => matrix(options, context));
};

async function matrix(options: Options, { io }: CommandContext): Promise<void> {
  const { agents, rows, limits } = await projectMatrix(worldOf(io, options.cwd), options);
  if (options.json)
    return printJson(io, {
      hosts: agents.map(agentEntry),
      hooks: rows.map(rowEntry),
      limits: Object.fromEntries(limits),
    });
  if (agents.length === 0) return print(io, 'no agent was found on this machine: name one with --agent, or use --all');
  if (rows.length === 0) return print(io, 'no hooks here; create one with "anyhook hooks new"');
  printMatrix(rows, agents, limits, io);
}

const agentEntry = ({ name, title, documentedOnly }: Agent) => ({ name, title, documentedOnly });
const rowEntry = ({ hook: { id, events, nativeEvent, dialect: format }, support: agents }: MatrixRow) => ({
  id,
  events,
  nativeEvent,
  dialect: format,
  hosts: agents,
});
