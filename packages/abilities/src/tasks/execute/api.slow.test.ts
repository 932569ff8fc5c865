import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { apiImplementation, executeCall, operationAbility } from '../../../test/support/task-samples.js';
import type { Implementation, JsonSchema } from '../../registry/ability.js';
import type { ExecutionResult, TaskErrorCode } from '../task.js';
import { type ExecuteCall, executeAbility } from './index.js';

interface Seen {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server on loopback that gives scripted answers and stores its requests. */
async function serve(answer: (response: ServerResponse, seen: Seen) => void) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const one = { line: `${request.method} ${request.url}`, headers: request.headers, body };
      seen.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const json = (response: ServerResponse, value: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const run = (it: Implementation, more: Partial<ExecuteCall> = {}, output?: JsonSchema) =>
  executeAbility(operationAbility(it, output ? { output } : {}), 'it', executeCall(undefined, more));

const errorOf = (ended: ExecutionResult) => {
  assert.equal(ended.status, 'failure', JSON.stringify(ended));
  assert.ok(ended.error);
  return ended.error;
};

const asks: readonly (readonly [
  what: string,
  it: Partial<Extract<Implementation, { kind: 'api' }>>,
  line: string,
  body: string,
])[] = [
  ['GET', {}, 'GET /users/a%2Fb%3F?list=1&list=2&deep=%7B%22x%22%3A1%7D&yes=true', ''],
  ['DELETE', { method: 'DELETE' }, 'DELETE /users/a%2Fb%3F?list=1&list=2&deep=%7B%22x%22%3A1%7D&yes=true', ''],
  ['POST', { method: 'POST' }, 'POST /users/a%2Fb%3F', '{"list":[1,2],"deep":{"x":1},"yes":true,"none":null}'],
  ['PUT', { method: 'PUT' }, 'PUT /users/a%2Fb%3F', '{"list":[1,2],"deep":{"x":1},"yes":true,"none":null}'],
];

for (const [what, it, line, body] of asks) {
  test(`${what} puts named fields into the path, and the others into the query or body`, async () => {
    await using server = await serve((response) => json(response, { ok: 1 }));
    const input = { id: 'a/b?', list: [1, 2], deep: { x: 1 }, yes: true, none: null };
    const ended = await run(apiImplementation('{settings.base}/users/{id}', { ...it, headers: { 'x-mine': 'm' } }), {
      input,
      settings: { base: server.url },
    });
    assert.deepEqual(ended, { status: 'success', output: { ok: 1 } });
    assert.deepEqual(
      server.seen.map((seen) => [seen.line, seen.body, seen.headers['x-mine']]),
      [[line, body, 'm']],
    );
  });
}

const auths = [
  [{ type: 'bearer', env: 'TOKEN' }, 'authorization', 'Bearer s3cret-value'],
  [
    { type: 'basic', userEnv: 'WHO', passwordEnv: 'TOKEN' },
    'authorization',
    `Basic ${Buffer.from('me:s3cret-value').toString('base64')}`,
  ],
  [{ type: 'header', header: 'X-Api-Key', env: 'TOKEN' }, 'x-api-key', 's3cret-value'],
] as const;

for (const [auth, header, value] of auths) {
  test(`${auth.type} authentication takes its secret from the environment, and hides an echo of it`, async () => {
    await using server = await serve((response, { headers }) =>
      json(response, { echo: headers[header], in: [headers] }),
    );
    const ended = await run(apiImplementation(server.url, { auth }), { env: { TOKEN: 's3cret-value', WHO: 'me' } });
    assert.equal(server.seen[0]?.headers[header], value);
    assert.equal(ended.status, 'success');
    assert.doesNotMatch(JSON.stringify(ended), /s3cret-value|bWU6czNjcmV0/);
    assert.match(JSON.stringify(ended.output), /\[hidden\]/);
  });
}

test('a secret that is not set is named, and no request is sent', async () => {
  await using server = await serve((response) => json(response, 1));
  const error = errorOf(await run(apiImplementation(server.url, { auth: { type: 'bearer', env: 'TOKEN' } })));
  assert.equal(error.code, 'BAD_CONFIGURATION');
  assert.match(error.message, /variable TOKEN is not set/);
  assert.equal(server.seen.length, 0);
});

test('a 500 response is a failure with the start of its body, without the secret', async () => {
  await using server = await serve((response, { headers }) =>
    response.writeHead(500).end(`${'x'.repeat(490)}${headers.authorization}${'y'.repeat(5000)}`),
  );
  const auth = { type: 'bearer', env: 'TOKEN' } as const;
  const error = errorOf(await run(apiImplementation(server.url, { auth }), { env: { TOKEN: 's3cret-value' } }));
  assert.equal(error.code, 'HTTP_STATUS');
  assert.match(error.message, /^GET http:\S+ answered 500: x{490}/);
  assert.ok(error.message.length < 600);
  assert.doesNotMatch(error.message, /s3cr/);
});

for (const [status, code] of [
  [200, 'TOO_MUCH_OUTPUT'],
  [500, 'HTTP_STATUS'],
] as const) {
  test(`a response of 300 MB with status ${status} is cut off and ends as ${code}`, async () => {
    let sent = 0;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    await using server = await serve((response) => {
      response.writeHead(status);
      const push = () => {
        while (!response.destroyed && sent < 300_000_000) {
          sent += chunk.length;
          if (!response.write(chunk)) return;
        }
        response.end();
      };
      response.on('drain', push).on('error', () => {});
      push();
    });
    const error = errorOf(await run(apiImplementation(server.url, { maxOutputBytes: 100_000 })));
    assert.equal(error.code, code);
    assert.ok(sent < 50_000_000, `${sent} bytes were taken`);
  });
}

test('a redirect to another origin is not followed, so the secret is not sent there', async () => {
  await using other = await serve((response) => json(response, 'stolen'));
  await using server = await serve((response) => response.writeHead(302, { location: `${other.url}/x?y=1` }).end());
  const auth = { type: 'bearer', env: 'TOKEN' } as const;
  const error = errorOf(await run(apiImplementation(server.url, { auth }), { env: { TOKEN: 's3cret-value' } }));
  assert.equal(error.code, 'HTTP_STATUS');
  assert.ok(error.message.includes(`answered 302 (leads to ${other.url})`), error.message);
  assert.equal(other.seen.length, 0);
});

test('redirects within one origin are followed up to a limit', async () => {
  await using server = await serve((response, { line }) => {
    if (line === 'GET /done') return json(response, 'here');
    return response
      .writeHead(line === 'POST /start' ? 303 : 307, { location: line === 'POST /start' ? '/done' : '/loop' })
      .end();
  });
  const done = await run(apiImplementation(`${server.url}/start`, { method: 'POST' }), { input: { a: 1 } });
  assert.deepEqual(done, { status: 'success', output: 'here' });
  assert.deepEqual(
    server.seen.map(({ line, body }) => `${line} ${body}`),
    ['POST /start {"a":1}', 'GET /done '],
  );
  assert.equal(errorOf(await run(apiImplementation(`${server.url}/loop`))).code, 'HTTP_STATUS');
});

const answers: readonly (readonly [type: string | undefined, text: string, output: unknown])[] = [
  ['application/json; charset=utf-8', '{"a":1}', { a: 1 }],
  ['application/problem+json', '[1]', [1]],
  ['text/plain', '12', '12'],
  [undefined, '{"a":1}', { a: 1 }],
  [undefined, 'hello', 'hello'],
  ['text/plain', '', null],
  ['application/json', '', null],
];

for (const [type, text, output] of answers) {
  test(`${type ?? 'no type'}: ${JSON.stringify(text)} is read as ${JSON.stringify(output)}`, async () => {
    await using server = await serve((response) =>
      response.writeHead(200, type ? { 'content-type': type } : {}).end(text),
    );
    assert.deepEqual(await run(apiImplementation(server.url)), { status: 'success', output });
  });
}

test('invalid JSON and output that violates its schema are bad output', async () => {
  await using broken = await serve((response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"a":'),
  );
  assert.match(errorOf(await run(apiImplementation(broken.url))).message, /expected one JSON value, got/);
  await using other = await serve((response) => json(response, { n: 'x' }));
  const error = errorOf(await run(apiImplementation(other.url), {}, { properties: { n: { type: 'integer' } } }));
  assert.deepEqual([error.code, error.violations?.[0]?.path], ['BAD_OUTPUT', '/n']);
});

test('a server that never answers, one that is not there and a cancelled call end with their codes', async () => {
  await using silent = await serve(() => {});
  assert.equal(errorOf(await run(apiImplementation(silent.url, { timeoutMs: 200 }))).code, 'TIMED_OUT');
  const control = new AbortController();
  const waiting = run(apiImplementation(silent.url), { signal: control.signal });
  control.abort();
  assert.equal(errorOf(await waiting).code, 'CANCELLED');
  const gone = await serve(() => {});
  await gone[Symbol.asyncDispose]();
  const error = errorOf(await run(apiImplementation(gone.url)));
  assert.deepEqual([error.code, /ECONNREFUSED/.test(error.message)], ['NOT_STARTED', true]);
});

const refused: readonly (readonly [url: string, input: Record<string, unknown>, code: TaskErrorCode, said: RegExp])[] =
  [
    ['http://h/{id}', {}, 'BAD_INPUT', /\{id\}.*got nothing/],
    ['http://h/{toString}', {}, 'BAD_INPUT', /\{toString\}/],
    ['http://h/{id}', { id: { a: 1 } }, 'BAD_INPUT', /expected a string or number/],
    ['http://h/a/{id}', { id: '..' }, 'BAD_INPUT', /got "\.\."/],
    ['http://h/a/{id}', { id: '' }, 'BAD_INPUT', /got ""/],
    ['http://h/a/.{id}', { id: '.' }, 'BAD_INPUT', /got "\."/],
    ['http://h/a/{a}.', { a: '.' }, 'BAD_INPUT', /got "\."/],
    ['http://h/{id}', { id: '\ud800' }, 'BAD_INPUT', /not valid Unicode/],
    ['http://{id}/', { id: 'evil.example' }, 'BAD_CONFIGURATION', /may not name the server/],
    ['{settings.none}/x', {}, 'BAD_CONFIGURATION', /settings\.none/],
    ['http://me:pass@h/', {}, 'BAD_CONFIGURATION', /without a password, got "http:\/\/…@h\/"/],
    ['file:///etc/passwd', {}, 'BAD_CONFIGURATION', /http or https/],
  ];

for (const [url, input, code, said] of refused) {
  test(`${url} with ${JSON.stringify(input)} is ${code}`, async () => {
    const error = errorOf(await run(apiImplementation(url), { input }));
    assert.equal(error.code, code);
    assert.match(error.message, said);
  });
}

test('an invalid header is named without its value', async () => {
  const auth = { type: 'bearer', env: 'TOKEN' } as const;
  const error = errorOf(await run(apiImplementation('http://127.0.0.1:1', { auth }), { env: { TOKEN: 'two\nlines' } }));
  assert.match(error.message, /header "authorization" has a name or value/);
  assert.doesNotMatch(error.message, /lines/);
});
