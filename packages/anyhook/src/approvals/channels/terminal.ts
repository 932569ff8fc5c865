import { userName } from '@anyhook/core';
import type { ApprovalChannel } from '../channel.js';

/** A person's answer in a terminal, after `anyhook approve` verified the terminal. */
export interface TerminalAnswer {
  readonly why?: string;
  /** How long an approval applies to every call that does the same. */
  readonly forMs?: number;
}

/** `anyhook approve` and `anyhook refuse`. */
export const terminalChannel: ApprovalChannel<TerminalAnswer> = {
  name: 'terminal',
  announce: ({ minutes }) => ({
    forModel: 'Ask the user to run "anyhook approve" in a terminal of their own.',
    forUser: (id) =>
      `run "anyhook approve${id === undefined ? '' : ` ${id}`}" in a terminal of your own within ${minutes} minutes`,
  }),
  settle: (_record, _decision, answer) => ({ by: userName() ?? 'unknown', ...answer }),
};
