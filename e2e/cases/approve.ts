import { findAgent } from '../../src/agents/index.js';
import type { AgentDriver } from '../agents/agent.js';
import { type AgentCase, turnToldOf } from './case.js';
import { claimOf, fullEffect, noEffect } from './observation.js';

const file = 'approved.txt';
const call = (agent: AgentDriver) => agent.shell(`echo ask-marker >> ${file}`);

/** The life of a pending call: denied with instructions, then approved in a terminal, then allowed once. */
export const approvedOnce: AgentCase = {
  name: 'a command that a person approves in a terminal runs, once',
  steps: (agent) => [call(agent), { ...call(agent), precededBy: 'approve' }, call(agent)],
  observe: (view) => {
    const lines = view.file(file)?.trim().split('\n').length ?? 0;
    if (turnToldOf(view, 'anyhook approve') !== view.turn + 1)
      return noEffect('the model is not told how it is approved');
    if (lines === 1) return fullEffect;
    return noEffect(lines === 0 ? 'the approved command did not run' : `it ran ${lines} times`);
  },
};

/** Does anyhook ask a person instead of this agent? */
export const asksInsteadOfAgent = ({ host }: AgentDriver): boolean =>
  claimOf({ event: 'tool.before', effect: 'ask' }, findAgent(host).capabilities).standsIn;
