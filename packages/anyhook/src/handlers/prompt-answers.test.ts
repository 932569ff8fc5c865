import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Handler } from '@anyhook/core';
import { allow, ask, deny, done, failed, pass, skipped } from '@anyhook/core';
import { handlerHook, handlerToolEvent, sampleContext } from '../../test/support/handler-samples.js';
import { startLoopback } from '../../test/support/loopback.js';
import { dockerCodec } from '../formats/docker/codec.js';
import { runPrompt } from './prompt.js';

const docker = dockerCodec();

type Prompt = Extract<Handler, { kind: 'prompt' }>;

/** Prompts that tell a model what to answer. */

const judge: Prompt = { kind: 'prompt', prompt: 'Is {{ .ToolName }} fine?', model: 'small', answer: 'decision' };

async function answer(text: string, handler: Prompt, configured = 'm1') {
  await using server = await startLoopback(
    (response) => void response.end(JSON.stringify({ choices: [{ message: { content: text } }] })),
  );
  const model = { api: 'openai', baseUrl: server.url, model: configured, apiKeyEnv: 'KEY', maxTokens: 100 } as const;
  const settings = { httpAllow: [], maxOutputBytes: 65_536, model };
  const context = { ...sampleContext({ settings, env: { KEY: 'k' } }), codec: docker };
  const ending = await runPrompt(handler, handlerHook(handler), handlerToolEvent(), context);
  const body = server.requests[0]?.body as { model: string; messages: { content: string }[] };
  return { ending, model: body.model, system: body.messages[0]?.content ?? '', user: body.messages[1]?.content ?? '' };
}

for (const [text, ending] of [
  ['{"decision": "allow", "reason": "reads only"}', done(allow('reads only'))],
  ['```json\n{"decision": "ask", "reason": "network"}\n```', done(ask('network'))],
  ['{"decision": "deny"}', done(deny('the model gave no reason'))],
] as const)
  test(`a judge's answer ${JSON.stringify(text)} is a decision`, async () => {
    assert.deepEqual((await answer(text, judge)).ending, ending);
  });

for (const text of ['fine', '{"decision": "yes"}', '{"ok": true}', '', '{"decision": "all'])
  test(`a judge's answer ${JSON.stringify(text)} is a failure, never an allow`, async () => {
    const { ending } = await answer(text, judge);
    assert.equal(ending.kind === 'failed' && ending.why, 'bad-output');
  });

test("the prompt is filled from the hook's input, and the rules describe the expected answer", async () => {
  const { user, system, model } = await answer('{"decision": "allow"}', judge);
  assert.match(user, /^Is shell fine\?\n\n<event>/);
  assert.match(system, /"decision": "allow", "ask" or "deny"/);
  assert.equal(model, 'small');
});

test('a model of another provider is replaced by the configured one, with a note', async () => {
  const { ending, model } = await answer('{"decision": "allow", "reason": "r"}', { ...judge, provider: 'anthropic' });
  assert.equal(model, 'm1');
  assert.deepEqual(ending.kind === 'done' && ending.result.notes, [
    'm1 was asked instead of anthropic/small because the config names a model of openai',
  ]);
});

test('a plain text answer becomes context for the agent', async () => {
  const { ending } = await answer(' mind the tests ', { ...judge, answer: 'text' });
  assert.deepEqual(ending, done(pass({ context: ['mind the tests'] })));
});

test('a judge without a configured model fails to start; another prompt hook is skipped', async () => {
  const why = 'no model is configured: set `model:` in the user config';
  const run = (handler: Prompt) => runPrompt(handler, handlerHook(handler), handlerToolEvent(), sampleContext());
  assert.deepEqual(await run(judge), failed('spawn', why));
  assert.deepEqual(await run({ ...judge, answer: 'text' }), skipped(why));
});
