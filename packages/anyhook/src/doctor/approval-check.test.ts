import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approvalFindings } from './examine.js';

test('more than 5 % approved calls is a finding, once enough calls were stopped', () => {
  assert.deepEqual(
    [approvalFindings(19, 19), approvalFindings(40, 2), approvalFindings(1000, 0)].map((one) => one.length),
    [0, 0, 0],
  );
  const [finding] = approvalFindings(40, 3);
  assert.deepEqual(
    [finding?.cause, finding?.severity, finding?.what],
    ['often-approved', 'warning', '3 of 40 stopped calls were approved in 7 days (8 %)'],
  );
});
