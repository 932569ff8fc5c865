import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { answerScript, opencodeCall, opencodePrompt, opencodeWorld } from './plugin-world.js';

describe('the opencode plugin', () => {
  test('exports only one function, because opencode treats every export as a plugin', async (t) => {
    const { exported } = await opencodeWorld(t);
    assert.deepEqual(Object.keys(exported), ['Anyhook']);
  });

  test('passes the launcher the hook with its arguments, the folder and the timeout', async (t) => {
    const { dir, hook, asked } = await opencodeWorld(t, { timeouts: { 'tool.execute.before': 10_000 } });
    const { input, output } = opencodeCall();
    await hook('tool.execute.before')(input, output);
    assert.deepEqual(asked(), [{ hook: 'tool.execute.before', directory: dir, input, output }]);
    assert.equal(readFileSync(join(dir, 'args.txt'), 'utf8'), 'opencode --timeout 9000\n');
  });

  test('starts nothing for an event without hooks', async (t) => {
    const { hook, event, asked } = await opencodeWorld(t, { timeouts: {} });
    await event('session.created', { info: { id: 's1' } });
    await hook('tool.execute.before')(opencodeCall().input, opencodeCall().output);
    assert.deepEqual(asked(), []);
  });

  test('if loaded twice, only the first instance sends events, including those of the second', async (t) => {
    const { hook, asked, again } = await opencodeWorld(t, { timeouts: { 'tool.execute.before': 10_000 } });
    assert.deepEqual(await again({ 'tool.execute.after': 10_000 }), {});
    await hook('tool.execute.before')(opencodeCall().input, opencodeCall().output);
    await hook('tool.execute.after')(opencodeCall().input, { output: 'text' });
    assert.deepEqual(
      asked().map(({ hook: name }) => name),
      ['tool.execute.before', 'tool.execute.after'],
    );
  });

  test('passes data without a shell', async (t) => {
    const { dir, hook, asked } = await opencodeWorld(t);
    const command = `'; touch ${dir}/planted; $(touch ${dir}/planted) \`touch ${dir}/planted\``;
    const { input, output } = opencodeCall('c1', { command });
    await hook('tool.execute.before')(input, output);
    assert.equal(existsSync(join(dir, 'planted')), false);
    assert.deepEqual(asked().at(-1)?.['output'], { args: { command } });
  });
});

describe('before a tool', () => {
  test('a deny is thrown with its exact reason', async (t) => {
    const { hook } = await opencodeWorld(t, {
      answers: { 'tool.execute.before': answerScript({ deny: 'no,\n"never"' }) },
    });
    const { input, output } = opencodeCall();
    await assert.rejects(hook('tool.execute.before')(input, output), { message: 'no,\n"never"' });
    assert.deepEqual(output.args, { command: 'ls' });
  });

  test('rewritten arguments are set in place, and dropped ones are removed', async (t) => {
    const answer = '{"input":{"command":"ls -l","__proto__":{"polluted":true}}}';
    const { hook } = await opencodeWorld(t, { answers: { 'tool.execute.before': `echo '${answer}'` } });
    const { input, output } = opencodeCall('c1', { command: 'ls', timeout: 5 });
    const { args } = output;
    await hook('tool.execute.before')(input, output);
    assert.equal(output.args, args, 'the same object');
    assert.deepEqual(Object.keys(args), ['command', '__proto__']);
    assert.equal(args['command'], 'ls -l');
    assert.equal('polluted' in args, false);
  });

  test('a stop ends the turn, and the call does not run', async (t) => {
    const { hook, sent, told } = await opencodeWorld(t, {
      answers: { 'tool.execute.before': answerScript({ stop: 'enough' }) },
    });
    const { input, output } = opencodeCall();
    await assert.rejects(hook('tool.execute.before')(input, output), { message: 'enough' });
    assert.deepEqual(sent.filter(({ name }) => name === 'abort')[0]?.options, { path: { id: 's1' } });
    assert.deepEqual(told(), ['enough']);
  });

  test('messages are shown to the user', async (t) => {
    const { hook, told } = await opencodeWorld(t, {
      answers: { 'tool.execute.before': answerScript({ messages: ['one', 'two'] }) },
    });
    const { input, output } = opencodeCall();
    await hook('tool.execute.before')(input, output);
    assert.deepEqual(told(), ['one', 'two']);
  });

  test("names of MCP servers are passed, as used in opencode's tool names", async (t) => {
    const { hook, asked } = await opencodeWorld(t);
    await hook('config')({ mcp: { 'my server': {}, files: {} } });
    const { input, output } = opencodeCall();
    await hook('tool.execute.before')(input, output);
    assert.deepEqual(asked().at(-1)?.['mcpServers'], ['my_server', 'files']);
  });
});

