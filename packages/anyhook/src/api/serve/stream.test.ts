import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { serveLimits } from './contract.js';
import { type AnswerableRequest, type RequestBounds, serveStream } from './stream.js';

/** A stream whose answers wait until the test releases them. */
function world() {
  const input = new PassThrough({ highWaterMark: 1024 });
  const output = new PassThrough();
  const open: {
    readonly request: AnswerableRequest;
    readonly bounds: RequestBounds;
    readonly give: (body: object) => void;
  }[] = [];
  let batches = 0;
  const served = serveStream(input, output, () => {
    batches++;
    return (request, bounds) => new Promise((give) => open.push({ request, bounds, give }));
  });
  const lines = () => ((output.read() as Buffer | null)?.toString() ?? '').split('\n').filter(Boolean);
  const ask = (...ids: readonly number[]) =>
    input.write(ids.map((id) => `${JSON.stringify({ id, event: 'turn.end' })}\n`).join(''));
  return { input, output, open, served, lines, ask, batches: () => batches };
}

const ids = (from: number, count: number) => Array.from({ length: count }, (_, n) => from + n);

test('requests that arrive together share one batch, and the number of running events is limited', async () => {
  const { open, ask, batches, lines } = world();
  ask(...ids(0, serveLimits.running + 10));
  await turn();
  assert.deepEqual([open.length, batches()], [serveLimits.running, 1]);
  open[5]?.give({ verdict: 5 });
  await turn();
  assert.deepEqual(lines(), ['{"id":5,"verdict":5}']);
  assert.deepEqual([open.length, batches()], [serveLimits.running + 1, 2], 'a waiting event reads files again');
});

test('the stream is paused when too many events wait, and resumed once some are answered', async () => {
  const { input, open, ask } = world();
  const many = serveLimits.running + serveLimits.waiting;
  ask(...ids(0, many));
  await turn();
  assert.equal(input.isPaused(), true);
  ask(many);
  for (const { give } of [...open]) give({});
  await turn();
  assert.equal(input.isPaused(), false);
  for (let n = 0; n < open.length; n++) {
    open[n]?.give({});
    await turn();
  }
  assert.equal(open.length, many + 1);
});

test('the stream is paused when its answers are not read', async () => {
  const { input, output, open, ask } = world();
  ask(1, 2);
  await turn();
  open[0]?.give({ verdict: 'x'.repeat(serveLimits.unreadBytes + output.writableHighWaterMark) });
  await turn();
  assert.equal(input.isPaused(), true);
  ask(3);
  await turn();
  assert.equal(open.length, 2);
  output.resume();
  await turn();
  await turn();
  assert.equal(open.length, 3);
});

test("waiting in the queue counts toward an event's timeout", async () => {
  const { open, ask } = world();
  ask(...ids(0, serveLimits.running + 1));
  await turn();
  await new Promise((resolve) => setTimeout(resolve, 20));
  open[0]?.give({});
  await turn();
  assert.ok((open.at(-1)?.bounds.waitedMs ?? 0) >= 19);
});

test('an answer that cannot be serialized as JSON is an error, and the stream continues', async () => {
  const { open, ask, lines } = world();
  ask(1, 2);
  await turn();
  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  open[0]?.give(loop);
  open[1]?.give({ verdict: 2 });
  await turn();
  const [first, second] = lines();
  assert.match(first ?? '', /^\{"id":1,"error":\{"code":"FAILED"/);
  assert.equal(second, '{"id":2,"verdict":2}');
});

test('all events are cancelled when the client disconnects', async () => {
  const { open, ask, output, served } = world();
  ask(...ids(0, serveLimits.running + 3));
  await turn();
  output.destroy();
  await turn();
  assert.ok(open.every(({ bounds }) => bounds.signal.aborted));
  assert.equal(open.length, serveLimits.running);
  for (const { give } of open) give({});
  await served.ended;
});
