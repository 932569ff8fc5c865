import type { Announcement } from '../engine/approve.js';
import { features } from '../features.js';
import type { ApprovalRecord, PersonDecision } from './approval-record.js';
import type { ApprovalStore, PersonAnswer } from './approval-store.js';
import { pageChannel } from './channels/page.js';
import { terminalChannel } from './channels/terminal.js';

/** A question that was just stored, and where. */
export interface AskedQuestion<Policy = unknown> {
  readonly minutes: number;
  readonly now: number;
  /** The policy of the machine, if an organisation sets one. */
  readonly policy: Policy | undefined;
  /** The environment and the home folder of the agent. */
  readonly world: { readonly env: Readonly<Record<string, string | undefined>>; readonly home: string };
}

/** What a channel does with a question. Its `settle` stays with whoever takes the answers. */
export interface AskingChannel<Policy = unknown> {
  readonly name: string;
  /** What the refusal of the call says about this channel; undefined: nothing. */
  announce(question: AskedQuestion<Policy>): Announcement | undefined;
  /** Brings the question to where people answer, and the answer back. Missing: people come and look. */
  poll?(question: AskedQuestion<Policy>): Promise<void>;
}

/** A way to ask a person about a call: one file each, and a row in `approvalChannels` or in the feature that brings it. */
export interface ApprovalChannel<Answer = never, Policy = unknown> extends AskingChannel<Policy> {
  /** Who decided, and what shows it. Throws if the answer does not count. */
  settle(record: ApprovalRecord, decision: PersonDecision, answer: Answer): PersonAnswer;
}

export async function approvalChannels(): Promise<readonly AskingChannel[]> {
  const rows = await Promise.all(features.map(({ approvalChannel }) => approvalChannel?.()));
  return [terminalChannel, pageChannel, ...rows.flatMap((row) => row?.channel ?? [])];
}

/** Records the answer that came through a channel, for the call that the person saw and no other. */
export const settleApproval = async <Answer>(
  store: Pick<ApprovalStore, 'decide'>,
  channel: Pick<ApprovalChannel<Answer>, 'settle'>,
  { record, decision, answer }: { record: ApprovalRecord; decision: PersonDecision; answer: Answer },
): Promise<ApprovalRecord> =>
  store.decide(record.id, decision, { ...channel.settle(record, decision, answer), key: record.key });