describe('after a tool', () => {
  const after = async (t: Parameters<typeof opencodeWorld>[0], answer: object, output: Record<string, unknown>) => {
    const answers = {
      'tool.execute.before': answerScript({ context: ['before'] }),
      'tool.execute.after': answerScript(answer),
    };
    const { hook } = await opencodeWorld(t, { answers });
    const { input, output: call } = opencodeCall();
    await hook('tool.execute.before')(input, call);
    await hook('tool.execute.after')({ ...input, args: call.args }, output);
    return output;
  };

  test('context is appended to the output, the context from before the call first', async (t) => {
    const output = await after(t, { context: ['after'] }, { output: 'text' });
    assert.deepEqual(output, { output: 'text\n\nbefore\n\nafter' });
  });

  test("a hook's output replaces the tool's output", async (t) => {
    assert.deepEqual(await after(t, { output: 'new' }, { output: 'old' }), { output: 'new\n\nbefore' });
    const content = [
      { type: 'image', data: '' },
      { type: 'text', text: 'old' },
    ];
    const expected = ['new', 'before'].map((text) => ({ type: 'text', text }));
    assert.deepEqual(await after(t, { output: 'new' }, { content }), { content: expected }, 'of an MCP tool');
  });

  const thrown = { type: 'tool', callID: 'c1', sessionID: 's1', messageID: 'm2', state: { status: 'error' } };
  const sentMessages = () => ({
    messages: [
      {
        info: { role: 'assistant', sessionID: 's1' },
        parts: [{ type: 'tool', callID: 'c1', state: { status: 'error', error: 'broken' } }],
      },
    ],
  });

  test('context for a failed tool is appended to its error at every later model call', async (t) => {
    const answers = {
      'tool.execute.before': answerScript({ context: ['before'] }),
      'event.message.part.updated': answerScript({ context: ['try another way'] }),
    };
    const { hook, event } = await opencodeWorld(t, { answers });
    const { input, output } = opencodeCall();
    await hook('tool.execute.before')(input, output);
    await event('message.part.updated', { part: thrown });
    for (const turn of [1, 2]) {
      const sent = sentMessages();
      await hook('experimental.chat.messages.transform')({}, sent);
      assert.equal(sent.messages[0]?.parts[0]?.state.error, 'broken\n\nbefore\n\ntry another way', `call ${turn}`);
    }
  });

  test('a refused call is not reported as failed', async (t) => {
    const { hook, event, asked } = await opencodeWorld(t, {
      answers: { 'tool.execute.before': answerScript({ deny: 'no' }) },
    });
    const { input, output } = opencodeCall();
    await assert.rejects(hook('tool.execute.before')(input, output));
    await event('message.part.updated', { part: thrown });
    assert.deepEqual(
      asked().map(({ hook: name }) => name),
      ['event.session.created', 'tool.execute.before'],
    );
  });
});

describe('a model call', () => {
  test('gets rewritten messages in the same array', async (t) => {
    const history = [{ info: { role: 'user' }, parts: [] }];
    const { hook } = await opencodeWorld(t, {
      answers: { 'experimental.chat.messages.transform': answerScript({ history }) },
    });
    const messages = [{ info: { role: 'user', sessionID: 's1' } }, { info: { role: 'assistant' } }];
    await hook('experimental.chat.messages.transform')({}, { messages });
    assert.deepEqual(messages, history);
  });
});

describe('a compaction', () => {
  const compact = async (t: Parameters<typeof opencodeWorld>[0], answer: object) => {
    const here = await opencodeWorld(t, { answers: { 'experimental.session.compacting': answerScript(answer) } });
    const output = { context: ['own'], prompt: undefined };
    await here.hook('experimental.session.compacting')({ sessionID: 's1' }, output);
    return output;
  };

  test('gets context and a replaced instruction', async (t) => {
    assert.deepEqual(await compact(t, { context: ['c'] }), { context: ['own', 'c'], prompt: undefined });
    assert.equal((await compact(t, { prompt: 'be short', context: ['c'] })).prompt, 'be short\n\nc');
  });

  test('is refused by throwing', async (t) => {
    await assert.rejects(compact(t, { deny: 'not now' }), { message: 'not now' });
  });
});

describe('a prompt', () => {
  const submit = async (t: Parameters<typeof opencodeWorld>[0], answer: object) => {
    const here = await opencodeWorld(t, { answers: { 'chat.message': answerScript(answer) } });
    const { input, output } = opencodePrompt('do it');
    output.parts.push({ id: 'prt_2', type: 'file' }, { id: 'prt_3', type: 'text', text: 'more' });
    const refusal = await here
      .hook('chat.message')(input, output)
      .catch((error: unknown) => error);
    return { ...here, parts: output.parts, refusal };
  };

  test('is refused, and the user is told why', async (t) => {
    for (const answer of [{ deny: 'no' }, { stop: 'no' }]) {
      const { refusal, told } = await submit(t, answer);
      assert.equal((refusal as Error).message, 'no');
      assert.deepEqual(told(), ['no']);
    }
  });

  test('is rewritten as a whole, and keeps its files', async (t) => {
    const { parts } = await submit(t, { prompt: 'do that' });
    assert.deepEqual(parts, [
      { id: 'prt_1', type: 'text', text: 'do that' },
      { id: 'prt_2', type: 'file' },
    ]);
  });

  test('gets context as separate parts that sort after it', async (t) => {
    const { parts } = await submit(t, { context: ['a', 'b'] });
    const added = { sessionID: 's1', messageID: 'm1', type: 'text', synthetic: true };
    assert.deepEqual(parts.slice(3), [
      { ...added, id: 'prt_30', text: 'a' },
      { ...added, id: 'prt_300', text: 'b' },
    ]);
  });
});
