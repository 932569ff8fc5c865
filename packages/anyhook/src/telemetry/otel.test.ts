import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { otelSink } from './otel.js';

interface Value {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: number;
}
interface Attribute {
  readonly key: string;
  readonly value: Value;
}
interface Request {
  readonly path: string;
  readonly token: unknown;
  readonly body: {
    readonly resourceLogs: readonly {
      readonly resource: { readonly attributes: readonly Attribute[] };
      readonly scopeLogs: readonly {
        readonly logRecords: readonly {
          readonly timeUnixNano: string;
          readonly severityNumber: number;
          readonly eventName?: string;
          readonly body: Value;
          readonly attributes: readonly Attribute[];
        }[];
      }[];
    }[];
  };
}

/** An OTLP/HTTP receiver on loopback. */
async function receiver(t: TestContext, status: () => number) {
  const requests: Request[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      requests.push({ path: request.url ?? '', token: request.headers['x-token'], body: JSON.parse(text) });
      response.writeHead(status(), { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const records = [
  {
    schema_version: '1.0',
    id: 'i1',
    timestamp: '2030-01-02T03:04:05.000Z',
    event: 'postToolUse',
    hook: { event_name: 'PostToolUse', runtime: 'flow' },
    tool: { name: 'Bash', ok: false, duration_ms: 7, input: { command: 'ls' } },
    delegation: { targets: [{ agent_name: 'a' }] },
  },
  {
    schema_version: '1.0',
    id: 'i2',
    timestamp: 'no time',
    event: 'stop',
    hook: { event_name: 'Stop', runtime: 'flow' },
  },
];

const options = (endpoint: string) => ({ endpoint, headers: { 'x-token': 's' }, timeoutMs: 5_000, version: '1.2.3' });
const named = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value]));

test('records reach an OTLP receiver as log records with flat attributes', async (t) => {
  const { endpoint, requests } = await receiver(t, () => 200);
  const deliver = await otelSink(options(endpoint));
  assert.deepEqual(await deliver(records), { kind: 'done' });
  assert.deepEqual(
    requests.map(({ path, token }) => ({ path, token })),
    [{ path: '/v1/logs', token: 's' }],
  );
  const [logs] = requests[0]?.body.resourceLogs ?? [];
  const resource = named(logs?.resource.attributes ?? []);
  assert.equal(resource['service.name']?.stringValue, 'anyhook');
  assert.equal(resource['service.version']?.stringValue, '1.2.3');
  const [first, second] = logs?.scopeLogs[0]?.logRecords ?? [];
  assert.deepEqual([first?.eventName, second?.eventName], ['anyhook.postToolUse', 'anyhook.stop']);
  assert.deepEqual([first?.severityNumber, second?.severityNumber], [13, 9]);
  assert.deepEqual([first?.body, second?.body], [{ stringValue: 'postToolUse' }, { stringValue: 'stop' }]);
  assert.equal(BigInt(first?.timeUnixNano ?? 0), BigInt(Date.parse('2030-01-02T03:04:05.000Z')) * 1_000_000n);
  assert.deepEqual(named(first?.attributes ?? []), {
    'anyhook.schema_version': { stringValue: '1.0' },
    'anyhook.id': { stringValue: 'i1' },
    'anyhook.timestamp': { stringValue: '2030-01-02T03:04:05.000Z' },
    'anyhook.event': { stringValue: 'postToolUse' },
    'anyhook.hook.event_name': { stringValue: 'PostToolUse' },
    'anyhook.hook.runtime': { stringValue: 'flow' },
    'anyhook.tool.name': { stringValue: 'Bash' },
    'anyhook.tool.ok': { boolValue: false },
    'anyhook.tool.duration_ms': { intValue: 7 },
    'anyhook.tool.input': { stringValue: '{"command":"ls"}' },
    'anyhook.delegation.targets': { stringValue: '[{"agent_name":"a"}]' },
  });
});

test('an endpoint may be the full URL', async (t) => {
  const { endpoint, requests } = await receiver(t, () => 200);
  await (await otelSink(options(`${endpoint}/otlp/v1/logs`)))(records);
  await (await otelSink(options(`${endpoint}/otlp/`)))(records);
  assert.deepEqual(
    requests.map(({ path }) => path),
    ['/otlp/v1/logs', '/otlp/v1/logs'],
  );
});

test('rejected records are counted as refused, and temporary errors are retried later', async (t) => {
  const answers = [400, 401, 200];
  const { endpoint } = await receiver(t, () => answers.shift() ?? 200);
  const deliver = await otelSink(options(endpoint));
  assert.equal((await deliver(records)).kind, 'refused');
  assert.equal((await deliver(records)).kind, 'later');
  assert.equal((await deliver(records)).kind, 'done');
});

test('records for an unreachable receiver are kept for later', async () => {
  const deliver = await otelSink({ ...options('http://127.0.0.1:9'), timeoutMs: 300 });
  assert.equal((await deliver(records)).kind, 'later');
});

test('missing packages are reported with the command to install them', async () => {
  const absent = Object.assign(new Error("Cannot find package '@opentelemetry/sdk-logs'"), {
    code: 'ERR_MODULE_NOT_FOUND',
  });
  const deliver = await otelSink(options('http://127.0.0.1:9'), () => Promise.reject(absent));
  const delivery = await deliver(records);
  assert.ok(delivery.kind === 'later' && delivery.hopeless);
  assert.match(delivery.why, /not installed; .*npm install @opentelemetry\/api @opentelemetry\/sdk-logs/);
  const broken = await otelSink(options('http://127.0.0.1:9'), () => Promise.reject(new SyntaxError('old Node')));
  assert.match(JSON.stringify(await broken(records)), /cannot be loaded \(old Node\)/);
});
