import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Say =
  | { readonly text: string }
  | { readonly calls: readonly { readonly tool: string; readonly input: object }[] };

/** A model that follows a script, behind the Messages API on loopback. */
export interface ScriptedModel extends AsyncDisposable {
  readonly url: string;
}

interface Asked {
  readonly model: string;
  readonly tools?: readonly unknown[];
  readonly messages: unknown;
  readonly system?: unknown;
}

/** Calls `next` only for turns of agents; other requests of the program get a one-word answer. */
export async function scriptedModel(next: (asked: Asked) => Say): Promise<ScriptedModel> {
  let count = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const path = request.url?.split('?')[0] ?? '';
    if (!path.endsWith('/v1/messages')) {
      response.statusCode = path.endsWith('/count_tokens') ? 200 : 404;
      return void response.end(JSON.stringify({ input_tokens: 10 }));
    }
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    const say = asked.tools?.length ? next(asked) : { text: 'a word' };
    response.setHeader('content-type', 'text/event-stream');
    for (const [type, data] of eventsOf(say, `${++count}`, asked.model))
      response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

type Event = readonly [type: string, data: object];

function eventsOf(say: Say, id: string, model: string): readonly Event[] {
  const usage = { input_tokens: 5, output_tokens: 1 };
  const message = { id: `msg_${id}`, type: 'message', role: 'assistant', model, content: [], usage };
  const stop_reason = 'text' in say ? 'end_turn' : 'tool_use';
  const blocks = 'text' in say ? [textBlock(say.text)] : say.calls.map((call, at) => callBlock(call, `${id}_${at}`));
  return [
    ['message_start', { message: { ...message, stop_reason: null, stop_sequence: null } }],
    ...blocks.flatMap(({ start, delta }, index): Event[] => [
      ['content_block_start', { index, content_block: start }],
      ['content_block_delta', { index, delta }],
      ['content_block_stop', { index }],
    ]),
    ['message_delta', { delta: { stop_reason, stop_sequence: null }, usage }],
    ['message_stop', {}],
  ];
}

const textBlock = (text: string) => ({ start: { type: 'text', text: '' }, delta: { type: 'text_delta', text } });

const callBlock = ({ tool, input }: { readonly tool: string; readonly input: object }, id: string) => ({
  start: { type: 'tool_use', id: `toolu_${id}`, name: tool, input: {} },
  delta: { type: 'input_json_delta', partial_json: JSON.stringify(input) },
});
