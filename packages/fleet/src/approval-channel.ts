import type { ApprovalChannel } from '@anyhook/anyhook';
import type { CentralApprovals } from './approval-mailbox.js';
import { approverOf } from './approver.js';
import type { CentralAnswer, CentralApproval } from './central-approval.js';
import { isOlderThan, startWork } from './due-work.js';
import type { FleetOfMachine } from './fleet-policy.js';

/** The hub's reply to a question of this device. */
export interface CentralReply {
  readonly org: string;
  /** The device's own copy of the question. */
  readonly question: CentralApproval;
  readonly answer: CentralAnswer;
  /** Undefined: the policy in force names no approvers. */
  readonly approvals: CentralApprovals | undefined;
}

/** A process that stays connected to the hub renews its lock every second. */
const watchedMs = 5_000;

/** The approvers in the policy of a fleet: the process connected to the hub transports questions and answers. */
export const channel: ApprovalChannel<CentralReply, FleetOfMachine> = {
  name: 'fleet',
  announce: ({ policy }) => (policy?.hasApprovers ? { alsoAsked: `an approver of ${policy.org}` } : undefined),
  // A running process already sees the question.
  async poll({ policy, world, now }) {
    const { hasApprovers, hubLock } = policy ?? {};
    if (hasApprovers && hubLock !== undefined && isOlderThan(hubLock, watchedMs, now)) await startWork(world);
  },
  settle({ id }, _decision, { org, question, answer, approvals }) {
    const found = approvals ? approverOf(question, answer, approvals) : { problem: 'the policy names no approvers' };
    if ('problem' in found) throw new Error(`an answer to call ${id} is not valid: ${found.problem}`);
    const { id: passkey, authenticatorData, clientData, signature } = answer.passkey;
    return {
      by: `${found.approver.name}, on the hub of ${org}`,
      proof: { kind: 'approver', question, passkey, authenticatorData, clientData, signature },
      isElsewhere: true,
      ...(answer.reason !== '' && { why: answer.reason }),
    };
  },
};
