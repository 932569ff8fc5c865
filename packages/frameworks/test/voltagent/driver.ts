import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Agent, createTool } from '@voltagent/core';
import type { ModelMessage } from 'ai';
import type { FiringEngine } from 'anyhook/generic';
import { features, type VoltAgentHooks, voltagentHooks } from 'anyhook/voltagent';
import { z } from 'zod';
import { type ModelTurn, scriptedAiSdkModel } from '../ai-sdk-model.js';
import { contractSuite } from '../contract.js';
import { type RunResult, type ScriptedRun, scriptPlayer, type ToolTexts } from '../driver.js';

const toolsOf = ({ tools }: ScriptedRun) => [
  createTool({
    name: 'bash',
    description: 'runs a command',
    parameters: z.object({ command: z.string() }),
    execute: (input) => tools.bash(input as ToolTexts),
  }),
  createTool({
    name: 'write_file',
    description: 'writes a file',
    parameters: z.object({ path: z.string(), content: z.string() }),
    execute: (input) => tools.write_file(input as ToolTexts),
  }),
];

interface Cast {
  readonly hooks: VoltAgentHooks;
  readonly agent: Agent;
  readonly seen: readonly string[];
}

async function act({ prompt, stream, approve }: ScriptedRun, { hooks, agent, seen }: Cast): Promise<RunResult> {
  const run = (messages: ModelMessage[]): Promise<Result> => {
    const settings = { conversationId: 'conversation', userId: 'user', maxSteps: 30 };
    return stream ? streamed(agent, messages, settings) : agent.generateText(messages, settings);
  };
  const messages: ModelMessage[] = [{ role: 'user', content: prompt }];
  let asked = 0;
  for (;;) {
    const result = await run(messages);
    const requests = result.content.filter((part) => part.type === 'tool-approval-request');
    if (requests.length === 0) {
      await hooks.end();
      return { seen, text: result.text, asked, ...(seen.length === 0 && { blocked: result.text }) };
    }
    asked += requests.length;
    const content = requests.map(({ approvalId = '' }) => ({
      type: 'tool-approval-response' as const,
      approvalId,
      approved: approve,
    }));
    messages.push(...result.response.messages, { role: 'tool', content });
  }
}

interface Result {
  readonly content: readonly { readonly type: string; readonly approvalId?: string }[];
  readonly text: string;
  readonly response: { readonly messages: readonly ModelMessage[] };
}

async function streamed(
  agent: Agent,
  messages: ModelMessage[],
  settings: Parameters<Agent['streamText']>[1],
): Promise<Result> {
  const result = await agent.streamText(messages, settings);
  for await (const _ of result.fullStream);
  return { content: [], text: await result.text, response: { messages: [] } };
}

function cast(
  play: ScriptedRun,
  { next = scriptPlayer(play.script) as () => ModelTurn, subAgents = [] as Agent[] } = {},
): Cast {
  const seen: string[] = [];
  const hooks = voltagentHooks(play.engine, play.options);
  const settings = { name: 'main', instructions: 'work', model: scriptedAiSdkModel(next, seen), tools: toolsOf(play) };
  return { hooks, agent: new Agent({ ...hooks.wrap(settings), memory: false, subAgents }), seen };
}

const { version } = JSON.parse(readFileSync('../node_modules/@voltagent/core/package.json', 'utf8')) as {
  version: string;
};

// VoltAgent has timers that never end.
const every = globalThis.setInterval;
globalThis.setInterval = ((...args: Parameters<typeof every>) => every(...args).unref()) as typeof every;

contractSuite({
  name: 'voltagent',
  version,
  features,
  play: (play) => act(play, cast(play)),
  async delegate(play) {
    const seen: string[] = [];
    const hooks = voltagentHooks(play.engine, { ...play.options, agent: { name: 'helper' } });
    const model = scriptedAiSdkModel(() => ({ text: 'helped' }), seen);
    const helper = new Agent({ ...hooks.wrap({ name: 'helper', instructions: 'help', model }), memory: false });
    const script: ModelTurn[] = [
      { calls: [{ tool: 'delegate_task', input: { task: 'help', targetAgents: ['helper'], context: {} } }] },
      ...play.script,
    ];
    const next = () => script.shift() ?? { text: 'nothing left' };
    const played = await act(play, cast(play, { next, subAgents: [helper] }));
    return { ...played, seen: [...played.seen, ...seen] };
  },
});

test('the agent’s own hooks run too, and each conversation is a session', async () => {
  const sessions: string[] = [];
  const engine: FiringEngine = {
    async fire(name, { sessionId = '' } = {}) {
      if (name === 'prompt.submit') sessions.push(sessionId);
      const pass = { decision: 'pass', context: [], messages: [], notes: [], signals: [], hooks: [] } as const;
      return { verdict: name === 'tool.after' ? { ...pass, rewrite: { of: 'output', value: 'changed' } } : pass };
    },
  };
  const outputs: unknown[] = [];
  const bash = createTool({
    name: 'bash',
    description: 'runs a command',
    parameters: z.object({ command: z.string() }),
    execute: async () => 'secret',
  });
  const script: ModelTurn[] = [{ calls: [{ tool: 'bash', input: { command: 'ls' } }] }];
  const settings = {
    name: 'main',
    instructions: 'work',
    model: scriptedAiSdkModel(() => script.shift() ?? { text: 'done' }, []),
    tools: [bash],
    hooks: { onToolEnd: ({ output }: { output: unknown }) => void outputs.push(output) },
  };
  const agent = new Agent({ ...voltagentHooks(engine).wrap(settings), memory: false });
  for (const conversationId of ['a', 'b', 'a']) await agent.generateText('go', { conversationId, userId: 'u' });
  assert.deepEqual(outputs, ['changed']);
  assert.deepEqual(sessions, ['a', 'b', 'a']);
});
