import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { EventName } from '@anyhook/core';
import { emptyVerdict, type Verdict } from '@anyhook/core';
import { createHookSession, type FiringEngine, HookBlock, withHooks, wrapTools } from './generic.js';

type Answer = Partial<Verdict> | ((data: Readonly<Record<string, unknown>>) => Partial<Verdict>);

function engineOf(answers: Partial<Record<EventName, Answer>>): FiringEngine & { readonly fired: EventName[] } {
  const fired: EventName[] = [];
  return {
    fired,
    async fire(name, words) {
      fired.push(name);
      const answer = answers[name] ?? {};
      return { verdict: { ...emptyVerdict, ...(typeof answer === 'function' ? answer(words?.data ?? {}) : answer) } };
    },
  };
}

class Greeter {
  readonly name = 'greet';
  #word = 'hello';
  execute({ who }: { who: string }): string {
    return `${this.#word} ${who}`;
  }
}

describe('wrapTools', () => {
  const rewrite = { 'tool.before': { rewrite: { of: 'input', value: { who: 'you' } } } } as const;

  test('wraps functions, objects and class instances, in objects and in lists', async () => {
    const named = wrapTools(
      { greet: ({ who }: { who: string }) => `hi ${who}`, other: new Greeter() },
      engineOf(rewrite),
    );
    assert.equal(await named.greet({ who: 'me' }), 'hi you');
    assert.equal(await named.other.execute({ who: 'me' }), 'hello you');
    assert.ok(named.other instanceof Greeter);
    const [listed] = wrapTools([new Greeter()], engineOf(rewrite));
    assert.equal(await listed?.execute({ who: 'me' }), 'hello you');
  });

  test('a blocked call does not run, and returns its reason or the result of the denied option', async () => {
    const engine = engineOf({ 'tool.before': { decision: 'deny', reason: 'no' } });
    const tool = () => assert.fail('it ran');
    assert.equal(await wrapTools({ tool }, engine).tool(), 'no');
    const denied = (reason: string) => ({ error: reason });
    assert.deepEqual(await wrapTools({ tool }, engine, { denied }).tool(), { error: 'no' });
    assert.ok(!engine.fired.includes('tool.after'));
  });

  test('an ask verdict calls the ask option, and blocks the call without one', async () => {
    const engine = engineOf({ 'tool.before': { decision: 'ask', reason: 'sure?' } });
    const tool = () => 'ran';
    assert.equal(await wrapTools({ tool }, engine).tool(), 'sure?');
    assert.equal(await wrapTools({ tool }, engine, { ask: () => true }).tool(), 'ran');
    assert.equal(await wrapTools({ tool }, engine, { ask: async () => false }).tool(), 'sure?');
  });

  test('a tool’s error keeps its type, and gets the hooks’ context appended', async () => {
    const engine = engineOf({ 'tool.failure': { context: ['try b'] } });
    const error = new RangeError('too far');
    const tools = wrapTools(
      {
        tool: () => {
          throw error;
        },
        rude: () => Promise.reject('a text'),
      },
      engine,
    );
    await assert.rejects(async () => tools.tool(), { name: 'RangeError', message: 'too far\n\ntry b' });
    await assert.rejects(async () => tools.rude(), { message: 'a text\n\ntry b' });
  });
});

describe('withHooks', () => {
  test('a blocked prompt rejects with a HookBlock', async () => {
    const run = withHooks(
      async () => assert.fail('it ran'),
      engineOf({ 'prompt.submit': { decision: 'deny', reason: 'no' } }),
    );
    await assert.rejects(run('x'), (error) => error instanceof HookBlock && error.reason === 'no');
  });

  test('the agent gets the rewritten prompt and its context, and a stop hook runs it again', async () => {
    const engine = engineOf({
      'prompt.submit': { rewrite: { of: 'prompt', value: 'better' }, context: ['c'] },
      'agent.stop': ({ response }) => (response === 'better' ? { decision: 'deny', reason: 'more' } : {}),
    });
    const session = createHookSession(engine, { framework: 'f' });
    const seen: unknown[] = [];
    const run = withHooks(async (prompt, { context, isContinued }) => {
      seen.push([prompt, context, isContinued]);
      return { text: prompt };
    }, session);
    assert.deepEqual(await run('x'), { text: 'more' });
    assert.deepEqual(seen, [
      ['better', ['c'], false],
      ['more', [], true],
    ]);
  });
});
