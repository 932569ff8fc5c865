// Hooks inside the Claude Agent SDK. A scripted model on loopback takes the place of a real one.
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { createEngine } from 'anyhook';
import { hookQuery } from 'anyhook/claude-agent-sdk';

// Wants to delete something, then says that it is done.
const partial_json = '{"command":"rm -rf build"}';
const call = [
  { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} },
  { type: 'input_json_delta', partial_json },
];
const done = [{ type: 'text' }, { type: 'text_delta', text: 'Done.' }];
const usage = { input_tokens: 1, output_tokens: 1 };
const model = createServer(async (request, response) => {
  const { tools, messages } = /** @type {any} */ (await json(request).catch(() => ({})));
  const isFirst = tools?.length > 0 && !JSON.stringify(messages).includes('tool_result');
  const [content_block, delta] = isFirst ? call : done;
  const events = [
    { type: 'message_start', message: { id: 'msg', type: 'message', role: 'assistant', content: [], usage } },
    { type: 'content_block_start', index: 0, content_block },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: isFirst ? 'tool_use' : 'end_turn' }, usage },
    { type: 'message_stop' },
  ];
  response.setHeader('content-type', 'text/event-stream');
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
});
await new Promise((listening) => model.listen(0, '127.0.0.1', () => listening(undefined)));
const { port } = /** @type {import('node:net').AddressInfo} */ (model.address());
const env = { ...process.env, ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}`, ANTHROPIC_API_KEY: 'none' };

// From here on it is what your own program would do; hooks that a person trusts need no "trust".
const ask = hookQuery(query, createEngine({ cwd: process.cwd(), trust: 'project' }));
for await (const message of ask({ prompt: 'Clean up', options: { settingSources: [], env } }))
  if (message.type === 'user' || message.type === 'result') console.log(JSON.stringify(message));
model.close();
