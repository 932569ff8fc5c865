import assert from 'node:assert/strict';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { enqueueRecord, maxPauseMs, maxSpoolBytes, segmentName, timerFile } from './queue.js';
import { runSender, type SendPace } from './sender.js';
import type { SinkSettings } from './settings.js';
import { openTelemetrySpool } from './spool.js';

const once: SendPace = { retryMs: [], lingerMs: 0, pollMs: 1 };

interface World {
  readonly dir: string;
  readonly sink: SinkSettings;
  add(...ids: readonly string[]): void;
  ship(pace?: SendPace): ReturnType<typeof runSender>;
  log(): readonly Record<string, unknown>[];
}

function world(t: TestContext, url: string, headers: Readonly<Record<string, string>> = {}): World {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-send-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  const sink: SinkSettings = { kind: 'http', url, headers, channel: 'analytics', spool: join(dir, 'spool', 'http') };
  return {
    dir,
    sink,
    add(...ids) {
      for (const id of ids) enqueueRecord(sink.spool, JSON.stringify({ id }), Date.now());
    },
    ship: (pace = once) => runSender({ dir, sinks: [sink], timeoutMs: 2_000, version: '1' }, { TOKEN: 'secret' }, pace),
    log: () =>
      readFileSync(join(dir, 'sender.jsonl'), 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line)),
  };
}

interface Posted {
  readonly headers: IncomingHttpHeaders;
  readonly channel: string;
  readonly ids: readonly string[];
}

