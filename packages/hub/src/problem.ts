import { type HubProblem, type HubProblemCode, hubProblems } from '@anyhook/fleet';

/** Why a request is not answered with 200. */
export class HubRefusal extends Error {
  constructor(
    readonly code: HubProblemCode,
    message: string,
    private readonly now?: number,
  ) {
    super(message);
  }
  get status(): number {
    return hubProblems[this.code];
  }
  get body(): HubProblem {
    return { error: { code: this.code, message: this.message, ...(this.now !== undefined && { now: this.now }) } };
  }
}

/** Refuses a field of a body: expected and actual value. */
export function refuseField(field: string, expected: string, came: unknown): never {
  throw new HubRefusal(
    'BAD_REQUEST',
    `${field}: expected ${expected}, got ${shortened(JSON.stringify(came) ?? 'nothing')}`,
  );
}

const shortened = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);
