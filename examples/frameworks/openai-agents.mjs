// Hooks inside the OpenAI Agents SDK. A scripted model takes the place of a real one.
import { Agent, Runner, tool, Usage } from '@openai/agents';
import { createEngine } from 'anyhook';
import { openaiAgentsHooks } from 'anyhook/openai-agents';
import { z } from 'zod';

/** @type {import('@openai/agents').Model} */
const model = {
  // Wants to write the configuration, then says what it was told.
  getResponse: async ({ input }) => {
    const last = typeof input === 'string' ? undefined : input.at(-1);
    const call = { type: 'function_call', callId: '1', name: 'write_file', arguments: '{"path":".eslintrc.json"}' };
    const content = [{ type: 'output_text', text: JSON.stringify(last) }];
    const answer = { type: 'message', role: 'assistant', status: 'completed', content };
    return /** @type {never} */ ({
      usage: new Usage(),
      output: [last?.type === 'function_call_result' ? answer : call],
    });
  },
  getStreamedResponse: () => /** @type {never} */ (undefined),
};
const writeFile = tool({
  name: 'write_file',
  description: 'Writes a file',
  parameters: z.object({ path: z.string() }),
  execute: async ({ path }) => `wrote ${path}`,
});
const agent = new Agent({ name: 'Coder', model, tools: [writeFile] });

// From here on it is what your own program would do; hooks that a person trusts need no "trust".
const hooks = openaiAgentsHooks(await createEngine({ cwd: process.cwd(), trust: 'project' }));
const runner = hooks.runner(new Runner({ tracingDisabled: true }));
const { finalOutput } = await runner.run(agent, 'Switch the linter off');
console.log(finalOutput);
await hooks.end();
