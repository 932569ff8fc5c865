import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { emptyVerdict } from '../core/verdict.js';
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
  test('a thread has one session, with its id, whatever its messages are', () => {
    const conversations = keep();
    const session = conversations.of('one', 'a');
    assert.equal(session.id, 'one');
    assert.equal(conversations.of('one', 'b'), session);
    assert.notEqual(conversations.of('two', 'a'), session);
  });

  test('a transcript without a thread is known by what is left of it', () => {
    const conversations = keep();
    const session = conversations.of(undefined, 'a', 'b');
    assert.equal(conversations.of(undefined, 'a', 'b', 'c'), session);
    assert.equal(conversations.of(undefined, 'summary', 'c', 'd'), session);
    assert.notEqual(conversations.of(undefined, 'x'), session);
  });

  test('a session that ended is forgotten', async () => {
    const conversations = keep();
    const session = conversations.of('one');
    await session.start();
    fired.length = 0;
    await conversations.end(session);
    assert.deepEqual(fired, ['session.end']);
    assert.notEqual(conversations.of('one'), session);
  });

  test('all sessions end at once, each of them once', async () => {
    const conversations = keep();
    for (const thread of ['one', 'two']) await conversations.of(thread).start();
    fired.length = 0;
    await conversations.end();
    await conversations.end();
    assert.deepEqual(fired, ['session.end', 'session.end']);
  });

  test('ten thousand conversations do not stay', () => {
    const conversations = keep();
    const first = conversations.of('first');
    for (let at = 0; at < 10_000; at += 1) conversations.of(`thread ${at}`);
    assert.notEqual(conversations.of('first'), first);
  });

  test('an engine that fails before the first conversation is no unhandled rejection', async () => {
    createConversationSessions(Promise.reject(new Error('no engine')), { framework: 'test' });
    await new Promise((done) => setImmediate(done));
  });
});
