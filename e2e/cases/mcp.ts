import type { Agent } from '../agents/agent.js';
import { lastTask, type ToolCall } from '../model/step.js';
import { type Case, told, type View } from './case.js';
import { nothing, type Sight, whole } from './sight.js';

/** What a model does through `anyhook mcp`: it finds an ability, uses it, and hears why another use is refused. */
export const mcpCases: readonly Case[] = [
  {
    name: 'a model lists the abilities of the project',
    steps: (agent) => [call(agent, 'list_abilities', { query: 'mark' })],
    see: (view) => heard(view, 'writes a marker into a file', 1),
  },
  {
    name: 'a model creates a task, runs it and sees its output',
    steps: (agent) => useOf(agent, 'mcp-allowed.txt'),
    see: (view) => {
      if (view.file('mcp-allowed.txt') === undefined) return nothing('the ability did not run');
      return heard(view, 'OUTPUT-OF-ABILITY', 2);
    },
  },
  {
    name: 'a guard refuses the run of a task, and the model sees why',
    steps: (agent) => useOf(agent, 'mcp-refused.txt'),
    see: (view) => {
      if (view.file('mcp-refused.txt') !== undefined) return nothing('the ability ran');
      return heard(view, 'REASON-OF-GUARD', 2);
    },
  },
  {
    name: 'a model uses an ability by its own tool',
    steps: (agent) => [call(agent, 'file_mark', { name: 'mcp-own.txt' })],
    see: ({ file }) => (file('mcp-own.txt') === undefined ? nothing('the ability did not run') : whole),
  },
];

const useOf = (agent: Agent, name: string): readonly ToolCall[] => [
  call(agent, 'create_task', { ability: 'file.mark', input: { name } }),
  call(agent, 'run_task', { task_key: lastTask }),
];

function call({ host, mcp }: Agent, tool: string, input: Readonly<Record<string, unknown>>): ToolCall {
  if (!mcp) throw new Error(`nobody has said how ${host} calls a server's tools`);
  return mcp.call(tool, input);
}

/** Words that must come with the answer to a call of the case, counted from 1, and not before. */
function heard(view: View, words: string, calls: number): Sight {
  const turn = told(view, words);
  if (turn === view.turn + calls) return whole;
  return nothing(turn === 0 ? `the model was not told "${words}"` : `the model was told "${words}" in turn ${turn}`);
}
