import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isAlive } from '../../../../anyhook/test/support/is-alive.js';
import { liveGroups } from '../../../../core/src/platform/process/process-groups.js';
import { errorOf, executeCall, operationAbility, taskLimits } from '../../../test/support/task-samples.js';
import type { Authentication, Implementation, JsonSchema } from '../../registry/ability.js';
import { type ExecuteCall, executeAbility } from './index.js';

type Mcp = Extract<Implementation, { kind: 'mcp' }>;

const path = process.env['PATH'];
const run = (it: Mcp, more: Partial<ExecuteCall> = {}, output?: JsonSchema) =>
  executeAbility(operationAbility(it, output ? { output } : {}), 'it', executeCall(path, more));

const program = (tool: string, more: Partial<Mcp> = {}, args: readonly string[] = ['mcp-server.mjs']): Mcp => ({
  kind: 'mcp',
  server: { command: process.execPath, args, env: {} },
  tool,
  ...taskLimits,
  ...more,
});
const code = (text: string): Mcp => program('x', {}, ['-e', text]);

const answers: Readonly<Record<string, unknown>> = {
  text: 'plain words',
  json: { a: 1 },
  input: { deep: { list: [1, null] } },
  structured: { total: 3 },
  image: { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] },
  'answers-and-dies': 'last words',
};

for (const [tool, output] of Object.entries(answers)) {
  test(`the tool "${tool}" answers ${JSON.stringify(output)}`, async () => {
    const ended = await run(program(tool), { input: { deep: { list: [1, null] } } });
    assert.deepEqual(ended, { status: 'success', output });
    assert.deepEqual(liveGroups(), []);
  });
}

test('a server gets a small environment and its declared variables, but no other secrets of the caller', async () => {
  const server = { command: process.execPath, args: ['mcp-server.mjs'], env: { MINE: 'm', TOKEN: 'pa$$ ${GIVEN}' } };
  const ended = await run(program('environment', { server }), {
    environment: 'dev',
    env: { HOME: '/home/x', AWS_SECRET: 's', GIVEN: 's3cret-value' },
  });
  const { PATH, ...seen } = ended.output as Record<string, string>;
  assert.equal(PATH, path);
  assert.deepEqual(seen, {
    HOME: '/home/x',
    MINE: 'm',
    TOKEN: 'pa$$ [hidden]',
    ANYHOOK_TASK_KEY: 'task-1',
    ANYHOOK_ABILITY: 'demo.do',
    ANYHOOK_ENVIRONMENT: 'dev',
    ANYHOOK_TASK_DEPTH: '1',
  });
  const error = errorOf(await run(program('environment', { server })));
  assert.deepEqual([error.code, /variable GIVEN is not set/.test(error.message)], ['BAD_CONFIGURATION', true]);
});

test('settings and the task’s key are sent along with the input', async () => {
  const ended = await run(program('meta'), { settings: { region: 'eu' } });
  const { progressToken: _, ...meta } = ended.output as Record<string, unknown>;
  assert.deepEqual(meta, { 'anyhook/task_key': 'task-1', 'anyhook/settings': { region: 'eu' } });
});

test('progress of the tool is reported as progress of the task', async () => {
  const lines: string[] = [];
  const ended = await run(program('progress'), { progress: (line) => void lines.push(line) });
  assert.deepEqual(ended, { status: 'success', output: 'done' });
  assert.deepEqual(lines, ['1/3', 'nearly']);
});

/** A minimal server that completes the handshake, lists its tool `x`, and answers the call with the given text. */
const byHand = (answer: string) =>
  code(`require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method, params } = JSON.parse(line);
    const hello = { protocolVersion: params?.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } };
    const results = { initialize: { result: hello }, 'tools/list': { result: { tools: [{ name: 'x', inputSchema: { type: 'object' } }] } } };
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, ...(results[method] ?? ${answer}) }));
  })`);

const failures: Readonly<Record<string, readonly [it: Mcp, code: string, said: RegExp]>> = {
  'a tool that reports a failure': [program('fails'), 'TOOL_ERROR', /the tool "fails" failed: the disk is full/],
  'an unknown tool': [program('txt'), 'BAD_CONFIGURATION', /no tool "txt"; it has: text, json, input,/],
  'a server that dies during the call': [program('dies'), 'SERVER_DIED', /ended with exit code 7 before it answered/],
  'a server that dies at once': [code('console.error("bad"); process.exit(3)'), 'SERVER_DIED', /exit code 3/],
  'a call that the server refuses': [
    byHand('{ error: { code: -32602, message: "bad x" } }'),
    'TOOL_ERROR',
    /refused the call: .*bad x/,
  ],
  'an invalid answer': [byHand('{ result: { content: 7 } }'), 'BAD_OUTPUT', /gave an invalid answer/],
  'a missing server program': [
    program('x', { server: { command: './none', args: [], env: {} } }),
    'NOT_STARTED',
    /no such program/,
  ],
  'a call that hangs': [program('hangs', { timeoutMs: 2_000 }), 'TIMED_OUT', /did not answer within 2000 ms/],
  'a silent server': [{ ...code('setInterval(() => {}, 1e6)'), timeoutMs: 1_000 }, 'TIMED_OUT', /within 1000 ms/],
  'a server that prints nonsense': [
    { ...code('console.log("hello"); setInterval(() => {}, 1e6)'), timeoutMs: 1_000 },
    'TIMED_OUT',
    /output that is not a message: "hello"/,
  ],
  'an answer of 300 MB': [program('floods', { maxOutputBytes: 10_000 }), 'TOO_MUCH_OUTPUT', /more than 10000 bytes/],
  'an answer over the limit': [program('environment', { maxOutputBytes: 50 }), 'TOO_MUCH_OUTPUT', /more than 50 bytes/],
};

