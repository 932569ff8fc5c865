import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  messageText,
  replaceMessage,
  restoreMessages,
  summaryIn,
  toHookMessage,
  toolMessageIn,
  withExtraTexts,
  withText,
} from './langchain-messages.js';

const message = (type: string, content: unknown, more: object = {}) => ({ content, getType: () => type, ...more });
const image = { type: 'image_url', image_url: 'x' };

describe('messages of LangChain', () => {
  test('the text of a message is the text of its text blocks', () => {
    assert.equal(messageText({ content: 'a' }), 'a');
    assert.equal(messageText({ content: [{ type: 'text', text: 'a' }, image, 'b', null] }), 'ab');
    assert.equal(messageText({ content: undefined }), '');
  });

  test('replacing the text keeps other blocks in place', () => {
    assert.equal(withText('old', 'new'), 'new');
    assert.deepEqual(withText([{ type: 'text', text: 'old' }, image], 'new'), [{ type: 'text', text: 'new' }, image]);
  });

  test('extra texts are appended in the form of the content', () => {
    assert.equal(withExtraTexts('a', []), 'a');
    assert.equal(withExtraTexts('', ['b', 'c']), 'b\n\nc');
    assert.deepEqual(withExtraTexts([image], ['b']), [image, { type: 'text', text: 'b' }]);
  });

  test('LangChain message types become the roles that hooks expect', () => {
    const roles = ['human', 'ai', 'system', 'tool'].map((type) => toHookMessage(message(type, '')).role);
    assert.deepEqual(roles, ['user', 'assistant', 'system', 'tool']);
  });

  test('messages that hooks did not change keep their identity', () => {
    const own = [message('human', 'a'), message('ai', ''), message('tool', 'out')];
    const given = [...own.map(toHookMessage), { role: 'tool', content: 'other' }];
    const back = restoreMessages(own, given);
    assert.deepEqual(back.slice(0, 3), own);
    assert.deepEqual(back[3], { role: 'user', content: 'other' });
  });

  test('a tool’s message is found and replaced, even inside a command', () => {
    const answer = message('tool', 'out', { tool_call_id: '1' });
    const other = message('tool', 'out', { tool_call_id: '2' });
    const command = { update: { messages: [other, answer] } };
    const fresh = message('tool', 'new');
    assert.equal(toolMessageIn(answer, '1'), answer);
    assert.equal(toolMessageIn(command, '1'), answer);
    assert.equal(toolMessageIn(other, '1'), undefined);
    assert.equal(toolMessageIn(undefined, '1'), undefined);
    assert.equal(replaceMessage<unknown>(answer, answer, fresh), fresh);
    assert.deepEqual(replaceMessage(command, answer, fresh).update.messages, [other, fresh]);
  });

  test('the summary is the message after the remove message', () => {
    const summary = message('human', 'in short');
    assert.equal(summaryIn([message('remove', ''), summary, message('ai', '')]), summary);
    assert.equal(summaryIn([message('human', 'a')]), undefined);
    assert.equal(summaryIn([]), undefined);
  });
});
