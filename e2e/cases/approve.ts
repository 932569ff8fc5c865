import { findAgent } from '../../packages/anyhook/src/agents/index.js';
import type { AgentDriver } from '../agents/agent.js';
import { type AgentCase, firstTurnWith } from './case.js';
import { claimOf, fullEffect, noEffect } from './observation.js';

const file = 'approved.txt';
const call = (agent: AgentDriver) => agent.shell(`echo ask-marker >> ${file}`);

/** The life of a pending call: denied with instructions, then approved in a terminal, then allowed once. */
export const approvedOnce: AgentCase = {
  name: 'a command that a person approves in a terminal runs, once',
  steps: (agent) => [call(agent), { ...call(agent), precededBy: 'approve' }, call(agent)],
  observe: (view) => {
    const lines = view.file(file)?.trim().split('\n').length ?? 0;
    if (firstTurnWith(view, 'anyhook approve') !== view.turn + 1)
      return noEffect('the model is not told how it is approved');
    if (lines === 1) return fullEffect;
    return noEffect(lines === 0 ? 'the approved command did not run' : `it ran ${lines} times`);
  },
};

/** The same on the page of `anyhook ui`, after clicks without the terminal's code, which must decide nothing. */
export const approvedOnPage: AgentCase = {
  name: 'a command that a person approves on the page runs, once; clicks alone approve nothing',
  steps: (agent) => [
    call(agent),
    { ...call(agent), precededBy: 'click' },
    { ...call(agent), precededBy: 'approve on the page' },
    call(agent),
  ],
  observe: (view) => {
    const lines = view.file(file)?.trim().split('\n').length ?? 0;
    const told = view.turns.map((said) => said.split('anyhook approve').length - 1);
    if ((told[view.turn + 1] ?? 0) <= (told[view.turn] ?? 0))
      return noEffect('a click without the code approved the call');
    if (lines === 1) return fullEffect;
    return noEffect(lines === 0 ? 'the approved command did not run' : `it ran ${lines} times`);
  },
};

/** Whether anyhook asks a person instead of this agent. */
export const anyhookAsks = ({ name: agent }: AgentDriver): boolean =>
  claimOf({ event: 'tool.before', effect: 'ask' }, findAgent(agent).capabilities).standsIn;
