import { type AgentCase, firstTurnWith } from './case.js';
import { fullEffect, noEffect } from './observation.js';

/** What the project's hooks say when they deny. */
const reasons = ['REASON-TO-GO-ON', 'REASON-OF-HOOK-MD', 'REASON-OF-ABILITY', 'config-protection'];

/** After the run, `anyhook why` explains the last denied call with the reason that the model got. */
export const journalExplains: AgentCase = {
  name: 'the journal explains what was refused',
  asksWhy: true,
  observe: (view) => {
    const { why = '' } = view;
    const reason = reasons.find((words) => why.includes(words));
    if (!/^verdict +(?:deny|ask)/m.test(why) || !reason) return noEffect(`"anyhook why --denied" says: ${why}`);
    return firstTurnWith(view, reason) > 0 ? fullEffect : noEffect(`the model was not told "${reason}"`);
  },
};
