import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EventOf } from '@anyhook/core';
import { handlerToolEvent } from '../../test/support/handler-samples.js';
import { defineHook, deny, pass } from './define-hook.js';
import { readModule } from './module.js';

const context = { hookId: 'h', args: undefined, env: {}, timeoutMs: 1 };

test("a hook for one event gets that event's fields", async () => {
  const hook = defineHook({
    on: 'tool.before',
    run(event) {
      const typed: EventOf<'tool.before'> = event;
      return typed.call.kind === 'shell' ? deny('no shell') : undefined;
    },
  });
  assert.deepEqual(await hook.run(handlerToolEvent(), context), { decision: 'deny', reason: 'no shell' });
});

test('a hook for several events gets any of them, and may return nothing', async () => {
  const hook = defineHook({
    on: ['tool.before', 'prompt.submit'],
    run(event) {
      if (event.name === 'prompt.submit') return pass({ context: [event.prompt] });
    },
  });
  assert.equal(await hook.run(handlerToolEvent(), context), undefined);
});

test('wrong uses do not compile, and the loader rejects them as well', () => {
  // @ts-expect-error: no such event
  const misspelt = defineHook({ on: 'tool.befor', run: () => pass() });
  // @ts-expect-error: a prompt has no tool call
  defineHook({ on: 'prompt.submit', run: (event) => deny(String(event.call)) });
  // @ts-expect-error: a misspelled decision
  defineHook({ on: 'tool.before', run: () => ({ decision: 'dney' }) });
  assert.match(String(readModule({ default: misspelt })), /did you mean "tool.before"/);
});
