// Hooks inside the Vercel AI SDK. A scripted model takes the place of a real one.
import { generateText, stepCountIs, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { createEngine } from 'anyhook';
import { aiSdkHooks } from 'anyhook/ai-sdk';
import { z } from 'zod';

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } };
const answers = [
  { type: 'tool-call', toolCallId: '1', toolName: 'write_file', input: '{"path":".eslintrc.json"}' },
  { type: 'text', text: 'I leave the configuration as it is.' },
];
const model = new MockLanguageModelV3({
  doGenerate: async () => {
    const [content = answers[1]] = answers.splice(0, 1);
    const unified = content?.type === 'text' ? 'stop' : 'tool-calls';
    return /** @type {never} */ ({ content: [content], finishReason: { unified }, usage, warnings: [] });
  },
});
const tools = {
  write_file: tool({
    description: 'Writes a file',
    inputSchema: z.object({ path: z.string() }),
    execute: async ({ path }) => `wrote ${path}`,
  }),
};

// From here on it is what your own program would do.
const hooks = aiSdkHooks(await createEngine({ cwd: process.cwd() }));
const { text } = await generateText({
  ...hooks.wrap({ model, tools }),
  stopWhen: stepCountIs(10),
  prompt: 'Switch the linter off',
});
console.log(text);
await hooks.end();