for (const [what, [it, expected, said]] of Object.entries(failures)) {
  test(`${what} is ${expected}`, async () => {
    const pids: number[] = [];
    const error = errorOf(await run(it, { onChild: ({ pid }) => void pids.push(pid) }));
    assert.equal(error.code, expected, JSON.stringify(error));
    assert.match(error.message, said);
    for (const pid of pids) assert.equal(isAlive(pid), false);
    assert.deepEqual(liveGroups(), []);
  });
}

test('the stderr of a server that died is kept, and a misspelt tool gets a suggestion', async () => {
  assert.equal(errorOf(await run(program('dies'))).stderr, 'cannot go on');
  assert.equal(errorOf(await run(program('txt'))).suggestion, 'Did you mean "text"?');
});

test('lines on stdout that are not messages are ignored', async () => {
  assert.deepEqual(await run(program('text', {}, ['mcp-server.mjs', 'noise'])), {
    status: 'success',
    output: 'plain words',
  });
});

test('processes that a server started are ended with it', async () => {
  const ended = await run(program('leaves'));
  const pid = Number(ended.output);
  assert.ok(pid > 1, JSON.stringify(ended));
  for (let i = 0; i < 500 && isAlive(pid); i++) await sleep(10);
  assert.equal(isAlive(pid), false);
});

test('cancelling a call ends the server', async () => {
  const control = new AbortController();
  const ended = await run(program('hangs'), {
    signal: control.signal,
    onChild: () => setTimeout(() => control.abort(), 300),
  });
  assert.equal(errorOf(ended).code, 'CANCELLED');
  assert.deepEqual(liveGroups(), []);
});

test('output that violates the ability’s schema is bad output', async () => {
  const error = errorOf(await run(program('json'), {}, { required: ['b'] }));
  assert.deepEqual([error.code, error.violations?.length], ['BAD_OUTPUT', 1]);
});

/** A server on loopback; `before` may answer instead. */
async function serve(
  before: (request: IncomingMessage, response: ServerResponse, body: string) => boolean = () => false,
) {
  const headers: IncomingMessage['headers'][] = [];
  const server = createServer(async (request, response) => {
    headers.push(request.headers);
    let body = '';
    for await (const chunk of request) body += chunk;
    if (before(request, response, body)) return;
    const mcp = new McpServer({ name: 'fixture', version: '1' });
    mcp.registerTool('who', {}, () => ({
      content: [{ type: 'text', text: `you are ${request.headers.authorization}` }],
    }));
    mcp.registerTool('hangs', {}, () => new Promise(() => {}));
    mcp.registerTool('breaks', {}, () => {
      response.destroy();
      return new Promise(() => {});
    });
    mcp.registerTool('floods', {}, () => ({ content: [{ type: 'text', text: 'x'.repeat(9_000_000) }] }));
    const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined as never });
    await mcp.connect(transport as never);
    await transport.handleRequest(request, response, body === '' ? undefined : JSON.parse(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    headers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const auth: Authentication = { type: 'bearer', env: 'TOKEN' };
const env = { TOKEN: 's3cret-value' };
const at = (url: string, tool: string, more: Partial<Mcp> = {}): Mcp =>
  program(tool, { server: { url, auth }, ...more });

test('a server at an address gets the declared secret, and an echo of it is hidden', async () => {
  await using server = await serve();
  assert.deepEqual(await run(at(server.url, 'who'), { env }), { status: 'success', output: 'you are Bearer [hidden]' });
  assert.equal(server.headers[0]?.authorization, 'Bearer s3cret-value');
  assert.equal(errorOf(await run(at(server.url, 'who'))).code, 'BAD_CONFIGURATION');
});

const remote: Readonly<Record<string, readonly [tool: string, more: Partial<Mcp>, code: string]>> = {
  'a call that hangs': ['hangs', { timeoutMs: 1_500 }, 'TIMED_OUT'],
  'a connection that breaks during the call': ['breaks', {}, 'SERVER_DIED'],
  'an endless answer': ['floods', { maxOutputBytes: 10_000 }, 'TOO_MUCH_OUTPUT'],
  'an unknown tool': ['whom', {}, 'BAD_CONFIGURATION'],
};

for (const [what, [tool, more, expected]] of Object.entries(remote)) {
  test(`${what}, at an address, is ${expected}`, async () => {
    await using server = await serve();
    assert.equal(errorOf(await run(at(server.url, tool, more), { env })).code, expected);
  });
}

test('an address that answers 500 or not at all is reported without the secret', async () => {
  await using server = await serve((request, response) => {
    response.writeHead(500).end(`no ${request.headers.authorization}`);
    return true;
  });
  const error = errorOf(await run(at(server.url, 'who'), { env }));
  assert.equal(error.code, 'HTTP_STATUS');
  assert.match(error.message, /error status: .*no Bearer \[hidden\]/);
  const gone = await serve();
  await gone[Symbol.asyncDispose]();
  assert.equal(errorOf(await run(at(gone.url, 'who'), { env })).code, 'NOT_STARTED');
});

test('a redirect to another origin is not followed, so the secret is not sent there', async () => {
  await using other = await serve();
  await using server = await serve((_, response) => {
    response.writeHead(307, { location: other.url }).end();
    return true;
  });
  assert.equal(errorOf(await run(at(server.url, 'who'), { env })).code, 'HTTP_STATUS');
  assert.equal(other.headers.length, 0);
});

test('cancelling a call to an address ends it at once', async () => {
  await using server = await serve();
  const control = new AbortController();
  const ended = run(at(server.url, 'hangs'), { env, signal: control.signal });
  setTimeout(() => control.abort(), 300);
  assert.equal(errorOf(await ended).code, 'CANCELLED');
});
