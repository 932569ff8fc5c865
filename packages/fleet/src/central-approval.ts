import type { PersonDecision } from '@anyhook/anyhook';
import type { PasskeySignature } from '@anyhook/core';

/** `POST /v1/approvals`: a request for approval. All of it leaves the machine, and the passkey signs all of it. */
export interface CentralApproval {
  /** The name of this question, used only once: a hash of the call's key and random text, which reveals nothing. */
  readonly key: string;
  readonly device: string;
  /** The agent that makes the call, such as `claude-code`. */
  readonly agent: string;
  readonly tool: string;
  readonly effects: readonly string[];
  /** The hooks that ask. */
  readonly hooks: readonly string[];
  /** The reason of the hooks, and the call in full: only if the policy allows these to leave the machine. */
  readonly reason?: string;
  readonly call?: string;
  /** Milliseconds since the epoch. */
  readonly asked: number;
  readonly expires: number;
}

export const approvalKeyPattern = /^[\w-]{16,128}$/;

/** A decision about a question. */
export interface CentralDecision {
  readonly decision: PersonDecision;
  /** The approver's comment; may be empty. */
  readonly reason: string;
}

/** `GET /v1/approvals/{key}?wait=60`: the decision. The hub passes it on; the device checks the passkey. */
export interface CentralAnswer extends CentralDecision {
  /** The user who was logged in at the hub, and the hub's time: claims of the hub without a signature. */
  readonly by: string;
  readonly decidedAt: number;
  /** Signs the SHA-256 of `approvalText`. */
  readonly passkey: PasskeySignature;
}

/** Limits of a question. Device and hub use the same numbers. */
export const approvalLimits = {
  /** Questions of one device that may wait at the same time. */
  pendingPerDevice: 32,
  /** How long a question may wait. */
  lifetimeMs: 24 * 60 * 60 * 1000,
  names: 50,
  nameChars: 200,
  reasonChars: 2000,
  callChars: 16_000,
} as const;

/** The text that an approver signs: one decision about one question of one device, with everything that was shown. */
export const approvalText = (asked: CentralApproval, { decision, reason }: CentralDecision): string => {
  const { key, device, agent, tool, effects, hooks, call, expires } = asked;
  const told = [device, key, agent, tool, effects, hooks, asked.reason ?? null, call ?? null, asked.asked, expires];
  return `anyhook approval v1\n${JSON.stringify([...told, decision, reason])}`;
};
