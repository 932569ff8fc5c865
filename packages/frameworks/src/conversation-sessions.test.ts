import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyVerdict } from '@anyhook/core';
import { createConversationSessions } from './conversation-sessions.js';

const fired: string[] = [];
const engine = {
  async fire(name: string) {
    fired.push(name);
    return { verdict: emptyVerdict };
  },
};
const keep = () => createConversationSessions(engine, { framework: 'test', onNote: () => {} });

describe('conversations', () => {
  test('a thread has one session with its id, whatever its messages', () => {
    const conversations = keep();
    const session = conversations.sessionFor('one', 'a');
    assert.equal(session.id, 'one');
    assert.equal(conversations.sessionFor('one', 'b'), session);
    assert.notEqual(conversations.sessionFor('two', 'a'), session);
  });

  test('a transcript without a thread is recognised by its remaining messages', () => {
    const conversations = keep();
    const session = conversations.sessionFor(undefined, 'a', 'b');
    assert.equal(conversations.sessionFor(undefined, 'a', 'b', 'c'), session);
    assert.equal(conversations.sessionFor(undefined, 'summary', 'c', 'd'), session);
    assert.notEqual(conversations.sessionFor(undefined, 'x'), session);
  });

  test('an ended session is forgotten', async () => {
    const conversations = keep();
    const session = conversations.sessionFor('one');
    await session.start();
    fired.length = 0;
    await conversations.end(session);
    assert.deepEqual(fired, ['session.end']);
    assert.notEqual(conversations.sessionFor('one'), session);
  });

  test('end() ends all sessions, each once', async () => {
    const conversations = keep();
    for (const thread of ['one', 'two']) await conversations.sessionFor(thread).start();
    fired.length = 0;
    await conversations.end();
    await conversations.end();
    assert.deepEqual(fired, ['session.end', 'session.end']);
  });

  test('the oldest of ten thousand conversations is forgotten', () => {
    const conversations = keep();
    const first = conversations.sessionFor('first');
    for (let at = 0; at < 10_000; at += 1) conversations.sessionFor(`thread ${at}`);
    assert.notEqual(conversations.sessionFor('first'), first);
  });

  test('an engine that fails before the first conversation causes no unhandled rejection', async () => {
    createConversationSessions(Promise.reject(new Error('no engine')), { framework: 'test' });
    await new Promise((done) => setImmediate(done));
  });
});
