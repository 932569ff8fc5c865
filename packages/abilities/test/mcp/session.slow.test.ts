import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { type CallToolResult, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { processLife, processMark } from '../../../core/src/platform/process/process-identity.js';
import { call, McpWorld, mcpReplyOf } from './mcp-world.js';

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(20);
}

/** The program of the ability `slow` once it runs; an earlier answer is a failure. */
const slowIn = async (world: McpWorld, answer: Promise<unknown>): Promise<string> => {
  let early: string | undefined;
  answer.then(
    (told) => {
      early = JSON.stringify(told);
    },
    (error: unknown) => {
      early = String(error);
    },
  );
  const file = world.path('slow.pid');
  await until(() => early !== undefined || (existsSync(file) && readFileSync(file, 'utf8') !== ''));
  assert.equal(early, undefined);
  return processMark(Number(readFileSync(file, 'utf8')));
};

test('a client that asked for progress gets it, and cancelling a call ends its program', async (t) => {
  const world = new McpWorld(t);
  const client = await world.client(t);
  const controller = new AbortController();
  const lines: (string | undefined)[] = [];
  const running = client.callTool({ name: 'slow', arguments: {} }, undefined, {
    signal: controller.signal,
    onprogress: ({ message }) => void lines.push(message),
  });
  const slow = await slowIn(world, running);
  await until(() => lines.includes('still here'));
  controller.abort();
  await assert.rejects(running);
  await until(() => processLife(slow) !== 'alive');
  let listed = await call(client, 'list_tasks');
  while ((listed.data['tasks'] as { status: string }[])[0]?.status === 'running') {
    await wait(20);
    listed = await call(client, 'list_tasks');
  }
  assert.equal((listed.data['tasks'] as { status: string }[])[0]?.status, 'failure');
});

test('a client is notified when registry files change, and its next call uses the new ones', async (t) => {
  const world = new McpWorld(t);
  const client = await world.client(t);
  const changed = new Promise<void>((resolve) =>
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => resolve()),
  );
  await client.listTools();
  world.write({
    '.system/registry/low-level/later.yaml':
      'key: later\nversion: 1.0.0\nsummary: came later\nimplementations: { it: { kind: builtin, use: echo } }\n',
  });
  world.remove('.system/registry/low-level/slow.yaml');
  await changed;
  const names = (await client.listTools()).tools.map(({ name }) => name);
  assert.deepEqual([names.includes('later'), names.includes('slow')], [true, false]);
  assert.equal((await call(client, 'later', { a: 1 })).data.status, 'success');
  await assert.rejects(client.callTool({ name: 'slow', arguments: {} }), /no tool has the name "slow"/);
});

test('the prompt and resources describe abilities, routing and tasks', async (t) => {
  const world = new McpWorld(t);
  const client = await world.client(t, ['--trust-project', '--environment', 'dev']);
  const { messages } = await client.getPrompt({ name: 'route', arguments: { task: 'please scribble something down' } });
  const [message] = messages;
  assert.match(message?.content.type === 'text' ? message.content.text : '', /scribble something[\s\S]*note\.write/);
  await assert.rejects(client.getPrompt({ name: 'route', arguments: {} }), /needs "task"/);
  await assert.rejects(client.getPrompt({ name: 'rout', arguments: {} }), /known: route/);

  const read = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return JSON.parse(content && 'text' in content ? String(content.text) : '');
  };
  assert.deepEqual(
    (await client.listResources()).resources.map(({ uri }) => uri),
    ['anyhook://abilities', 'anyhook://routing'],
  );
  assert.equal((await read('anyhook://abilities')).length, 5);
  assert.equal((await read('anyhook://abilities/note.write')).input.required[0], 'text');
  assert.ok((await read('anyhook://routing')).some((row: { keywords: string[] }) => row.keywords.includes('scribble')));
  const { data } = await call(client, 'echo', { big: 'x'.repeat(60_000) });
  assert.match(String(data['output_omitted']), /the output has 60\d{3} characters/);
  assert.equal((await read(`anyhook://tasks/${data.task_key}`)).output.big.length, 60_000);
  for (const uri of ['anyhook://tasks/none', 'anyhook://abilities/%', 'file:///etc/passwd'])
    await assert.rejects(client.readResource({ uri }), /no resource has the URI/);
});

