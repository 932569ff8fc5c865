import type { ApprovalChannel, AskedQuestion } from '../../src/approvals/channel.js';

/** The questions sent to the channel. */
export const asked: AskedQuestion[] = [];

/** The smallest channel: a person with a phone and a PIN. */
export const channel: ApprovalChannel<{ readonly pin: number }> = {
  name: 'toy',
  announce: () => ({ alsoAsked: 'the duty phone' }),
  async poll(question) {
    asked.push(question);
  },
  settle(_record, _decision, { pin }) {
    if (pin !== 4711) throw new Error('wrong PIN');
    return { by: 'the duty phone', proof: { kind: 'pin' }, isElsewhere: true };
  },
};
