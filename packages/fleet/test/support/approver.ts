import { makePasskey } from '../../../anyhook/test/support/passkey.js';
import { approvalChallenge } from '../../src/approver.js';
import type { CentralAnswer, CentralApproval, CentralDecision } from '../../src/central-approval.js';

/** An approver in a policy, with a passkey. */
export class TestApprover {
  readonly #passkey = makePasskey();

  constructor(
    readonly name: string,
    public origin: string,
  ) {}

  get id(): string {
    return this.#passkey.id;
  }

  get publicKey(): string {
    return this.#passkey.publicKey;
  }

  /** The lines of a policy that name this approver. */
  get policy(): string {
    const person = `{ name: ${this.name}, id: ${this.id}, publicKey: ${this.publicKey} }`;
    return `approvals:\n  origin: ${this.origin}\n  people: [${person}]\n`;
  }

  decide(question: CentralApproval, decided: CentralDecision): CentralAnswer {
    const passkey = this.#passkey.sign(approvalChallenge(question, decided), this.origin);
    return { ...decided, by: this.name, decidedAt: question.asked, passkey };
  }
}
