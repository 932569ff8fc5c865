import type { PersonDecision } from '@anyhook/anyhook';
import type { PasskeySignature } from '@anyhook/core';

/** `POST /v1/approvals`: asks for a person. All of it leaves the machine, and the passkey signs all of it. */
export interface CentralApproval {
  /** Names this question; a device never uses it twice. A hash of the call's own key and a random text tells nothing. */
  readonly key: string;
  readonly device: string;
  /** The agent that wants to do it, such as `claude-code`. */
  readonly agent: string;
  readonly tool: string;
  readonly effects: readonly string[];
  /** The hooks that ask. */
  readonly hooks: readonly string[];
  /** The reason of the hooks, and the call in full: only if the policy lets them leave the machine. */
  readonly reason?: string;
  readonly call?: string;
  /** Milliseconds since the epoch. */
  readonly asked: number;
  readonly expires: number;
}

export const approvalKeyPattern = /^[\w-]{16,128}$/;

/** What a person decides about a question. */
export interface CentralDecision {
  readonly decision: PersonDecision;
  /** What the person says about it; may be empty. */
  readonly reason: string;
}

/** `GET /v1/approvals/{key}?wait=60`: what a person decided. The hub passes it on; the device checks the passkey. */
export interface CentralAnswer extends CentralDecision {
  /** Who was logged in at the hub, and when by its clock: the hub says so, and nobody signs it. */
  readonly by: string;
  readonly decidedAt: number;
  /** Signs the SHA-256 of `approvalText`. */
  readonly passkey: PasskeySignature;
}

/** What a question may hold. Device and hub read the same numbers. */
export const approvalLimits = {
  /** Questions of one device that wait at the same time. */
  pendingPerDevice: 32,
  /** How long a question may wait. */
  lifetimeMs: 24 * 60 * 60 * 1000,
  names: 50,
  nameChars: 200,
  reasonChars: 2000,
  callChars: 16_000,
} as const;

/** What an approver signs: one decision about one question of one device, with all that was told about it. */
export const approvalText = (asked: CentralApproval, { decision, reason }: CentralDecision): string => {
  const { key, device, agent, tool, effects, hooks, call, expires } = asked;
  const told = [device, key, agent, tool, effects, hooks, asked.reason ?? null, call ?? null, asked.asked, expires];
  return `anyhook approval v1\n${JSON.stringify([...told, decision, reason])}`;
};
