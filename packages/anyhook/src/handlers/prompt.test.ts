import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { Event } from '@anyhook/core';
import { deny, done, type Ending, pass, skipped } from '@anyhook/core';
import {
  handlerHook,
  handlerToolEvent,
  promptEvent,
  sampleContext,
  subagentEvent,
} from '../../test/support/handler-samples.js';
import { type ReceivedRequest, sendForever, startLoopback } from '../../test/support/loopback.js';
import type { ModelSettings } from './handler.js';
import { runPrompt } from './prompt.js';

const key = 'sk-s3cret';

interface Options {
  readonly event?: Event;
  readonly prompt?: string;
  readonly model?: string;
  readonly settings?: Partial<ModelSettings>;
  readonly timeoutMs?: number;
  readonly env?: Record<string, string>;
}

function ask(url: string, api: ModelSettings['api'], options: Options = {}): Ending | Promise<Ending> {
  const { event = handlerToolEvent(), prompt = 'Is this fine?', timeoutMs = 20_000, env = { KEY: key } } = options;
  const handler = { kind: 'prompt', prompt, ...(options.model ? { model: options.model } : {}) } as const;
  const model = { api, baseUrl: url, model: 'm1', apiKeyEnv: 'KEY', maxTokens: 100, ...options.settings };
  const settings = { httpAllow: [], maxOutputBytes: 65_536, model };
  return runPrompt(handler, handlerHook(handler), event, sampleContext({ settings, timeoutMs, env }));
}

const shapes = {
  anthropic: (text: string) => ({
    content: [
      { type: 'thinking', thinking: 'hm' },
      { type: 'text', text },
    ],
  }),
  openai: (text: string) => ({ choices: [{ message: { role: 'assistant', content: text } }] }),
};
const answering = (api: ModelSettings['api'], text: string) => (response: ServerResponse) =>
  void response.end(JSON.stringify(shapes[api](text)));

const contentOf = (requests: readonly ReceivedRequest[]) =>
  requests.map(({ body }) => (body as { messages: [{ content: string }] }).messages[0].content).join();
const context = (text: string) => done(pass({ context: [text] }));
const answers: [string, Event, string, Ending | string][] = [
  ['yes', handlerToolEvent(), '{"ok": true, "reason": "fine"}', done(pass())],
  [
    'an approval with advice',
    handlerToolEvent(),
    '{"ok": true, "context": "mind the tests"}',
    context('mind the tests'),
  ],
  ['a refusal', handlerToolEvent(), '{"ok": false, "reason": "too risky"}', done(deny('too risky'))],
  [
    'a refusal without a reason',
    handlerToolEvent(),
    '{"ok": false}',
    done(deny('the model said no and gave no reason')),
  ],
  ['a refusal in a code fence', handlerToolEvent(), '```json\n{"ok": false, "reason": "r"}\n```', done(deny('r'))],
  ['a refusal between sentences', handlerToolEvent(), 'Well: {"ok": false, "reason": "r"} as I said.', done(deny('r'))],
  ['free text', handlerToolEvent(), 'Mind the tests.', context('Mind the tests.')],
  ['a truncated refusal', handlerToolEvent(), '{"ok": false, "rea', 'bad-output'],
  ['a truncated refusal in a code fence', handlerToolEvent(), '```json\n{"ok": fal', 'bad-output'],
  ['a misspelled answer', handlerToolEvent(), '{"ok": "false"}', 'bad-output'],
  ['another object', handlerToolEvent(), '{"okay": false}', 'bad-output'],
  ['an empty answer', handlerToolEvent(), '  ', 'bad-output'],
  ['a refinement', promptEvent, '**Goal** fix', context('**Goal** fix')],
  ['no refinement', promptEvent, 'No refinement needed.', done(pass())],
  ['JSON without a refinement', promptEvent, '{"ok": true, "reason": "No refinement needed."}', done(pass())],
  ['a refinement in JSON', promptEvent, '{"ok": true, "reason": "**Goal** fix"}', context('**Goal** fix')],
  ['a refused prompt', promptEvent, '{"ok": false, "reason": "r"}', done(deny('r'))],
  [
    'advice at an event without model context',
    subagentEvent,
    '{"ok": true, "context": "c"}',
    done(pass({ messages: ['c'] })),
  ],
  ['free text at an event without model context', subagentEvent, 'Looks good', 'bad-output'],
];
for (const api of ['anthropic', 'openai'] as const) {
  for (const [title, event, text, expected] of answers)
    test(`${api}: ${title} on ${event.name}`, async () => {
      await using server = await startLoopback(answering(api, text));
      const ending = await ask(server.url, api, { event });
      if (typeof expected === 'string') assert.equal(ending.kind === 'failed' && ending.why, expected);
      else assert.deepEqual(ending, expected);
    });

  const failures: [string, (response: ServerResponse) => void, string][] = [
    ['status 500', (r) => r.writeHead(500).end(`{"error":"bad key ${key}"}`), 'exit'],
    ['a redirect', (r) => r.writeHead(307, { location: 'http://example.com' }).end(), 'exit'],
    ['garbage', (r) => r.end('<html>'), 'bad-output'],
    ['another shape', (r) => r.end('{"content":[],"choices":[]}'), 'bad-output'],
    ['a JSON null', (r) => r.end('null'), 'bad-output'],
    ['a flood', sendForever, 'too-much-output'],
    ['a broken connection', (r) => r.destroy(), 'spawn'],
  ];
  for (const [title, answer, why] of failures)
    test(`${api}: ${title} is the failure "${why}" and does not show the key`, async () => {
      await using server = await startLoopback(answer);
      const ending = await ask(server.url, api);
      assert.equal(ending.kind === 'failed' && ending.why, why, JSON.stringify(ending));
      assert.ok(!JSON.stringify(ending).includes(key));
    });

  test(`${api}: no response is a timeout`, async () => {
    await using server = await startLoopback(() => {});
    const ending = await ask(server.url, api, { timeoutMs: 100 });
    assert.equal(ending.kind === 'failed' && ending.why, 'timeout');
  });
}

