import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { bashCall, loadExtension, type PiFields, parentVariable, settledEvent, textBlocks } from './extension-world.js';

test("the launcher gets pi's event unchanged, with the agent's name and the timeout", async (t) => {
  const { fire, calls, dir } = await loadExtension(t);
  assert.equal(await fire('tool_call', bashCall('ls')), undefined);
  assert.deepEqual(calls(), [
    {
      args: 'pi --timeout 29000',
      payload: {
        hook: 'tool_call',
        event: { type: 'tool_call', ...bashCall('ls') },
        ctx: {
          cwd: dir,
          mode: 'tui',
          hasUI: true,
          sessionId: 'session-1',
          sessionFile: '/sessions/1.jsonl',
          model: 'some/model',
        },
      },
    },
  ]);
});

test('data from pi never reaches a shell', async (t) => {
  const { fire, calls, dir } = await loadExtension(t);
  const nasty = `$(touch ${dir}/bad) \`touch ${dir}/bad\` '; touch ${dir}/bad; echo '"`;
  await fire('tool_call', bashCall(nasty));
  assert.deepEqual(calls()[0]?.payload['event'], { type: 'tool_call', ...bashCall(nasty) });
  assert.throws(() => readFileSync(join(dir, 'bad')), /ENOENT/);
});

test('a denied call is blocked with the reason', async (t) => {
  const { fire, answer } = await loadExtension(t);
  answer({ deny: 'never that' });
  assert.deepEqual(await fire('tool_call', bashCall('rm')), { block: true, reason: 'never that' });
});

test('a stop at a call blocks it and ends the run', async (t) => {
  const { fire, answer, done } = await loadExtension(t);
  answer({ stop: 'enough' });
  assert.deepEqual(await fire('tool_call', bashCall('ls')), { block: true, reason: 'enough', terminate: true });
  assert.deepEqual(done, [['notify', 'enough', 'warning'], ['abort']]);
});

test('a rewritten call is changed in place, and dropped keys are deleted', async (t) => {
  const { fire, answer } = await loadExtension(t);
  answer('{"input":{"command":"echo new","__proto__":{"polluted":1}}}');
  const input: PiFields = { command: 'echo old', timeout: 5 };
  assert.equal(await fire('tool_call', { ...bashCall(''), input }), undefined);
  assert.deepEqual(Object.keys(input), ['command', '__proto__']);
  assert.equal(input['command'], 'echo new');
  assert.equal(Object.getPrototypeOf(input), Object.prototype);
});

for (const [says, expected] of [
  [true, undefined],
  [false, { block: true, reason: 'sure?' }],
] as const) {
  test(`the user is asked about the call as it would run; ${says ? 'yes runs' : 'no blocks'} it`, async (t) => {
    const { fire, answer } = await loadExtension(t);
    answer({ ask: 'sure?', input: { command: 'echo new' } });
    const questions: string[] = [];
    const confirm = async (_title: string, message: string) => {
      questions.push(message);
      return says;
    };
    assert.deepEqual(await fire('tool_call', bashCall('echo old'), { ui: { confirm } }), expected);
    assert.deepEqual(questions, ['sure?\n\nbash {"command":"echo new"}']);
  });
}

test("a call's context is appended once after its output, followed by the result's feedback and context", async (t) => {
  const { fire, answer } = await loadExtension(t);
  answer({ context: ['before'] });
  await fire('tool_call', bashCall('ls'));
  answer({ context: ['after 1', 'after 2'] });
  const result = { ...bashCall('ls'), content: textBlocks('out') };
  assert.deepEqual(await fire('tool_result', result), { content: textBlocks('out', 'before', 'after 1', 'after 2') });
  answer('');
  assert.equal(await fire('tool_result', result), undefined);
});

test('context of a call that never ran is dropped at the end of the turn', async (t) => {
  const { fire, answer } = await loadExtension(t);
  answer({ context: ['before'] });
  await fire('tool_call', bashCall('ls'));
  answer('');
  await fire('turn_end', {});
  assert.equal(await fire('tool_result', { ...bashCall('ls'), content: textBlocks('out') }), undefined);
});

