import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as later } from 'node:timers/promises';
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js';
import { stdioLimits, stdioTransport } from './stdio.js';

async function started() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = stdioTransport(input, output);
  const messages: JSONRPCMessage[] = [];
  let ends = 0;
  transport.onmessage = (message) => void messages.push(message);
  transport.onclose = () => void ends++;
  await transport.start();
  const answers = () =>
    (output.read()?.toString() ?? '')
      .split('\n')
      .filter((line: string) => line !== '')
      .map((line: string) => JSON.parse(line));
  return { input, output, transport, messages, answers, ends: () => ends };
}

const ask = (id: number) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`;

test('a line that is not a JSON-RPC message gets an error and is skipped', async () => {
  const { input, messages, answers } = await started();
  input.write(`{"broken\n[]\n{"jsonrpc":"1.0"}\n\n${ask(1)}`);
  await later();
  assert.deepEqual(
    answers().map(({ id, error }: { id: unknown; error: { code: number } }) => [id, error.code]),
    [
      [null, -32700],
      [null, -32700],
      [null, -32700],
    ],
  );
  assert.deepEqual(messages, [{ jsonrpc: '2.0', id: 1, method: 'ping' }]);
});

test('a message over the size limit gets an error and is skipped', async () => {
  const { input, messages, answers } = await started();
  const part = Buffer.alloc(1024 * 1024, 'x');
  for (let sent = 0; sent <= stdioLimits.lineBytes; sent += part.length) input.write(part);
  input.write(`\n${ask(2)}`);
  await later();
  assert.match(answers()[0].error.message, /more than 4194304 bytes/);
  assert.equal(messages.length, 1);
});

test('a client with too many open requests is held back until some are answered', async () => {
  const { input, messages, transport } = await started();
  for (let id = 0; id < stdioLimits.openRequests; id++) input.write(ask(id));
  await later();
  input.write(ask(stdioLimits.openRequests));
  await later();
  assert.equal(messages.length, stdioLimits.openRequests);
  await transport.send({ jsonrpc: '2.0', id: 7, result: {} });
  await later();
  assert.equal(messages.length, stdioLimits.openRequests + 1);
});

test('a cancelled request no longer counts as open', async () => {
  const { input, messages } = await started();
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } };
  for (let round = 0; round < stdioLimits.openRequests; round++)
    input.write(`${ask(1)}${JSON.stringify(cancel)}\n${ask(2)}`);
  await later();
  assert.equal(messages.length, 3 * stdioLimits.openRequests);
});

test('the transport closes once when its input ends, and sends nothing after that', async () => {
  const { input, output, transport, ends } = await started();
  input.end();
  await later();
  await transport.close();
  assert.equal(ends(), 1);
  await transport.send({ jsonrpc: '2.0', id: 1, result: {} });
  assert.equal(output.read(), null);
});
