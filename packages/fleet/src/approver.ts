import { createHash } from 'node:crypto';
import { type PasskeySignature, signatureProblem } from '@anyhook/core';
import { approvalText, type CentralApproval, type CentralDecision } from './central-approval.js';

/** A person whose passkey the signed policy accepts. */
export interface Approver {
  readonly name: string;
  /** The id of the passkey, base64url. */
  readonly id: string;
  /** Its public key in DER (SubjectPublicKeyInfo), base64url. */
  readonly publicKey: string;
}

/** Who may decide by a policy, and on which page. */
export interface Approvers {
  /** The page of the hub, such as `https://hub.acme.example`. */
  readonly origin: string;
  readonly people: readonly Approver[];
}

/** The challenge that a passkey signs for a decision, base64url. */
export const approvalChallenge = (asked: CentralApproval, decided: CentralDecision): string =>
  createHash('sha256').update(approvalText(asked, decided)).digest('base64url');

/** The approver who decided about this device's own copy of a question, or why the answer is not valid. */
export function approverOf(
  asked: CentralApproval,
  answer: CentralDecision & { readonly passkey: PasskeySignature },
  { origin, people }: Approvers,
): { readonly approver: Approver } | { readonly problem: string } {
  const approver = people.find(({ id }) => id === answer.passkey.id);
  if (!approver) return { problem: 'the passkey is not one of the policy' };
  const challenge = approvalChallenge(asked, answer);
  const problem = signatureProblem(answer.passkey, approver.publicKey, { challenge, origin });
  return problem === undefined ? { approver } : { problem: `the passkey of ${approver.name} is not valid: ${problem}` };
}
