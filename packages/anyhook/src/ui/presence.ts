import { createHash, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { AnyhookError, type PasskeySignature, signatureProblem, ticks } from '@anyhook/core';
import type { ApprovalProof } from '../approvals/approval-record.js';
import type { ConfirmedAction } from '../approvals/channels/page.js';
import type { PresenceQuestion } from './page-types.js';
import type { Passkey } from './passkeys.js';

/** The page's proof of presence: a code from the terminal, or a signature. */
export type PresenceAnswer = { readonly code: string } | { readonly passkey: PasskeySignature };

/** Checks that a person is present. A click does not prove a human: agents can drive browsers. */
export interface Presence {
  ask(action: ConfirmedAction): PresenceQuestion;
  /** Shows a code for this question in the terminal. */
  showCode(nonce: string): void;
  /** Returns the proof that a person does this, or throws. Each question is answered once. */
  confirm(nonce: string, action: ConfirmedAction, answer: PresenceAnswer): ApprovalProof;
}

interface PresenceOptions {
  readonly passkeys: () => readonly Passkey[];
  readonly origin: () => string;
  /** Writes to the terminal that `anyhook ui` runs in. */
  readonly notify: (text: string) => void;
  readonly clock?: () => number;
}

const lifetimeMs = 2 * 60_000;
const maxQuestions = 32;
const maxWrongCodes = 3;

interface OpenQuestion {
  readonly challenge: string;
  readonly text: string;
  readonly until: number;
  code?: string;
  wrongCodes: number;
}

export function createPresence({ passkeys, origin, notify, clock = ticks }: PresenceOptions): Presence {
  const open = new Map<string, OpenQuestion>();
  const challengeFor = (action: ConfirmedAction, nonce: string): string =>
    createHash('sha256')
      .update(JSON.stringify([...action.subject, nonce]))
      .digest('base64url');
  const questionOf = (nonce: string): OpenQuestion => {
    const question = open.get(nonce);
    if (question && clock() < question.until) return question;
    open.delete(nonce);
    throw new AnyhookError('UNTRUSTED', 'this question has expired or was already answered: ask again');
  };
  const checkCode = (nonce: string, question: OpenQuestion, code: string): void => {
    const isRight = question.code !== undefined && isSameText(code.replace(/\s/g, ''), question.code);
    if (isRight) return;
    if (++question.wrongCodes >= maxWrongCodes) open.delete(nonce);
    throw new AnyhookError('UNTRUSTED', 'wrong code: expected the one in the terminal of "anyhook ui"');
  };
  return {
    ask(action) {
      const nonce = randomBytes(24).toString('base64url');
      const challenge = challengeFor(action, nonce);
      const [oldest] = open.size >= maxQuestions ? open.keys() : [];
      if (oldest !== undefined) open.delete(oldest);
      open.set(nonce, { challenge, text: action.text, until: clock() + lifetimeMs, wrongCodes: 0 });
      return { nonce, challenge, passkeys: passkeys().map(({ id }) => id) };
    },
    showCode(nonce) {
      const question = questionOf(nonce);
      question.code ??= String(randomInt(1_000_000)).padStart(6, '0');
      notify(
        `to ${question.text}, type this code into the page: ${question.code.slice(0, 3)} ${question.code.slice(3)}`,
      );
    },
    confirm(nonce, action, answer) {
      const question = questionOf(nonce);
      if (question.challenge !== challengeFor(action, nonce))
        throw new AnyhookError('UNTRUSTED', 'the call changed since it was shown: look at it again');
      if ('code' in answer) {
        checkCode(nonce, question, answer.code);
        open.delete(nonce);
        return { kind: 'code' };
      }
      open.delete(nonce);
      const key = passkeys().find(({ id }) => id === answer.passkey.id);
      if (!key) throw new AnyhookError('UNTRUSTED', 'this passkey is not registered here');
      const problem = signatureProblem(answer.passkey, key.publicKey, {
        challenge: question.challenge,
        origin: origin(),
      });
      if (problem !== undefined) throw new AnyhookError('UNTRUSTED', `the passkey is not valid: ${problem}`);
      const { id, authenticatorData, clientData, signature } = answer.passkey;
      return { kind: 'passkey', passkey: id, nonce, authenticatorData, clientData, signature };
    },
  };
}

function isSameText(a: string, b: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(a), hash(b));
}
