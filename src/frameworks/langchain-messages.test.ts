import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { answerIn, backIn, plain, replaced, seenBy, summaryIn, withMore, withText } from './langchain-messages.js';

const message = (type: string, content: unknown, more: object = {}) => ({ content, getType: () => type, ...more });
const image = { type: 'image_url', image_url: 'x' };

describe('messages of LangChain', () => {
  test('the text of a message is that of its text blocks', () => {
    assert.equal(plain({ content: 'a' }), 'a');
    assert.equal(plain({ content: [{ type: 'text', text: 'a' }, image, 'b', null] }), 'ab');
    assert.equal(plain({ content: undefined }), '');
  });

  test('another text leaves what is no text where it is', () => {
    assert.equal(withText('old', 'new'), 'new');
    assert.deepEqual(withText([{ type: 'text', text: 'old' }, image], 'new'), [{ type: 'text', text: 'new' }, image]);
  });

  test('more texts come after a content in its own form', () => {
    assert.equal(withMore('a', []), 'a');
    assert.equal(withMore('', ['b', 'c']), 'b\n\nc');
    assert.deepEqual(withMore([image], ['b']), [image, { type: 'text', text: 'b' }]);
  });

  test('hooks see the roles that models know', () => {
    const roles = ['human', 'ai', 'system', 'tool'].map((type) => seenBy(message(type, '')).role);
    assert.deepEqual(roles, ['user', 'assistant', 'system', 'tool']);
  });

  test('messages that hooks did not change stay the same objects', () => {
    const own = [message('human', 'a'), message('ai', ''), message('tool', 'out')];
    const given = [...own.map(seenBy), { role: 'tool', content: 'other' }];
    const back = backIn(own, given);
    assert.deepEqual(back.slice(0, 3), own);
    assert.deepEqual(back[3], { role: 'user', content: 'other' });
  });

  test('the answer of a tool is found and replaced, in a command too', () => {
    const answer = message('tool', 'out', { tool_call_id: '1' });
    const other = message('tool', 'out', { tool_call_id: '2' });
    const command = { update: { messages: [other, answer] } };
    const fresh = message('tool', 'new');
    assert.equal(answerIn(answer, '1'), answer);
    assert.equal(answerIn(command, '1'), answer);
    assert.equal(answerIn(other, '1'), undefined);
    assert.equal(answerIn(undefined, '1'), undefined);
    assert.equal(replaced<unknown>(answer, answer, fresh), fresh);
    assert.deepEqual(replaced(command, answer, fresh).update.messages, [other, fresh]);
  });

  test('a summary is what comes after the word to forget', () => {
    const summary = message('human', 'in short');
    assert.equal(summaryIn([message('remove', ''), summary, message('ai', '')]), summary);
    assert.equal(summaryIn([message('human', 'a')]), undefined);
    assert.equal(summaryIn([]), undefined);
  });
});
