// The hooks of a project inside a LangChain agent: node langchain.mjs [folder of the project]
import { createEngine } from 'anyhook';
import { hookMiddleware } from 'anyhook/langchain';
import { createAgent, FakeToolCallingModel, tool } from 'langchain';
import { z } from 'zod';

const engine = createEngine({ cwd: process.argv[2] ?? process.cwd() });

const bash = tool(({ command }) => `(this would be the output of ${command})`, {
  name: 'bash',
  description: 'Runs a command',
  schema: z.object({ command: z.string() }),
});

// A model that calls the tool once and repeats what it was told. Take a real one instead.
const model = new FakeToolCallingModel({
  toolCalls: [[{ id: '1', name: 'bash', args: { command: 'rm -rf build' } }], []],
});

const agent = createAgent({ model, tools: [bash], middleware: [hookMiddleware(engine)] });

const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'Clean up' }] });
for (const message of messages) console.log(`${message.getType()}: ${message.text}`);
