import type { HubParts } from './call.js';
import { readDecision, requireChallenge } from './read-approval.js';

/** Stores a person's decision about a question. The hub never decides: the device checks the passkey. */
export async function decide(
  body: unknown,
  by: string,
  { mailbox, log }: Pick<HubParts, 'mailbox' | 'log'>,
): Promise<void> {
  const sent = readDecision(body);
  const { device, key, decision, reason, passkey } = sent;
  const now = Date.now();
  requireChallenge(await mailbox.open(device, key, now), sent);
  await mailbox.decide(device, key, { decision, reason, by, decidedAt: now, passkey });
  log(`${by} ${decision} question ${key} of device ${device} with passkey ${passkey.id}`);
}
