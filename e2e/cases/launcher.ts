import { type AgentCase, firstTurnWith } from './case.js';
import { fullEffect } from './observation.js';

/** The user's entries need no project: they start the copy that `init` made. */
export const outlivesProject: AgentCase = {
  name: 'a guard still denies after the project that ran init lost its node_modules',
  steps: (agent) => [agent.shell('echo forbidden-marker > hook-md.txt')],
  observe: (view) => {
    if (view.file('hook-md.txt') !== undefined) throw new Error('the forbidden command ran');
    if (firstTurnWith(view, 'REASON-OF-HOOK-MD') !== view.turn + 1)
      throw new Error('the model was not told the reason');
    return fullEffect;
  },
};
