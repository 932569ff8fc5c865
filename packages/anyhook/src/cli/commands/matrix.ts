import type { Agent } from '../../agents/agent.js';
import type { MatrixRow } from '../../doctor/matrix.js';
import { projectMatrix } from '../../doctor/project-matrix.js';
import { printMatrix } from '../print/matrix.js';
import { type CommandContext, examplesText, type RegisterCommand } from '../terminal/context.js';
import { print, printJson, worldOf } from '../terminal/io.js';
import { cwdOption, jsonOption } from '../terminal/options.js';

interface Options {
  readonly agent?: readonly string[];
  readonly all?: true;
  readonly json?: true;
  readonly cwd?: string;
}

/** `anyhook hooks matrix`: how well each agent supports each hook of this project. */
export const addMatrix: RegisterCommand = (program, context) => {
  program
    .command('matrix')
    .summary('show how well each agent supports each hook')
    .description(
      'Shows how well each installed or connected agent supports each hook: exact, emulated, degraded or impossible, which ' +
        'is the worst grade of what the hook may do at its event; native if the agent runs the hook itself.',
    )
    .option('--agent <agents...>', 'only these agents, installed or not')
    .option('--all', 'every agent that anyhook knows')
    .addOption(jsonOption())
    .addOption(cwdOption())
    .addHelpText(
      'after',
      examplesText(
        'anyhook hooks matrix',
        'anyhook hooks matrix --agent codex gemini',
        'anyhook hooks matrix --all --json',
      ),
    )
    .action((options: Options) => matrix(options, context));
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
