// Hooks inside a Mastra agent. A scripted model takes the place of a real one.
import { Agent } from '@mastra/core/agent';
import { createTool } from '@mastra/core/tools';
import { createEngine } from 'anyhook';
import { hookAgent } from 'anyhook/mastra';
import { z } from 'zod';

// Wants to delete something, then says that it is done.
const says = [
  { type: 'tool-call', toolCallId: '1', toolName: 'bash', input: '{"command":"rm -rf build"}' },
  { type: 'text', text: 'Done.' },
];
/** @type {any} */
const model = {
  specificationVersion: 'v2',
  provider: 'example',
  modelId: 'scripted',
  supportedUrls: {},
  doGenerate: async () => ({ content: [says.shift()], finishReason: 'tool-calls', usage: {}, warnings: [] }),
};
const bash = createTool({
  id: 'bash',
  description: 'Runs a command',
  inputSchema: z.object({ command: z.string() }),
  execute: async ({ command }) => `ran ${command}`,
});

// From here on it is what your own program would do; hooks that a person trusts need no "trust".
const engine = createEngine({ cwd: process.cwd(), trust: 'project' });
const config = { id: 'coder', name: 'Coder', instructions: 'Work.', model, tools: { bash } };
const agent = new Agent(hookAgent(config, engine));
const { steps } = await agent.generate('Clean up', { maxSteps: 2 });
for (const { toolResults, text } of steps)
  console.log(
    text,
    toolResults.map(({ payload }) => payload.result),
  );
