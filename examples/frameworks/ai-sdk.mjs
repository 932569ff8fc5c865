// Hooks inside the Vercel AI SDK. A scripted model takes the place of a real one.
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { createEngine } from 'anyhook';
import { aiSdkHooks } from 'anyhook/ai-sdk';
import { z } from 'zod';

const call = { type: 'tool-call', toolCallId: '1', toolName: 'write_file', input: '{"path":".eslintrc.json"}' };
const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const model = new MockLanguageModelV3({
  // Wants to write the configuration, then says what it was told.
  doGenerate: async ({ prompt }) => {
    const last = prompt.at(-1);
    const isTold = last?.role === 'tool';
    const content = [isTold ? { type: 'text', text: JSON.stringify(last.content) } : call];
    const finishReason = { unified: isTold ? 'stop' : 'tool-calls', raw: undefined };
    return /** @type {never} */ ({ content, finishReason, usage, warnings: [] });
  },
});
const tools = {
  write_file: tool({
    description: 'Writes a file',
    inputSchema: z.object({ path: z.string() }),
    execute: async ({ path }) => `wrote ${path}`,
  }),
};

// From here on it is what your own program would do; hooks that a person trusts need no "trust".
const hooks = aiSdkHooks(await createEngine({ cwd: process.cwd(), trust: 'project' }));
const { text } = await generateText({
  ...hooks.wrap({ model, tools }),
  stopWhen: stepCountIs(10),
  prompt: 'Switch the linter off',
});
console.log(text);
await hooks.end();
