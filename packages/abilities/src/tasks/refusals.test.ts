import assert from 'node:assert/strict';
import { test } from 'node:test';
import { guardError, retryAdvice } from './refusals.js';
import type { GuardAnswer } from './task.js';

const asked = {
  action: 'running work',
  next: retryAdvice(undefined, 'run task t_1 again'),
  deniedCode: 'DENIED',
} as const;
const says = (decision: GuardAnswer['decision'], more: Partial<GuardAnswer> = {}): GuardAnswer => ({
  decision,
  hook_signals: [],
  context: [],
  reason: 'not on Fridays',
  ...more,
});

const rows: readonly (readonly [string, GuardAnswer, ReturnType<typeof guardError>])[] = [
  [
    'a denial has the hooks’ suggestion',
    says('denied', { suggestion: 'wait' }),
    { code: 'DENIED', message: 'running work: not on Fridays', suggestion: 'wait' },
  ],
  [
    'a refusal quotes the person',
    says('refused'),
    { code: 'REFUSED', message: 'a person refused running work: not on Fridays' },
  ],
  [
    'a pending approval says what the person and then the caller must do',
    says('needs_human', { approval: { id: 'k7f2p', minutes: 15 } }),
    {
      code: 'NEEDS_HUMAN',
      message: 'running work needs a person: not on Fridays',
      suggestion: 'A person runs "anyhook approve k7f2p" in a terminal within 15 minutes; then run task t_1 again.',
    },
  ],
  [
    'an AI does not get the approval id',
    says('needs_human', { approval: { minutes: 15 } }),
    {
      code: 'NEEDS_HUMAN',
      message: 'running work needs a person: not on Fridays',
      suggestion: 'A person runs "anyhook approve" in a terminal within 15 minutes; then run task t_1 again.',
    },
  ],
];

for (const [title, answer, error] of rows)
  test(`guard errors: ${title}`, () => assert.deepEqual(guardError(answer, asked), error));

test('the advice for a step is to run its whole workflow again', () => {
  assert.equal(retryAdvice('t_0', 'run task t_1 again'), 'run the whole workflow again in a new task');
});
