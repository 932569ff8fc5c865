// Hooks inside a LangChain agent. A scripted model takes the place of a real one.
import { createEngine } from 'anyhook';
import { hookMiddleware } from 'anyhook/langchain';
import { createAgent, FakeToolCallingModel, tool } from 'langchain';
import { z } from 'zod';

// Wants to delete something, then says what it was told.
const model = new FakeToolCallingModel({
  toolCalls: [[{ id: '1', name: 'bash', args: { command: 'rm -rf build' } }], []],
});
const bash = tool(({ command }) => `ran ${command}`, {
  name: 'bash',
  description: 'Runs a command',
  schema: z.object({ command: z.string() }),
});

// From here on it is what your own program would do; hooks that a person trusts need no "trust".
const engine = createEngine({ cwd: process.cwd(), trust: 'project' });
const agent = createAgent({ model, tools: [bash], middleware: [hookMiddleware(engine)] });
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Clean up' }] });
for (const message of messages) console.log(`${message.getType()}: ${message.text}`);
if (messages.some(({ text }) => text === 'ran rm -rf build'))
  console.log('No hook here refuses "rm -rf": docs/guides/frameworks.md has one to try.');
