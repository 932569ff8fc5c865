import type { Announcement } from '../engine/approve.js';
import { features } from '../features.js';
import type { ApprovalRecord, PersonDecision } from './approval-record.js';
import type { ApprovalStore, PersonAnswer } from './approval-store.js';
import { pageChannel } from './channels/page.js';
import { terminalChannel } from './channels/terminal.js';

/** A request that was just stored, and its context. */
export interface AskedQuestion<Policy = unknown> {
  readonly minutes: number;
  readonly now: number;
  /** The policy of the machine, if an organisation sets one. */
  readonly policy: Policy | undefined;
  /** The environment and the home folder of the agent. */
  readonly world: { readonly env: Readonly<Record<string, string | undefined>>; readonly home: string };
}

/** How a channel handles a request. The receiver of the answers calls its `settle`. */
export interface AskingChannel<Policy = unknown> {
  readonly name: string;
  /** The channel's text in the denial of the call; undefined: none. */
  announce(question: AskedQuestion<Policy>): Announcement | undefined;
  /** Sends the request to approvers and returns the answer. Missing: approvers have to check the channel. */
  poll?(question: AskedQuestion<Policy>): Promise<void>;
}

/** A way to ask a person about a call: one file each, and a row in `approvalChannels` or in its feature. */
export interface ApprovalChannel<Answer = never, Policy = unknown> extends AskingChannel<Policy> {
  /** Who decided, and the proof. Throws if the answer is invalid. */
  settle(record: ApprovalRecord, decision: PersonDecision, answer: Answer): PersonAnswer;
}

export async function approvalChannels(): Promise<readonly AskingChannel[]> {
  const rows = await Promise.all(features.map(({ approvalChannel }) => approvalChannel?.()));
  return [terminalChannel, pageChannel, ...rows.flatMap((row) => row?.channel ?? [])];
}

/** Records the answer that came through a channel, only for the call that the person saw. */
export const settleApproval = async <Answer>(
  store: Pick<ApprovalStore, 'decide'>,
  channel: Pick<ApprovalChannel<Answer>, 'settle'>,
  { record, decision, answer }: { record: ApprovalRecord; decision: PersonDecision; answer: Answer },
): Promise<ApprovalRecord> =>
  store.decide(record.id, decision, { ...channel.settle(record, decision, answer), key: record.key });
