import { type PasskeySignature, parseObject } from '@anyhook/core';
import {
  approvalChallenge,
  approvalKeyPattern,
  approvalLimits,
  type CentralApproval,
  type CentralDecision,
  devicePattern,
  hubLimits,
} from '@anyhook/fleet';
import { BodyFields, exactly, namePattern } from './fields.js';
import { refuseField } from './problem.js';

/** The question in a body; its device must be the signer. */
export function readApproval(body: unknown, device: string, now: number): CentralApproval {
  const known = ['key', 'device', 'agent', 'tool', 'effects', 'hooks', 'reason', 'call', 'asked', 'expires'];
  const fields = new BodyFields(body, known);
  const { lifetimeMs, reasonChars, callChars } = approvalLimits;
  const asked = fields.whole('asked', now - lifetimeMs, now + hubLimits.clockMs);
  return {
    key: fields.text('key', approvalKeyPattern, 'a name for the question: 16 to 128 letters, digits, - and _'),
    device: fields.text('device', exactly(device), `"${device}", which signed the request`),
    agent: fields.text('agent', namePattern, 'the name of an agent'),
    tool: fields.text('tool', namePattern, 'the name of a tool'),
    effects: readNames(fields, 'effects'),
    hooks: readNames(fields, 'hooks'),
    ...(fields.has('reason') && { reason: fields.words('reason', reasonChars) }),
    ...(fields.has('call') && { call: fields.words('call', callChars) }),
    asked,
    expires: fields.whole('expires', now + 1, asked + lifetimeMs),
  };
}

function readNames(fields: BodyFields, field: string): readonly string[] {
  return fields.list(field, approvalLimits.names).map((name, i) => {
    const one = new BodyFields({ name }, ['name'], `${field}.${i}: `);
    return one.text('name', namePattern, 'one line of at most 200 characters');
  });
}

/** A person's decision, with its question. */
export interface SentDecision extends CentralDecision {
  readonly device: string;
  readonly key: string;
  readonly passkey: PasskeySignature;
}

const base64Pattern = /^[\w-]{1,4000}$/;

/** A decision in the body of a request. */
export function readDecision(body: unknown): SentDecision {
  const fields = new BodyFields(body, ['device', 'key', 'decision', 'reason', 'passkey']);
  const passkey = fields.inside('passkey', ['id', 'authenticatorData', 'clientData', 'signature']);
  const bytes = (field: keyof PasskeySignature) => passkey.text(field, base64Pattern, 'base64url of a passkey');
  return {
    device: fields.text('device', devicePattern, 'the name of a device'),
    key: fields.text('key', approvalKeyPattern, 'the key of a question'),
    decision: fields.text('decision', /^(?:approved|refused)$/, '"approved" or "refused"') as SentDecision['decision'],
    reason: fields.words('reason', approvalLimits.reasonChars),
    passkey: {
      id: bytes('id'),
      authenticatorData: bytes('authenticatorData'),
      clientData: bytes('clientData'),
      signature: bytes('signature'),
    },
  };
}

/**
 * Refuses a passkey that signs something else, because the device could not use it and the first decision wins. Only
 * the device knows the passkey's owner.
 */
export function requireChallenge(asked: CentralApproval, decided: SentDecision): void {
  const challenge = approvalChallenge(asked, decided);
  const client = Buffer.from(decided.passkey.clientData, 'base64url').toString('utf8');
  const signed = parseObject(client)?.['challenge'];
  if (signed !== challenge)
    refuseField('passkey.clientData', `the challenge ${challenge}, which is this decision about this question`, signed);
}
