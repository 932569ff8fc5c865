import type { Case, View } from './case.js';
import { nothing, type Sight, weaker, whole } from './sight.js';

/** What hooks do in a subagent; the first case starts it. */
export const subagentCases: readonly Case[] = [
  {
    name: 'a hook refuses a command of a subagent, and knows whose it is',
    steps: (agent) => agent.task?.('run the command of the test') ?? [],
    see: (view) => {
      if (view.subagentTurns.length === 0) throw new Error('no subagent was started');
      if (view.file('subagent.txt') !== undefined) return nothing('the command ran');
      if (!view.subagentTurns.some((said) => said.includes('REASON-OF-HOOK-MD')))
        return weaker('the subagent is not told the reason');
      return whose(view);
    },
  },
  {
    name: 'context of its start reaches a subagent',
    cell: { event: 'subagent.start', wish: 'context' },
    files: { 'subagent-context': 'once' },
    see: ({ subagentTurns: [first = ''], turns }) => {
      if (first.includes('CONTEXT-OF-SUBAGENT')) return whole;
      const isElsewhere = turns.some((said) => said.includes('CONTEXT-OF-SUBAGENT'));
      return isElsewhere ? weaker('the agent is told instead') : nothing('the subagent is told nothing');
    },
  },
  {
    name: 'a subagent is kept working once',
    cell: { event: 'subagent.stop', wish: 'deny' },
    files: { 'subagent-works-on': 'once' },
    see: ({ subagentTurns, turns }) => {
      if (subagentTurns.some((said) => said.includes('REASON-FOR-SUBAGENT'))) return whole;
      const isElsewhere = turns.some((said) => said.includes('REASON-FOR-SUBAGENT'));
      return isElsewhere ? weaker('the agent is told instead') : nothing('the subagent ends');
    },
  },
];

/** Whether the hook was told by whom the command came: an agent with a name, in or below the first session. */
function whose({ file }: View): Sight {
  const lines = (file('trace.jsonl') ?? '').trim().split('\n');
  const [first, ...rest] = lines.map((line) => JSON.parse(line) as Traced);
  const call = rest.find(({ name, input }) => name === 'tool.before' && JSON.stringify(input).includes('subagent.txt'));
  if (!first || !call) throw new Error('the call of the subagent is not in trace.jsonl');
  const parent = call.parentSessionId ?? call.sessionId;
  return call.agent && parent === first.sessionId ? whole : weaker(`the hook is told ${JSON.stringify(call)}`);
}

interface Traced {
  readonly name: string;
  readonly sessionId: string;
  readonly parentSessionId?: string;
  readonly agent?: object;
  readonly input?: object;
}
