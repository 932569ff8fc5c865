import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAgent, loadInstalls } from '../agents/index.js';
import { unavailableAnswer } from './unavailable-answer.js';

const installs = await loadInstalls();

/** The answer that each agent reads if anyhook cannot be started; the other agents get an error. */
const answers: Readonly<Record<string, unknown>> = {
  'claude-code': { systemMessage: 'gone' },
  codex: { systemMessage: 'gone' },
  gemini: { systemMessage: 'gone' },
  opencode: { messages: ['gone'] },
  pi: { messages: ['gone'] },
  copilot: { additionalContext: 'gone' },
  cline: { contextModification: 'gone' },
  'docker-agent': { system_message: 'gone' },
};

for (const install of installs) {
  test(`${install.agent} gets an answer in its own format if anyhook is missing`, () => {
    const answer = unavailableAnswer(findAgent(install.agent), install, 'gone');
    if (install.agent === 'windsurf') return assert.equal(answer, 'gone');
    assert.deepEqual(answer === undefined ? undefined : JSON.parse(answer), answers[install.agent]);
  });
}