test('an output is replaced; a stop after a tool ends the run', async (t) => {
  const { fire, answer, done } = await loadExtension(t);
  answer({ output: 'clean', stop: 'enough' });
  const changed = await fire('tool_result', { ...bashCall('ls'), content: textBlocks('secret') });
  assert.deepEqual([changed, done], [{ content: textBlocks('clean') }, [['notify', 'enough', 'warning'], ['abort']]]);
});

test('session start context stays in the system prompt, prompt context is added to that prompt only', async (t) => {
  const { fire, answer } = await loadExtension(t);
  answer({ context: ['for the session'] });
  await fire('session_start', { reason: 'startup' });
  answer({ context: ['for this prompt'] });
  assert.equal(await fire('input', { text: 'do it' }), undefined);
  const first = promptOf('mine');
  const message = { customType: 'anyhook', content: 'for this prompt', display: false };
  assert.deepEqual(await fire('before_agent_start', first), { message });
  assert.equal(first.systemPromptOptions.appendSystemPrompt, 'mine\n\nfor the session');
  const second = promptOf('');
  assert.equal(await fire('before_agent_start', second), undefined);
  assert.equal(second.systemPromptOptions.appendSystemPrompt, 'for the session');
});

test('a pi that accepts only a complete system prompt gets the start context in it', async (t) => {
  const { fire, answer } = await loadExtension(t);
  answer({ context: ['for the session'] });
  await fire('session_start', { reason: 'startup' });
  const whole = { systemPrompt: 'You are pi.\n\nfor the session' };
  assert.deepEqual(await fire('before_agent_start', { systemPrompt: 'You are pi.' }), whole);
  const options = { appendSystemPrompt: 'mine' };
  const event = { systemPrompt: 'You are pi.', systemPromptOptions: options };
  assert.deepEqual(await fire('before_agent_start', event), whole);
  assert.deepEqual(options, { appendSystemPrompt: 'mine' });
});

/** As pi gives it: the prompt is made of the options whenever it is read. */
function promptOf(appendSystemPrompt: string) {
  const systemPromptOptions = { appendSystemPrompt };
  return {
    systemPromptOptions,
    get systemPrompt() {
      return `You are pi. ${systemPromptOptions.appendSystemPrompt}`;
    },
  };
}

test('context for a prompt sent during a turn is appended to that prompt', async (t) => {
  const { fire, answer } = await loadExtension(t);
  answer({ context: ['hint'] });
  const prompt = { text: 'and this', streamingBehavior: 'steer' };
  assert.deepEqual(await fire('input', prompt), { action: 'transform', text: 'and this\n\nhint' });
  assert.equal(await fire('before_agent_start', { systemPromptOptions: {} }), undefined);
});

test('a prompt is rewritten; a blocked one is swallowed and the user is told why', async (t) => {
  const { fire, answer, done } = await loadExtension(t);
  answer({ prompt: 'do it well' });
  assert.deepEqual(await fire('input', { text: 'do it' }), { action: 'transform', text: 'do it well' });
  answer({ deny: 'not that' });
  assert.deepEqual(await fire('input', { text: 'do it' }), { action: 'handled' });
  assert.deepEqual(done, [['notify', 'not that', 'error']]);
});

for (const wish of ['deny', 'stop'])
  test(`a session that a hook wants to ${wish} at its start rejects every prompt with the reason`, async (t) => {
    const { fire, answer, calls, done } = await loadExtension(t);
    answer({ [wish]: 'not here' });
    await fire('session_start', { reason: 'startup' });
    answer('');
    for (const _ of [1, 2]) assert.deepEqual(await fire('input', { text: 'do it' }), { action: 'handled' });
    assert.deepEqual(done, Array(2).fill(['notify', 'not here', 'error']));
    assert.equal(calls().length, 1, 'prompts are not asked about any more');
    await fire('session_start', { reason: 'new' });
    assert.equal(await fire('input', { text: 'do it' }), undefined);
  });

test('a refused model call ends the run', async (t) => {
  const { fire, answer, done } = await loadExtension(t);
  answer({ deny: 'too much' });
  assert.equal(await fire('context', { messages: [] }), undefined);
  assert.deepEqual(done, [['notify', 'too much', 'warning'], ['abort']]);
});

