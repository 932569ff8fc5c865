import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Handler } from '@anyhook/core';
import { deny, done, failed, pass, skipped } from '@anyhook/core';
import { handlerHook, handlerToolEvent, sampleCodec, sampleContext } from '../../test/support/handler-samples.js';
import { createHandlers, createHookRunner } from './index.js';

const builtin = { name: 'no', summary: '', events: ['tool.before'], run: () => deny('no') } as const;
const runHook = createHookRunner(createHandlers({ findBuiltin: () => builtin }));
const run = (handler: Handler, more = {}) => runHook(handlerHook(handler), handlerToolEvent(), sampleContext(more));

test('a synchronous builtin stays synchronous when called through the table', () => {
  assert.deepEqual(run({ kind: 'builtin', use: 'no' }), done(deny('no')));
});

test('every kind of handler runs, the first time and the next', async () => {
  for (let i = 0; i < 2; i++) {
    assert.deepEqual(
      await run({ kind: 'command', form: 'shell', command: 'echo {}' }),
      done(pass({ context: ['{}'] })),
    );
    assert.equal((await run({ kind: 'module', file: '/no/such.mjs' })).kind, 'failed');
    assert.equal((await run({ kind: 'http', url: 'http://127.0.0.1/' })).kind, 'skipped');
    assert.deepEqual(
      await run({ kind: 'prompt', prompt: 'x' }),
      skipped('no model is configured: set `model:` in the user config'),
    );
  }
});

test('a format that throws is an internal error, neither a hook failure nor a rejection', async () => {
  const error = new Error('broken');
  const codec = {
    ...sampleCodec,
    stdin: () => {
      throw error;
    },
  };
  const ending = await run({ kind: 'command', form: 'shell', command: 'true' }, { codec });
  assert.deepEqual(ending, { ...failed('error', 'sample threw: broken', error.stack), neverRan: true });
});
