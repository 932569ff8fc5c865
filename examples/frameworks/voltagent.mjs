// The hooks of a project inside a VoltAgent agent. Start it in the folder of the project.
import { Agent, createTool } from '@voltagent/core';
import { MockLanguageModelV3 } from 'ai/test';
import { createEngine } from 'anyhook';
import { voltagentHooks } from 'anyhook/voltagent';
import { z } from 'zod';

// A model that calls the tool once and then ends. Take a real one instead.
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const answers = [
  { type: 'tool-call', toolCallId: '1', toolName: 'bash', input: '{"command":"rm -rf build"}' },
  { type: 'text', text: 'That is all.' },
];
const model = new MockLanguageModelV3({
  doGenerate: async () => {
    const content = answers.splice(0, 1);
    const unified = content[0]?.type === 'text' ? 'stop' : 'tool-calls';
    return /** @type {never} */ ({ content, finishReason: { unified }, usage, warnings: [] });
  },
});
const bash = createTool({
  name: 'bash',
  description: 'Runs a command',
  parameters: z.object({ command: z.string() }),
  execute: async ({ command }) => `(this would be the output of ${command})`,
});

// From here on it is what your own program would do; hooks that a person trusts need no "trust".
const hooks = voltagentHooks(createEngine({ cwd: process.cwd(), trust: 'project' }));
const agent = new Agent(hooks.wrap({ name: 'cleaner', instructions: 'Keep it tidy', model, tools: [bash] }));
const { steps } = await agent.generateText('Clean up');
for (const { text, toolResults } of steps) console.log(text || toolResults.map(({ output }) => output));
await hooks.end();
process.exit(); // VoltAgent has timers that never end.
