import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ActionAnswer } from './run-actions.js';
import { createRepeatCounter } from './run-turn.js';
import { createTranscript, messagesForCall } from './transcript.js';

const contents = (messages: readonly { readonly content: unknown }[]) => messages.map(({ content }) => content);

test('a summary replaces earlier messages, but not open prompts or messages added meanwhile', () => {
  const transcript = createTranscript([{ role: 'user', content: 'long ago' }]);
  const unpin = transcript.addPrompt('fix it');
  transcript.add({ role: 'assistant', content: 'I try.' });
  const count = transcript.messages.length;
  transcript.add({ role: 'tool', content: 'later' });
  transcript.summarizeFirst(count, 'short');
  assert.deepEqual(contents(transcript.messages), ['short', 'fix it', 'later']);
  unpin();
  transcript.summarizeFirst(3, 'shorter');
  assert.deepEqual(contents(transcript.messages), ['shorter']);
});

test('the size is estimated, then taken from the model, and estimated again after a summary', () => {
  const transcript = createTranscript();
  assert.deepEqual(transcript.size(), { inputTokens: 0, outputTokens: 0 });
  transcript.add({ role: 'assistant', content: 'x'.repeat(400) });
  const estimated = transcript.size();
  assert.ok(estimated.inputTokens > 100 && estimated.outputTokens === estimated.inputTokens);
  transcript.recordUsage({ inputTokens: 5_000, outputTokens: 7 });
  assert.deepEqual(transcript.size(), { inputTokens: 5_000, outputTokens: 7 });
  transcript.summarizeFirst(1, 'short');
  assert.ok(transcript.size().inputTokens < 50);
});

test('texts of the session come first, texts for one call come last', () => {
  const transcript = createTranscript([{ role: 'user', content: 'hello' }]);
  const messages = messagesForCall({ session: ['rules'], passing: ['date'] }, transcript);
  assert.deepEqual(
    messages.map(({ role, content }) => `${role} ${content}`),
    ['system rules', 'user hello', 'system date'],
  );
  assert.equal(transcript.messages.length, 1);
});

test('repeated actions are counted, but not reading a task or waiting for a person', () => {
  const repeats = createRepeatCounter();
  const done: ActionAnswer = { ok: true, action: 'LIST_ABILITIES', result: {} };
  const seen: ActionAnswer = { ok: true, action: 'GET_TASK', result: {} };
  const asked: ActionAnswer = { ok: false, action: 'RUN_TASK', error: { code: 'NEEDS_HUMAN', message: '' } };
  assert.deepEqual(
    [repeats([1], [done]), repeats([1], [done]), repeats([2], [done]), repeats([2], [done])],
    [1, 2, 1, 2],
  );
  for (const answer of [seen, asked])
    assert.deepEqual([repeats([3], [answer]), repeats([3], [answer]), repeats([3], [answer])], [1, 1, 1]);
});
