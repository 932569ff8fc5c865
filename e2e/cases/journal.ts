import { type AgentCase, turnToldOf } from './case.js';
import { fullEffect, noEffect } from './observation.js';

/** What hooks of the project say when they refuse. */
const reasons = ['REASON-TO-GO-ON', 'REASON-OF-HOOK-MD', 'REASON-OF-ABILITY', 'config-protection'];

/** After the run, `anyhook why` explains the last call that was refused; the model was told the same. */
export const journalExplains: AgentCase = {
  name: 'the journal explains what was refused',
  asksWhy: true,
  see: (view) => {
    const { why = '' } = view;
    const reason = reasons.find((words) => why.includes(words));
    if (!/^verdict +(?:deny|ask)/m.test(why) || !reason) return noEffect(`"anyhook why --denied" says: ${why}`);
    return turnToldOf(view, reason) > 0 ? fullEffect : noEffect(`the model was not told "${reason}"`);
  },
};
