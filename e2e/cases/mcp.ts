import type { AgentDriver } from '../agents/agent.js';
import { lastTaskPlaceholder, type ScriptedCall } from '../model/step.js';
import { type AgentCase, type CaseView, firstTurnWith } from './case.js';
import { fullEffect, noEffect, type Observation } from './observation.js';

/** A model finds an ability through `anyhook mcp`, uses it, and gets the reason why another use is denied. */
export const mcpCases: readonly AgentCase[] = [
  {
    name: 'a model lists the abilities of the project',
    steps: (agent) => [call(agent, 'list_abilities', { query: 'mark' })],
    observe: (view) => heard(view, 'writes a marker into a file', 1),
  },
  {
    name: 'a model creates a task, runs it and sees its output',
    steps: (agent) => useOf(agent, 'mcp-allowed.txt'),
    observe: (view) => {
      if (view.file('mcp-allowed.txt') === undefined) return noEffect('the ability did not run');
      return heard(view, 'OUTPUT-OF-ABILITY', 2);
    },
  },
  {
    name: 'a guard refuses the run of a task, and the model sees why',
    steps: (agent) => useOf(agent, 'mcp-refused.txt'),
    observe: (view) => {
      if (view.file('mcp-refused.txt') !== undefined) return noEffect('the ability ran');
      return heard(view, 'REASON-OF-GUARD', 2);
    },
  },
  {
    name: 'a model uses an ability by its own tool',
    steps: (agent) => [call(agent, 'file_mark', { name: 'mcp-own.txt' })],
    observe: ({ file }) => (file('mcp-own.txt') === undefined ? noEffect('the ability did not run') : fullEffect),
  },
];

const useOf = (agent: AgentDriver, name: string): readonly ScriptedCall[] => [
  call(agent, 'create_task', { ability: 'file.mark', input: { name } }),
  call(agent, 'run_task', { task_key: lastTaskPlaceholder }),
];

function call({ name: agent, mcp }: AgentDriver, tool: string, input: Readonly<Record<string, unknown>>): ScriptedCall {
  if (!mcp) throw new Error(`unknown how ${agent} calls a server's tools`);
  return mcp.call(tool, input);
}

/** Whether these words arrive with the answer to the n-th call of the case (from 1), and not before. */
function heard(view: CaseView, words: string, calls: number): Observation {
  const turn = firstTurnWith(view, words);
  if (turn === view.turn + calls) return fullEffect;
  return noEffect(turn === 0 ? `the model was not told "${words}"` : `the model was told "${words}" in turn ${turn}`);
}
