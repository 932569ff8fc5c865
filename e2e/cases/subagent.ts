import type { AgentCase, CaseView } from './case.js';
import { fullEffect, noEffect, weakerEffect } from './observation.js';

/** What hooks do in a subagent; the first case starts it. */
export const subagentCases: readonly AgentCase[] = [
  {
    name: 'a hook refuses a command of a subagent',
    steps: (agent) => agent.subagentCalls?.('run the command of the test') ?? [],
    observe: (view) => {
      if (view.subagentTurns.length === 0) throw new Error('no subagent was started');
      if (view.file('subagent.txt') !== undefined) return noEffect('the command ran');
      if (!view.subagentTurns.some((said) => said.includes('REASON-OF-HOOK-MD')))
        return weakerEffect('the subagent is not told the reason');
      return fullEffect;
    },
  },
  {
    name: 'a hook is told whose command it is, as far as the agent says',
    observe: (view, { subagentInfoForHooks = 'all' }) => {
      const heard = subagentInfoIn(view);
      return heard === subagentInfoForHooks
        ? fullEffect
        : noEffect(`it is told ${heard} of the subagent, not ${subagentInfoForHooks}`);
    },
  },
  {
    name: 'context of its start reaches a subagent',
    cell: { event: 'subagent.start', effect: 'context' },
    files: { 'subagent-context': 'once' },
    observe: ({ subagentTurns: [first = ''], turns }) => {
      if (first.includes('CONTEXT-OF-SUBAGENT')) return fullEffect;
      const isElsewhere = turns.some((said) => said.includes('CONTEXT-OF-SUBAGENT'));
      return isElsewhere ? weakerEffect('the agent is told instead') : noEffect('the subagent is told nothing');
    },
  },
  {
    name: 'a subagent is kept working once',
    cell: { event: 'subagent.stop', effect: 'deny' },
    files: { 'subagent-works-on': 'once' },
    observe: ({ subagentTurns, turns }) => {
      if (subagentTurns.some((said) => said.includes('REASON-FOR-SUBAGENT'))) return fullEffect;
      const isElsewhere = turns.some((said) => said.includes('REASON-FOR-SUBAGENT'));
      return isElsewhere ? weakerEffect('the agent is told instead') : noEffect('the subagent ends');
    },
  },
];

/** What the hook learned about the caller: an agent, and the session that started it. */
function subagentInfoIn({ file }: CaseView): 'all' | 'no parent' | 'nothing' {
  const lines = (file('trace.jsonl') ?? '').trim().split('\n');
  const [first, ...rest] = lines.map((line) => JSON.parse(line) as TracedEvent);
  const call = rest.find(({ name, input }) => name === 'tool.before' && JSON.stringify(input).includes('subagent.txt'));
  if (!first || !call) throw new Error('the call of the subagent is not in trace.jsonl');
  if (!call.agent) return 'nothing';
  return (call.parentSessionId ?? call.sessionId) === first.sessionId ? 'all' : 'no parent';
}

interface TracedEvent {
  readonly name: string;
  readonly sessionId: string;
  readonly parentSessionId?: string;
  readonly agent?: object;
  readonly input?: object;
}
