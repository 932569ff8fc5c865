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
  test('the text of a message is that of its text blocks', () => {
    assert.equal(messageText({ content: 'a' }), 'a');
    assert.equal(messageText({ content: [{ type: 'text', text: 'a' }, image, 'b', null] }), 'ab');
    assert.equal(messageText({ content: undefined }), '');
  });

  test('another text leaves what is no text where it is', () => {
    assert.equal(withText('old', 'new'), 'new');
    assert.deepEqual(withText([{ type: 'text', text: 'old' }, image], 'new'), [{ type: 'text', text: 'new' }, image]);
  });

  test('more texts come after a content in its own form', () => {
    assert.equal(withExtraTexts('a', []), 'a');
    assert.equal(withExtraTexts('', ['b', 'c']), 'b\n\nc');
    assert.deepEqual(withExtraTexts([image], ['b']), [image, { type: 'text', text: 'b' }]);
  });

  test('hooks see the roles that models know', () => {
    const roles = ['human', 'ai', 'system', 'tool'].map((type) => toHookMessage(message(type, '')).role);
    assert.deepEqual(roles, ['user', 'assistant', 'system', 'tool']);
  });

  test('messages that hooks did not change stay the same objects', () => {
    const own = [message('human', 'a'), message('ai', ''), message('tool', 'out')];
    const given = [...own.map(toHookMessage), { role: 'tool', content: 'other' }];
    const back = restoreMessages(own, given);
    assert.deepEqual(back.slice(0, 3), own);
    assert.deepEqual(back[3], { role: 'user', content: 'other' });
  });

  test('the answer of a tool is found and replaced, in a command too', () => {
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

  test('a summary is what comes after the word to forget', () => {
    const summary = message('human', 'in short');
    assert.equal(summaryIn([message('remove', ''), summary, message('ai', '')]), summary);
    assert.equal(summaryIn([message('human', 'a')]), undefined);
    assert.equal(summaryIn([]), undefined);
  });
});
