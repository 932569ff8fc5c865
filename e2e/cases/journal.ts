import { type Case, told } from './case.js';
import { nothing, whole } from './sight.js';

/** What hooks of the project say when they refuse. */
const reasons = ['REASON-TO-GO-ON', 'REASON-OF-HOOK-MD', 'REASON-OF-ABILITY', 'config-protection'];

/** After the run, `anyhook why` explains the last call that was refused; the model was told the same. */
export const journalExplains: Case = {
  name: 'the journal explains what was refused',
  asksWhy: true,
  see: (view) => {
    const { why = '' } = view;
    const reason = reasons.find((words) => why.includes(words));
    if (!/^verdict +(?:deny|ask)/m.test(why) || !reason) return nothing(`"anyhook why --denied" says: ${why}`);
    return told(view, reason) > 0 ? whole : nothing(`the model was not told "${reason}"`);
  },
};
