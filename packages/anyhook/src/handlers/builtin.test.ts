import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deny, done, failed, pass, type Result } from '@anyhook/core';
import { handlerHook, handlerToolEvent, sampleContext } from '../../test/support/handler-samples.js';
import { createBuiltinHandler } from './builtin.js';
import type { Builtin } from './builtins/builtin.js';

const handler = { kind: 'builtin', use: 'it', args: { word: 'x' } } as const;
const make = (run: Builtin['run']): Builtin => ({ name: 'it', summary: '', events: ['tool.before'], run });
const call = (run: Builtin['run'], more = {}) =>
  createBuiltinHandler(() => make(run))(handler, handlerHook(handler), handlerToolEvent(), sampleContext(more));

test('a synchronous builtin answers synchronously', () => {
  assert.deepEqual(
    call((event, args, { hook }) => deny(`${event.name} ${JSON.stringify(args)} ${hook.id}`)),
    done(deny('tool.before {"word":"x"} sample')),
  );
});

test('an asynchronous builtin is awaited', async () => {
  assert.deepEqual(await call(async () => pass({ context: ['later'] })), done(pass({ context: ['later'] })));
});

test('a builtin may be loaded on first use', async () => {
  const lazy = createBuiltinHandler(async (name) => (name === 'it' ? make(() => pass()) : undefined));
  assert.deepEqual(await lazy(handler, handlerHook(handler), handlerToolEvent(), sampleContext()), done(pass()));
});

test('an unknown builtin is a failure that names it', () => {
  const none = createBuiltinHandler(() => undefined);
  assert.deepEqual(
    none(handler, handlerHook(handler), handlerToolEvent(), sampleContext()),
    failed('spawn', 'there is no builtin "it"'),
  );
});

test('a builtin that throws or rejects is a failure', async () => {
  const error = new Error('oops');
  const expected = failed('error', 'builtin it threw: oops', error.stack);
  assert.deepEqual(
    call(() => {
      throw error;
    }),
    expected,
  );
  assert.deepEqual(await call(() => Promise.reject(error)), expected);
});

test('a builtin that never resolves is abandoned at its timeout and when the request is aborted', async () => {
  const neverResolves = () => new Promise<Result>(() => {});
  assert.deepEqual(
    await call(neverResolves, { timeoutMs: 20 }),
    failed('timeout', 'builtin it did not finish within 20 ms'),
  );
  const control = new AbortController();
  const ending = call(neverResolves, { signal: control.signal });
  control.abort();
  assert.equal((await ending).kind === 'failed' && ((await ending) as { why: string }).why, 'cancelled');
});

test('a timeout too long for a timer does not fire at once', async () => {
  const slow = () => new Promise<Result>((resolve) => setTimeout(() => resolve(pass()), 30));
  assert.deepEqual(await call(slow, { timeoutMs: 1e12 }), done(pass()));
});