test('a thousand calls at once are all answered', async (t) => {
  const world = new McpWorld(t);
  const client = await world.client(t);
  const options = { timeout: 300_000 };
  const all = Array.from({ length: 1_000 }, (_, index) =>
    client.callTool({ name: 'echo', arguments: { index } }, undefined, options),
  );
  const answers = await Promise.all(all);
  const outputs = answers.map((answer) => mcpReplyOf(answer as CallToolResult).data['output'] as { index: number });
  assert.deepEqual(
    outputs.map(({ index }) => index),
    Array.from({ length: 1_000 }, (_, index) => index),
  );
});

interface Lines {
  send(message: object | string): void;
  next(): Promise<Record<string, never>>;
  end(): Promise<number | null>;
  signal(): Promise<number | null>;
}

/** The program itself, line by line. */
function lines(t: TestContext, world: McpWorld): Lines {
  const [node, ...args] = world.command;
  const child = spawn(node, [...args, '--trust-project'], {
    cwd: world.dir,
    env: world.env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  return {
    send: (message) => void child.stdin.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`),
    async next() {
      await until(() => text.includes('\n') || child.exitCode !== null);
      if (!text.includes('\n')) throw new Error('the server has ended without another answer');
      const [line = ''] = text.split('\n', 1);
      text = text.slice(line.length + 1);
      return JSON.parse(line);
    },
    end() {
      child.stdin.end();
      return ended;
    },
    signal() {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

const hello = {
  jsonrpc: '2.0',
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
};

test('each line of a hostile client gets an answer, and the server goes on', async (t) => {
  const world = new McpWorld(t);
  const server = lines(t, world);
  server.send(hello);
  const first = await server.next();
  assert.equal((first['result'] as unknown as { serverInfo: { name: string } }).serverInfo.name, 'anyhook');
  const use = (id: number, name: string, args: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":${JSON.stringify(name)},"arguments":${args}}}`;
  for (const [sent, expected] of [
    ['nonsense', /"code":-32700/],
    [
      `{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"echo","arguments":{"a":"${'x'.repeat(5_000_000)}"}}}`,
      /more than 4194304 bytes/,
    ],
    ['{"jsonrpc":"2.0","id":1,"method":"no/such"}', /"code":-32601/],
    [use(2, '__proto__', '{}'), /no tool has the name/],
    [use(3, 'echo', '[1]'), /"id":3.*"code":-326/],
    [use(4, 'create_task', '{"ability":"constructor","input":{"__proto__":{"a":1}}}'), /UNKNOWN_ABILITY/],
    [use(5, 'get_task', `{"task_key":"${'k'.repeat(10_000)}"}`), /BAD_INPUT/],
    [use(6, 'echo', '{"fine":1}'), /"status":"success"/],
  ] as const) {
    server.send(sent);
    assert.match(JSON.stringify(await server.next()), expected, sent.slice(0, 100));
  }
  assert.equal(await server.end(), 0);
});

for (const [how, end] of [
  ['the end of the input', (server: Lines) => server.end()],
  ['a signal', (server: Lines) => server.signal()],
] as const)
  test(`${how} ends the server and its programs, and the task records it`, async (t) => {
    const world = new McpWorld(t);
    const server = lines(t, world);
    server.send(hello);
    await server.next();
    server.send({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'slow', arguments: {} } });
    const slow = await slowIn(world, server.next());
    assert.equal(await end(server), 0);
    await until(() => processLife(slow) !== 'alive');
    const { data } = await call(await world.client(t), 'list_tasks');
    const [task] = data['tasks'] as { status: string; error: { code: string } }[];
    assert.equal(task?.status, 'failure');
    assert.equal(task?.error.code, 'CANCELLED');
  });