test("turn context is in the next model call only, and a model call's messages can be replaced", async (t) => {
  const { fire, answer } = await loadExtension(t);
  answer({ context: ['now'] });
  await fire('turn_start', {});
  answer('');
  const own = [{ role: 'user', content: 'hello' }];
  const { messages } = (await fire('context', { messages: own })) as { messages: PiFields[] };
  assert.deepEqual([messages[0], messages[1]?.['role'], messages[1]?.['content']], [own[0], 'user', textBlocks('now')]);
  assert.equal(await fire('context', { messages: own }), undefined);
  answer({ history: [] });
  assert.deepEqual(await fire('context', { messages: own }), { messages: [] });
});

test('a blocked stop continues with the reason, and is reported to anyhook until the next prompt', async (t) => {
  const { fire, answer, calls } = await loadExtension(t);
  answer({ continue: 'tests first' });
  const earlier = { type: 'custom', customType: 'other' };
  const entry = { type: 'custom_message', customType: 'anyhook', content: 'tests first', display: true };
  assert.deepEqual(await fire('agent_before_settle', { ...settledEvent, entries: [earlier] }), {
    entries: [earlier, entry],
    continue: true,
  });
  await fire('agent_before_settle', settledEvent);
  await fire('before_agent_start', {});
  await fire('agent_before_settle', settledEvent);
  assert.deepEqual(
    calls().map(({ payload }) => payload['stopHookActive']),
    [false, true, false],
  );
});

test('a stop event contains only the last answer of the conversation', async (t) => {
  const { fire, calls } = await loadExtension(t);
  const messages = ['user', 'assistant', 'toolResult', 'assistant', 'user'].map((role, i) => ({
    role,
    content: textBlocks(`${i}`),
  }));
  const contextEntries = messages.map((message) => ({ sourceEntry: { message } }));
  await fire('agent_before_settle', { ...settledEvent, context: { contextEntries } });
  assert.deepEqual(calls()[0]?.payload['event'], {
    type: 'agent_before_settle',
    ...settledEvent,
    messages: [messages[3]],
  });
});

test('an agent may stop after 50 blocked stops in a row', async (t) => {
  const { fire, done } = await loadExtension(t, { script: `cat >/dev/null; echo '{"continue":"more"}'` });
  let turns = 0;
  while ((await fire('agent_before_settle', settledEvent)) !== undefined && turns < 99) turns++;
  assert.equal(turns, 50);
  assert.match(String(done[0]?.[1]), /kept from stopping 50 times in a row/);
});

for (const [what, event] of [
  ['was stopped by its user', { ...settledEvent, outcome: 'aborted' }],
  ['failed', { ...settledEvent, outcome: 'error' }],
  ['is continued by another extension', { ...settledEvent, continue: true }],
] as const) {
  test(`an agent that ${what} is not kept from stopping`, async (t) => {
    const { fire, answer, calls } = await loadExtension(t);
    answer({ continue: 'more' });
    assert.equal(await fire('agent_before_settle', event), undefined);
    assert.deepEqual(calls(), []);
  });
}

test('an old pi is kept working at agent_end; a pi with agent_before_settle is not blocked twice', async (t) => {
  const { fire, answer, done } = await loadExtension(t);
  answer({ continue: 'more' });
  await fire('turn_end', { turnIndex: 0 });
  await fire('agent_end', { messages: [{ role: 'assistant', stopReason: 'aborted' }] });
  assert.deepEqual(done, []);
  await fire('agent_end', { messages: [{ role: 'assistant', stopReason: 'stop' }] });
  assert.deepEqual(done, [['sendUserMessage', 'more', { deliverAs: 'followUp' }]]);
  await fire('turn_end', { turnIndex: 1, continue: false });
  await fire('agent_end', { messages: [{ role: 'assistant', stopReason: 'stop' }] });
  assert.equal(done.length, 1);
});

