import type { Event, EventName, EventOf, Verdict } from '@anyhook/core';
import { type AgentCapabilities, canGrant } from './fit.js';

/** The state of a person's decision about a call that needs approval. */
export type Approval =
  /** Approved for this one call; `repeats`: for a time, for every call that does the same. */
  | { readonly kind: 'approved'; readonly repeats?: true; readonly approver?: string }
  /** `approver`: who decided, if not on this machine. */
  | { readonly kind: 'refused'; readonly by?: string; readonly why?: string; readonly approver?: string }
  /** No answer yet; `approve` finds the call by this id. `announced`: the text of each channel. */
  | {
      readonly kind: 'pending';
      readonly id: string;
      readonly minutes: number;
      readonly announced?: readonly Announcement[];
    }
  /** There is no way to ask a person. */
  | { readonly kind: 'impossible'; readonly why: string };

/** How a channel reaches a person about a call. */
export interface Announcement {
  /** How the agent gets the answer. */
  readonly forModel?: string;
  /** What the user does; without the id of the call where the model could also read it. */
  readonly forUser?: (id?: string) => string;
  /** Who was notified besides the user. */
  readonly alsoAsked?: string;
}

export type AskableEvent = EventOf<'tool.before' | 'task.create'>;

export interface ApprovalDeps {
  /** Looks up a person's decision about a call; stores a request if there is none yet. */
  readonly approve?: ((event: AskableEvent, verdict: Verdict) => Promise<Approval>) | undefined;
}

/** The verdict for an ask on an agent that cannot ask: how to approve, or the person's decision; or undefined. */
export function resolveAsk(
  event: Event,
  verdict: Verdict,
  agent: AgentCapabilities,
  { approve }: ApprovalDeps,
): Promise<Verdict> | undefined {
  if (!approve || !isAskable(event)) return undefined;
  if (canGrant(agent, event.name, 'ask') || !canGrant(agent, event.name, 'deny')) return undefined;
  return approve(event, verdict).then((approval) => settleAsk(verdict, approval, agent, event.name));
}

/** The note in the record that a person approved the call. */
export const approvedNote = 'a person approved this call, once';
const approvedForTimeNote = 'a person approved what this call does, for a time';
const refusedNote = 'a person refused this call';
export const isApprovalNote = (note: string): boolean =>
  [approvedNote, approvedForTimeNote].some((one) => note === one || note.startsWith(`${one}: `));

/** The record names an approver on another machine. */
const withName = (note: string, approver: string | undefined): string =>
  approver === undefined ? note : `${note}: ${approver}`;

const isAskable = (event: Event): event is AskableEvent => event.name === 'tool.before' || event.name === 'task.create';

function settleAsk(verdict: Verdict, approval: Approval, agent: AgentCapabilities, name: EventName): Verdict {
  if (approval.kind === 'approved') {
    const { reason: _reason, ...rest } = verdict;
    const note = withName(approval.repeats ? approvedForTimeNote : approvedNote, approval.approver);
    return { ...rest, decision: verdict.ifApproved ?? 'pass', notes: [...verdict.notes, note] };
  }
  // A denied call has no input to replace.
  const { rewrite: _rewrite, ...rest } = verdict;
  const note =
    approval.kind === 'refused' && approval.approver !== undefined
      ? withName(refusedNote, approval.approver)
      : `${agent.title} cannot ask the user at ${name}: denied until a person approves it`;
  return {
    ...rest,
    ...(approval.kind === 'pending' && { approvalId: approval.id }),
    decision: 'deny',
    reason: [verdict.reason ?? 'needs approval', reasonForModel(approval)].join('\n'),
    notes: [...verdict.notes, note],
    messages: [...verdict.messages, ...messagesForUser(approval, agent, name)],
  };
}

type MissingApproval = Exclude<Approval, { kind: 'approved' }>;

/** Never contains the id: the model must not be able to approve. */
function reasonForModel(approval: MissingApproval): string {
  switch (approval.kind) {
    case 'refused':
      return `A person refused this call${approval.why ? `: ${approval.why}` : ''}. Do not try it again.`;
    case 'pending':
      return (
        `This call was not made: a person must approve it first${othersText(approval)}. ` +
        `${announced(approval, ({ forModel }) => forModel && `${forModel} `).join('')}After that the very same call, with the same arguments, may be tried again and passes once. ` +
        'You cannot approve it yourself; do not look for another way to do the same.'
      );
    case 'impossible':
      return `This call was not made: it needs a person's approval, and there is no way to ask for it (${approval.why}).`;
  }
}

function messagesForUser(approval: MissingApproval, agent: AgentCapabilities, name: EventName): readonly string[] {
  if (approval.kind !== 'pending') return [];
  const id = keepsMessagesPrivate(agent, name) ? approval.id : undefined;
  const ways = announced(approval, ({ forUser }) => forUser?.(id)).join(', or ');
  return [`a call needs your approval: ${ways}${othersText(approval)}`];
}

type PendingApproval = Extract<Approval, { kind: 'pending' }>;

/** The texts of the channels that have one. */
const announced = (approval: PendingApproval, textOf: (one: Announcement) => string | undefined): readonly string[] =>
  (approval.announced ?? []).flatMap((one) => textOf(one) ?? []);

const othersText = (approval: PendingApproval): string =>
  announced(approval, ({ alsoAsked }) => alsoAsked && `; ${alsoAsked} was also asked`).join('');

/** Are texts for the user hidden from the model? */
const keepsMessagesPrivate = (agent: AgentCapabilities, name: EventName): boolean =>
  agent.capabilities[name]?.message === 'exact' && agent.sharesMessages !== true;
