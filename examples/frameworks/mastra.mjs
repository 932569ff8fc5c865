// The hooks of a project inside a Mastra agent: node mastra.mjs [folder of the project]
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { createEngine } from 'anyhook';
import { hookAgent } from 'anyhook/mastra';
import { z } from 'zod';

const engine = createEngine({ cwd: process.argv[2] ?? process.cwd() });

const bash = createTool({
  id: 'bash',
  description: 'Runs a command',
  inputSchema: z.object({ command: z.string() }),
  execute: async ({ command }) => `(this would be the output of ${command})`,
});

// A model that calls the tool once. Take a real one instead: model: 'anthropic/claude-sonnet-4-5'.
const answers = [
  [{ type: 'tool-call', toolCallId: '1', toolName: 'bash', input: '{"command":"rm -rf build"}' }],
  [{ type: 'text', text: 'Done.' }],
];
const model = /** @type {any} */ ({
  specificationVersion: 'v2',
  provider: 'example',
  modelId: 'scripted',
  supportedUrls: {},
  doGenerate: async () => ({ content: answers.shift(), finishReason: 'stop', usage: {}, warnings: [] }),
});

const config = { id: 'coder', name: 'coder', instructions: 'Work.', model, tools: { bash } };
const agent = new Agent(hookAgent(config, engine));

const { text, toolResults } = await agent.generate('Clean up');
console.log(
  toolResults.map(({ payload }) => payload.result),
  text,
);