/** A receiver on its own port; `status` returns its answer. */
async function receiver(t: TestContext, status: (ids: readonly string[]) => number = () => 200, port = 0) {
  const posts: Posted[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const { channel, records } = JSON.parse(text);
      const ids = records.map(({ id }: { id: string }) => id);
      posts.push({ headers: request.headers, channel, ids });
      response.writeHead(status(ids)).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  t.after(() => stop(server));
  const { port: at } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${at}/in`, port: at, posts, server };
}

function stop(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

describe('sending', () => {
  test('posts pending records in order, once, with headers from the environment', async (t) => {
    const { url, posts } = await receiver(t);
    const { add, ship } = world(t, url, { authorization: 'Bearer ${TOKEN}' });
    add('a', 'b', 'c');
    assert.deepEqual(await ship(), [{ sink: 'http', sent: 3, refused: 0 }]);
    assert.deepEqual(
      posts.map(({ ids, channel }) => ({ ids, channel })),
      [{ ids: ['a', 'b', 'c'], channel: 'analytics' }],
    );
    assert.equal(posts[0]?.headers.authorization, 'Bearer secret');
    add('d');
    await ship();
    await ship();
    assert.deepEqual(
      posts.flatMap(({ ids }) => ids),
      ['a', 'b', 'c', 'd'],
    );
  });

  test('records for a receiver that is down are sent once it is up again', async (t) => {
    const first = await receiver(t);
    const { add, ship, log } = world(t, first.url);
    await stop(first.server);
    add('a', 'b');
    const [failed] = await ship({ ...once, retryMs: [1, 1] });
    assert.match(failed?.why ?? '', /ECONNREFUSED/);
    add('c');
    await ship();
    const second = await receiver(t, () => 200, first.port);
    assert.deepEqual(await ship(), [{ sink: 'http', sent: 3, refused: 0 }]);
    assert.deepEqual(
      second.posts.flatMap(({ ids }) => ids),
      ['a', 'b', 'c'],
    );
    assert.deepEqual(
      log().map(({ sent }) => sent),
      [0, 0, 3],
    );
    assert.match(String(log()[0]?.['why']), /ECONNREFUSED/);
  });

  for (const status of [301, 401, 404, 429, 500, 503])
    test(`a response ${status} keeps all records for later`, async (t) => {
      let answer = status;
      const { url, posts } = await receiver(t, () => answer);
      const { add, ship } = world(t, url);
      add('a');
      assert.match((await ship())[0]?.why ?? '', new RegExp(`answered ${status}`));
      answer = 204;
      assert.equal((await ship())[0]?.sent, 1);
      assert.equal(posts.length, 2);
    });

  for (const status of [400, 413, 422])
    test(`a record that is answered ${status} is isolated and set aside, and the others are sent`, async (t) => {
      const { url, posts } = await receiver(t, (ids) => (ids.includes('bad') ? status : 200));
      const { add, ship, sink } = world(t, url);
      add('a', 'b', 'bad', 'c', 'd');
      assert.deepEqual(await ship(), [{ sink: 'http', sent: 4, refused: 1 }]);
      const taken = posts.filter(({ ids }) => !ids.includes('bad')).flatMap(({ ids }) => ids);
      assert.deepEqual(taken, ['a', 'b', 'c', 'd']);
      assert.equal(readFileSync(join(sink.spool, 'refused.jsonl'), 'utf8'), '{"id":"bad"}\n');
    });

  test('retries after a pause', async (t) => {
    let answers = 0;
    const { url } = await receiver(t, () => (answers++ < 2 ? 503 : 200));
    const { add, ship } = world(t, url);
    add('a');
    assert.deepEqual(await ship({ ...once, retryMs: [1, 1] }), [{ sink: 'http', sent: 1, refused: 0 }]);
    assert.equal(answers, 3);
  });

  test('stays for a while and sends records that arrive meanwhile', async (t) => {
    const { url, posts } = await receiver(t);
    const { add, ship, sink } = world(t, url);
    add('first');
    const shipping = ship({ ...once, lingerMs: 60_000, pollMs: 5 });
    for (const id of ['a', 'b', 'c']) {
      add(id);
      while (!posts.some(({ ids }) => ids.includes(id))) await sleep(5);
    }
    rmSync(join(sink.spool, 'lock'));
    assert.deepEqual(await shipping, [{ sink: 'http', sent: 4, refused: 0, why: 'another sender took over' }]);
    assert.deepEqual(
      posts.flatMap(({ ids }) => ids),
      ['first', 'a', 'b', 'c'],
    );
  });

  test('a second sender stops if one is already running', async (t) => {
    const { url, posts } = await receiver(t);
    const { add, ship } = world(t, url);
    add('a');
    const [one, two] = await Promise.all([ship(), ship()]);
    assert.deepEqual([one?.[0]?.sent, two?.[0]?.why], [1, 'another sender is running']);
    assert.equal(posts.length, 1);
  });

  test('a flush waits for a lingering sender, and succeeds if that one sent everything', async (t) => {
    const { url, posts } = await receiver(t);
    const { add, ship } = world(t, url);
    add('a');
    const lingering = ship({ ...once, lingerMs: 1_500, pollMs: 5 });
    while (posts.length === 0) await sleep(5);
    const [flushed] = await ship({ ...once, waitMs: 10_000 });
    assert.deepEqual(flushed, { sink: 'http', sent: 0, refused: 0, note: 'another sender has sent everything' });
    await lingering;
  });

  test('a flush takes over from a sender that gave up, and reports why nothing was sent', async (t) => {
    const down = await receiver(t);
    await stop(down.server);
    const { add, ship } = world(t, down.url);
    add('a');
    const failing = ship({ ...once, retryMs: [300, 300] });
    const [flushed] = await ship({ ...once, waitMs: 10_000 });
    assert.match(flushed?.why ?? '', /ECONNREFUSED/);
    await failing;
  });

  test('a flush gives up after its time limit', async (t) => {
    const slow = await receiver(t);
    await stop(slow.server);
    const { add, ship } = world(t, slow.url);
    add('a');
    const failing = ship({ ...once, retryMs: [1_500] });
    const [flushed] = await ship({ ...once, waitMs: 300 });
    assert.match(
      flushed?.why ?? '',
      /^another sender is still running after 0 s, and \d+ bytes are not sent: see sender\.jsonl$/,
    );
    await failing;
  });
});

describe('starting a sender', () => {
  const needsSender = ({ sink }: World): boolean => enqueueRecord(sink.spool, '{"id":"x"}', Date.now());

  test('the first writer starts one; no writer does while one runs or pauses after a failure', async (t) => {
    const down = await receiver(t);
    await stop(down.server);
    const given = world(t, down.url);
    assert.equal(needsSender(given), true);
    const rests: number[] = [];
    for (let i = 0; i < 4; i++) {
      const began = Date.now();
      await given.ship();
      assert.equal(needsSender(given), false);
      rests.push(statSync(timerFile(given.sink.spool)).mtimeMs - began);
    }
    // Each failure doubles the pause.
    for (const [i, ms] of rests.entries()) assert.ok(ms >= 30_000 * 2 ** i && ms < 30_000 * 2 ** i + 20_000, `${ms}`);
    utimesSync(timerFile(given.sink.spool), 1, 1);
    assert.equal(needsSender(given), true);
  });

  test('the next writer starts one after everything was sent', async (t) => {
    const { url } = await receiver(t);
    const given = world(t, url);
    given.add('a');
    await given.ship();
    await sleep(5);
    assert.equal(needsSender(given), true);
  });

  test('a timer far in the future is ignored, because the clock was set back', (t) => {
    const given = world(t, 'http://127.0.0.1:9/');
    given.add('a');
    const far = (Date.now() + 2 * maxPauseMs) / 1_000;
    writeFileSync(timerFile(given.sink.spool), '');
    utimesSync(timerFile(given.sink.spool), far, far);
    assert.equal(needsSender(given), true);
  });
});

describe('the spool', () => {
  const hour = 3_600_000;

  test('a segment that was sent is deleted later, an unsent one is kept', (t) => {
    const { sink } = world(t, 'http://127.0.0.1:9/');
    const start = Date.parse('2030-01-02T03:00:00.000Z');
    enqueueRecord(sink.spool, '{"id":"a"}', start);
    enqueueRecord(sink.spool, '{"id":"b"}', start + hour);
    const spool = openTelemetrySpool(sink.spool, () => start + hour);
    const batch = spool.next(10);
    assert.deepEqual(batch?.records, [{ id: 'a' }]);
    spool.advance(batch);
    const segments = () => readdirSync(sink.spool).filter((name) => name.endsWith('.jsonl'));
    spool.tidy(start + hour);
    assert.equal(segments().length, 2);
    spool.tidy(start + 5 * hour);
    assert.deepEqual(segments(), [segmentName(start + hour)]);
    assert.deepEqual(openTelemetrySpool(sink.spool, Date.now).next(10)?.records, [{ id: 'b' }]);
  });

  test('a truncated line waits for its end, and damaged lines are skipped', (t) => {
    const { sink, add } = world(t, 'http://127.0.0.1:9/');
    add('a');
    const file = join(sink.spool, readdirSync(sink.spool).find((name) => name.endsWith('.jsonl')) ?? '');
    writeFileSync(file, 'nonsense\n[1]\n{"id":"b"}\n{"id":"hal');
    const spool = openTelemetrySpool(sink.spool, Date.now);
    const batch = spool.next(10);
    assert.deepEqual(batch?.records, [{ id: 'b' }]);
    spool.advance(batch);
    assert.equal(spool.next(10), undefined);
    writeFileSync(file, '{"id":"f"}\n', { flag: 'a' });
    assert.equal(spool.next(10), undefined, 'a line mixed from two writers is not a record');
    truncateSync(file, 0);
    add('new');
    assert.deepEqual(spool.next(10)?.records, [{ id: 'new' }]);
  });

  test('a full spool accepts no new records and drops none', (t) => {
    const { sink, add } = world(t, 'http://127.0.0.1:9/');
    add('a');
    const file = join(sink.spool, segmentName(Date.now() - 2 * hour));
    writeFileSync(file, '');
    truncateSync(file, maxSpoolBytes + 1);
    const spool = openTelemetrySpool(sink.spool, Date.now);
    assert.equal(spool.tidy(Date.now()).full, true);
    add('b');
    truncateSync(file, 0);
    assert.equal(spool.tidy(Date.now()).full, false);
    add('c');
    assert.deepEqual(spool.next(10)?.records, [{ id: 'a' }, { id: 'c' }]);
  });

  test('a damaged sent.json makes records be sent again', (t) => {
    const { sink, add } = world(t, 'http://127.0.0.1:9/');
    add('a');
    for (const text of ['', '[]', '{"offsets":{"../../etc/passwd":9,"x":"y"},"failures":"no"}', '{"offsets":3}']) {
      writeFileSync(join(sink.spool, 'sent.json'), text);
      assert.deepEqual(openTelemetrySpool(sink.spool, Date.now).next(10)?.records, [{ id: 'a' }], text);
    }
  });
});