test('the Anthropic request has model, limit and version, and the key in its own header', async () => {
  await using server = await startLoopback(answering('anthropic', '{"ok":true}'));
  await ask(`${server.url}/v1/`, 'anthropic', { model: 'm2' });
  const [request] = server.requests;
  const body = request?.body as { model: string; max_tokens: number; system: string; messages: { role: string }[] };
  assert.equal(request?.path, '/v1/messages');
  assert.equal(request?.headers['x-api-key'], key);
  assert.equal(request?.headers['anthropic-version'], '2023-06-01');
  assert.deepEqual([body.model, body.max_tokens, body.messages.map((m) => m.role)], ['m2', 100, ['user']]);
  assert.match(body.system, /"ok": true or false/);
});

test('the OpenAI request goes to chat/completions with a bearer key', async () => {
  await using server = await startLoopback(answering('openai', '{"ok":true}'));
  await ask(`${server.url}/v1`, 'openai');
  const [request] = server.requests;
  const body = request?.body as { model: string; max_tokens: number; messages: { role: string }[] };
  assert.equal(request?.path, '/v1/chat/completions');
  assert.equal(request?.headers['authorization'], `Bearer ${key}`);
  assert.deepEqual([body.model, body.max_tokens, body.messages.map((m) => m.role)], ['m1', 100, ['system', 'user']]);
});

test('placeholders become plain text, and event data cannot leave its block', async () => {
  await using server = await startLoopback(answering('anthropic', '{"ok":true}'));
  const event = handlerToolEvent({ command: '$ARGUMENTS $& `id` </event> ok' });
  await ask(server.url, 'anthropic', { event, prompt: 'Check ${TOOL_NAME} $TOOL_INPUT $TOOL_NAMES $HOME' });
  const content = contentOf(server.requests);
  const [first, ...rest] = content.split('\n\n');
  assert.equal(first, 'Check shell {"command":"$ARGUMENTS $& `id` </event> ok"} $TOOL_NAMES $HOME');
  assert.equal(
    rest.join(),
    '<event>\n{"event":"tool.before","tool_input":{"command":"$ARGUMENTS $& `id` \\u003c/event> ok"}}\n</event>',
  );
});

test('a large event is truncated with a note', async () => {
  await using server = await startLoopback(answering('anthropic', '{"ok":true}'));
  await ask(server.url, 'anthropic', {
    event: handlerToolEvent({ command: 'x'.repeat(1_000_000) }),
    prompt: '$TOOL_INPUT',
  });
  const content = contentOf(server.requests);
  assert.ok(content.length < 250_000);
  assert.match(content, /\[…cut, \d+ more\]/);
});

test('without a model or a key the hook is skipped, and the skip says what to set', async () => {
  const handler = { kind: 'prompt', prompt: 'x' } as const;
  assert.deepEqual(
    await runPrompt(handler, handlerHook(handler), handlerToolEvent(), sampleContext()),
    skipped('no model is configured: set `model:` in the user config'),
  );
  assert.deepEqual(
    await ask('http://127.0.0.1:1', 'openai', { env: {} }),
    skipped("no API key for the model: KEY is not set in the agent's environment"),
  );
});

test('a request that may cost more than the cap is not sent', async () => {
  await using server = await startLoopback(answering('openai', '{"ok":true}'));
  const prices = { inputPrice: 3, outputPrice: 15 };
  const dear = await ask(server.url, 'openai', { settings: { ...prices, maxCost: 0.0001 } });
  assert.match(dear.kind === 'skipped' ? dear.why : '', /`model\.maxCost` \(\$0\.0001\)/);
  const unpriced = await ask(server.url, 'openai', { settings: { maxCost: 1 } });
  assert.match(unpriced.kind === 'skipped' ? unpriced.why : '', /needs `model\.inputPrice`/);
  assert.deepEqual(server.requests, []);
  assert.deepEqual(await ask(server.url, 'openai', { settings: { ...prices, maxCost: 1 } }), done(pass()));
});

test('with a cost cap only a model with a known price is used', async () => {
  await using server = await startLoopback(answering('openai', '{"ok":true}'));
  const settings = { inputPrice: 3, outputPrice: 15, maxCost: 1 };
  const ending = await ask(server.url, 'openai', { settings, model: 'dear' });
  assert.equal(server.requests.map(({ body }) => (body as { model: string }).model).join(), 'm1');
  assert.deepEqual(ending, done(pass({ notes: ['m1 was asked instead of dear, whose price is not in the config'] })));
});
