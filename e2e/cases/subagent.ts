import type { Case, View } from './case.js';
import { nothing, weaker, whole } from './sight.js';

/** What hooks do in a subagent; the first case starts it. */
export const subagentCases: readonly Case[] = [
  {
    name: 'a hook refuses a command of a subagent',
    steps: (agent) => agent.task?.('run the command of the test') ?? [],
    see: (view) => {
      if (view.subagentTurns.length === 0) throw new Error('no subagent was started');
      if (view.file('subagent.txt') !== undefined) return nothing('the command ran');
      if (!view.subagentTurns.some((said) => said.includes('REASON-OF-HOOK-MD')))
        return weaker('the subagent is not told the reason');
      return whole;
    },
  },
  {
    name: 'a hook is told whose command it is, as far as the agent says',
    see: (view, { tellsOfSubagents = 'all' }) => {
      const heard = toldOf(view);
      return heard === tellsOfSubagents
        ? whole
        : nothing(`it is told ${heard} of the subagent, not ${tellsOfSubagents}`);
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

/** What the hook was told of the one whose command it is: an agent, and the session that started it. */
function toldOf({ file }: View): 'all' | 'no parent' | 'nothing' {
  const lines = (file('trace.jsonl') ?? '').trim().split('\n');
  const [first, ...rest] = lines.map((line) => JSON.parse(line) as Traced);
  const call = rest.find(({ name, input }) => name === 'tool.before' && JSON.stringify(input).includes('subagent.txt'));
  if (!first || !call) throw new Error('the call of the subagent is not in trace.jsonl');
  if (!call.agent) return 'nothing';
  return (call.parentSessionId ?? call.sessionId) === first.sessionId ? 'all' : 'no parent';
}

interface Traced {
  readonly name: string;
  readonly sessionId: string;
  readonly parentSessionId?: string;
  readonly agent?: object;
  readonly input?: object;
}