test('the prompt that keeps an old pi working does not reset the count of blocks; a user prompt does', async (t) => {
  const { fire, answer, calls } = await loadExtension(t);
  answer({ continue: 'more' });
  const end = { messages: [{ role: 'assistant', stopReason: 'stop' }] };
  await fire('agent_end', end);
  await fire('before_agent_start', { prompt: 'more' });
  await fire('agent_end', end);
  answer('');
  await fire('before_agent_start', { prompt: 'more' });
  await fire('agent_end', end);
  await fire('before_agent_start', { prompt: 'do it' });
  await fire('agent_end', end);
  assert.deepEqual(
    calls().map(({ payload }) => payload['stopHookActive']),
    [false, true, true, false],
  );
});

test("a compaction can be refused, or replaced by a hook's summary", async (t) => {
  const { fire, answer, done } = await loadExtension(t);
  const preparation = { firstKeptEntryId: 'e1', tokensBefore: 9, messagesToSummarize: [] };
  answer({ deny: 'not now' });
  assert.deepEqual(await fire('session_before_compact', { preparation }), { cancel: true });
  assert.deepEqual(done, [['notify', 'not now', 'warning']]);
  answer({ summary: 'in short' });
  assert.deepEqual(await fire('session_before_compact', { preparation }), {
    compaction: { summary: 'in short', firstKeptEntryId: 'e1', tokensBefore: 9 },
  });
});

test('only messages of the model are sent to hooks', async (t) => {
  const { fire, calls } = await loadExtension(t);
  await fire('message_end', { message: { role: 'user' } });
  await fire('message_end', { message: { role: 'assistant' } });
  assert.equal(calls().length, 1);
});

test('a pi started from a session has that session as its parent, also after a reload', async (t) => {
  const { fire } = await loadExtension(t);
  await fire('session_start', { reason: 'startup' });
  assert.equal(process.env[parentVariable], `${process.pid} session-1 `);
  process.env[parentVariable] = '1 parent-1 grandparent';
  const child = await loadExtension(t);
  await child.fire('session_start', { reason: 'startup' }, { mode: 'json' });
  assert.equal(child.calls()[0]?.payload['parentID'], 'parent-1');
  const reloaded = await loadExtension(t);
  await reloaded.fire('session_start', { reason: 'reload' }, { mode: 'json' });
  assert.equal(reloaded.calls()[0]?.payload['parentID'], 'parent-1');
});

test('a pi at a terminal has a user, and no parent', async (t) => {
  process.env[parentVariable] = '1 parent-1 ';
  const { fire, calls } = await loadExtension(t);
  await fire('session_start', { reason: 'startup' });
  assert.equal('parentID' in (calls()[0]?.payload ?? {}), false);
});

test("a subagent's prompt is not sent to hooks, and its stop is blocked at most eight times", async (t) => {
  const { fire, answer, calls, done } = await loadExtension(t);
  process.env[parentVariable] = '1 parent-1 ';
  answer({ continue: 'more' });
  assert.equal(await fire('input', { text: 'Task: help' }, { mode: 'json' }), undefined);
  assert.deepEqual(calls(), []);
  let turns = 0;
  while ((await fire('agent_before_settle', settledEvent, { mode: 'json' })) !== undefined && turns < 99) turns++;
  assert.equal(turns, 8);
  assert.match(String(done[0]?.[1]), /kept from stopping 8 times in a row/);
});

test('without an interface, messages for the user go to stderr', async (t) => {
  const { fire, answer, done } = await loadExtension(t);
  const written: string[] = [];
  t.mock.method(process.stderr, 'write', (chunk: string) => written.push(chunk) > 0);
  answer({ messages: ['one', 'two'] });
  await fire('tool_call', bashCall('ls'), { hasUI: false });
  t.mock.restoreAll();
  assert.deepEqual([written, done], [['anyhook: one\n', 'anyhook: two\n'], []]);
});

test('an extension without connected events registers no handlers', async (t) => {
  const { handlers } = await loadExtension(t, { events: [] });
  assert.deepEqual([...handlers.keys()], []);
});

test('only connected events are sent; events needed to deliver answers later get a handler', async (t) => {
  const { handlers, fire, calls } = await loadExtension(t, { events: ['tool_call'] });
  assert.deepEqual([...handlers.keys()], ['tool_call', 'session_start', 'tool_result', 'turn_end']);
  await fire('tool_result', { ...bashCall('ls'), content: textBlocks('out') });
  assert.deepEqual(calls(), []);
});
