import { userName } from '@anyhook/core';
import type { ApprovalProof, ApprovalRecord, PersonDecision } from '../approval-record.js';
import type { ApprovalChannel } from '../channel.js';

/** What a person confirms: one action, such as approving one call. A proof is valid for one action only. */
export interface ConfirmedAction {
  /** The action, its object and its data; a passkey signs the hash of this. */
  readonly subject: readonly string[];
  /** The same as text, for the terminal. */
  readonly text: string;
}

/** A click on the page of `anyhook ui`, with proof that a person made it. */
export interface PageAnswer {
  /** May be empty. */
  readonly reason: string;
  /** The proof that a person does this; throws if it is invalid. */
  readonly confirm: (action: ConfirmedAction) => ApprovalProof;
}

/** The decision that a person confirms on the page. */
export function decisionAction(record: ApprovalRecord, decision: PersonDecision, reason: string): ConfirmedAction {
  const { id, key, request } = record;
  const verb = decision === 'approved' ? 'approve' : 'refuse';
  const askers = request.hooks.map((hook) => hook.id).join(', ');
  return { subject: [decision, key, reason], text: `${verb} ${id} (${request.tool}, asked by ${askers})` };
}

/** The page of `anyhook ui`, which shows open requests by itself. */
export const pageChannel: ApprovalChannel<PageAnswer> = {
  name: 'page',
  announce: () => undefined,
  settle: (record, decision, { reason, confirm }) => ({
    by: userName() ?? 'unknown',
    proof: confirm(decisionAction(record, decision, reason)),
    ...(reason !== '' && { why: reason }),
  }),
};
