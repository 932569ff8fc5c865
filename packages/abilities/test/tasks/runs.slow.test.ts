import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createToolRunner } from '../../../anyhook/src/library.js';
import type { TaskCreateResult, TaskRunResult } from '../../src/tasks/task.js';
import type { ResultView, TaskView } from '../../src/tasks/views.js';
import {
  type Files,
  hookFiles,
  operationFiles,
  printSignal,
  scriptAbilityFiles,
  type TaskProject,
  taskProject,
} from './task-project.js';

const keyOf = (result: ResultView): string => ('task' in result ? (result.task?.task_key ?? '') : '');
const terminal = { columns: 120, env: { NO_COLOR: '1' } };

test('if two runners take one task, one runs it and the other is refused', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('slow', 'cat >/dev/null; sleep 0.5; echo 1'));
  const key = keyOf((await here.task(['create', 'slow'])).result);
  const both = await Promise.all([here.task<TaskRunResult>(['run', key]), here.task<TaskRunResult>(['run', key])]);
  const statuses = both.map(({ result }) => result.status).sort();
  assert.deepEqual(statuses, ['refused', 'success']);
  const refused = both.find(({ result }) => result.status === 'refused')?.result;
  assert.ok(refused?.status === 'refused' && ['IN_USE', 'ALREADY_RUN'].includes(refused.error.code));
  assert.deepEqual(here.runs(), [key]);
});

test('--wait goes on when a person approves in another terminal', async (t) => {
  const ask = printSignal('ability_guard', 'ABILITY_DENIED', { reason: 'who?', require_human: true });
  const here = taskProject(
    t,
    scriptAbilityFiles('deploy', 'echo "on its way" >&2; cat'),
    hookFiles('guard', 'PreAbilityCall', ask),
  );
  const key = keyOf((await here.task(['create', 'deploy'])).result);
  const args = [
    resolve('packages/anyhook/bin/anyhook.cjs'),
    'task',
    'run',
    key,
    '--wait',
    '2m',
    '--trust-project',
    '--json',
  ];
  const child = spawn(process.execPath, args, { cwd: here.dir, env: here.env });
  const texts = [child.stdout, child.stderr].map((stream) => stream.setEncoding('utf8').toArray());
  t.after(() => child.kill('SIGKILL'));
  while ((await here.tasks())[0]?.status !== 'waiting') await new Promise((done) => setTimeout(done, 50));
  await here.run(['approve', '--yes'], terminal);
  const [code] = await once(child, 'exit');
  const [stdout = '', stderr = ''] = (await Promise.all(texts)).map((chunks) => chunks.join(''));
  assert.equal(code, 0, stderr);
  assert.equal((JSON.parse(stdout) as TaskRunResult).status, 'success');
  assert.match(stderr, /^on its way$/m);
  assert.deepEqual(here.runs(), [key]);
});

test('Ctrl-C ends the running program, stores that, and runs the post-call hooks', async (t) => {
  const here = taskProject(
    t,
    scriptAbilityFiles('long', 'echo $$ > pid; exec sleep 600'),
    hookFiles('usage', 'PostAbilityCall', `tr -d '\\n' > usage`),
  );
  const args = [resolve('packages/anyhook/bin/anyhook.cjs'), 'task', 'direct-run', 'long', '--trust-project', '--json'];
  const child = spawn(process.execPath, args, { cwd: here.dir, env: here.env, stdio: ['ignore', 'pipe', 'inherit'] });
  const text = child.stdout.setEncoding('utf8').toArray();
  t.after(() => child.kill('SIGKILL'));
  while ((here.lines('pid')[0] ?? '') === '') await new Promise((done) => setTimeout(done, 20));
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');
  assert.equal(code, 1);
  const ran = JSON.parse((await text).join('')) as ResultView<TaskRunResult>;
  assert.deepEqual([ran.status, ran.task?.error?.code], ['failure', 'CANCELLED']);
  assert.equal((await here.tasks())[0]?.status, 'failure');
  assert.equal(JSON.parse(here.lines('usage')[0] ?? '{}').status, 'failure');
  assert.throws(() => process.kill(Number(here.lines('pid')[0]), 0), /ESRCH/);
});

test('--wait gives up after its time', async (t) => {
  const ask = printSignal('ability_guard', 'ABILITY_DENIED', { reason: 'who?', require_human: true });
  const here = taskProject(t, scriptAbilityFiles('deploy', 'cat'), hookFiles('guard', 'PreAbilityCall', ask));
  const { code, result } = await here.task(['direct-run', 'deploy', '--wait', '1s']);
  assert.deepEqual([code, result.status], [3, 'needs_human']);
});

const workflow = (id: string, ...lines: readonly string[]): Files => ({
  [`.system/registry/high-level/${id}.yaml`]: [
    `id: ${id}`,
    'type: workflow',
    'version: 1.0.0',
    'summary: Steps.',
    ...lines,
    '',
  ].join('\n'),
});

const release = workflow(
  'release',
  'steps:',
  '  - { id: build, operation: build, input: { name: "${input.name}" } }',
  '  - { id: sign, operation: sign, input: {}, on_failure: continue }',
  '  - { id: ship, operation: ship, input: { from: "${steps.build.output.file}" } }',
  'cleanup:',
  '  - { id: sweep, operation: sweep, input: {} }',
);
const steps = [
  scriptAbilityFiles('build', `cat >/dev/null; echo '{"file":"a.tgz"}'`),
  scriptAbilityFiles('sign', 'echo "no key" >&2; exit 1'),
  scriptAbilityFiles('ship', 'cat'),
  scriptAbilityFiles('sweep', 'cat >/dev/null; echo true'),
];

test('a workflow passes outputs on, continues after an allowed failure, cleans up and is partial', async (t) => {
  const here = taskProject(t, release, ...steps);
  const { code, result } = await here.task<TaskRunResult>([
    'direct-run',
    'release',
    '--input',
    '{"name":"x"}',
    '--environment',
    'dev',
  ]);
  assert.equal(code, 4);
  assert.ok(result.status === 'partial');
  assert.match(result.task.error?.message ?? '', /step "sign" failed: .*no key/);
  const tasks = await here.tasks();
  const children = tasks.filter(({ parent }) => parent === result.task.task_key).reverse();
  assert.deepEqual(
    children.map(({ ability, status, environment }) => [ability, status, environment]),
    [
      ['build', 'success', 'dev'],
      ['sign', 'failure', 'dev'],
      ['ship', 'success', 'dev'],
      ['sweep', 'success', 'dev'],
    ],
  );
  const shipped = await here.json<TaskView>(['task', 'get', children[2]?.task_key ?? '', '--json']);
  assert.deepEqual(shipped.input, { from: 'a.tgz' });
  assert.equal(here.runs().length, 4);
});

test('hooks guard each step of a workflow; the clean-up still runs', async (t) => {
  const no = printSignal('ability_guard', 'ABILITY_DENIED', { reason: 'not today' });
  const here = taskProject(t, release, ...steps, hookFiles('no-build', 'PreAbilityCall', no, 'build'));
  const { code, result } = await here.task<TaskRunResult>(['direct-run', 'release', '--input', '{"name":"x"}']);
  assert.equal(code, 1);
  assert.ok(result.status === 'failure');
  assert.equal(result.task.error?.code, 'STEP_FAILED');
  assert.match(result.task.error?.message ?? '', /step "build" failed: running build: \[no-build\] not today/);
  const swept = (await here.tasks()).filter(({ ability }) => ability === 'sweep');
  assert.equal(swept[0]?.status, 'success');
});

test('an agent ability runs its command, and is guarded like any other ability', async (t) => {
  const here = taskProject(t, {
    '.system/registry/high-level/writer.yaml':
      'id: writer\ntype: agent\nversion: 1.0.0\nsummary: Writes.\ncommand: ./writer.sh\n',
    'writer.sh': '#!/bin/sh\ncat >/dev/null; echo "a text"\n',
  });
  const { result } = await here.task<TaskRunResult>(['direct-run', 'writer']);
  assert.ok(result.status === 'success');
  assert.deepEqual(result.task.output, { text: 'a text' });
  assert.equal(result.task.ability, 'writer');
});

test('an untrusted ability does not run, nor one that changed after it was trusted', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('greet', 'cat'));
  const untrusted = async () => {
    const { code, stdout } = await here.run(['task', 'direct-run', 'greet', '--json']);
    return { code, result: JSON.parse(stdout) as TaskCreateResult | TaskRunResult };
  };
  const first = await untrusted();
  assert.equal(first.code, 2);
  assert.ok(first.result.status === 'unavailable' && first.result.error.code === 'UNTRUSTED_ABILITY');
  await here.run(['trust', '--yes'], terminal);
  assert.equal((await untrusted()).result.status, 'success');
  here.write({ 'scripts/greet.sh': '#!/bin/sh\necho evil >> runs\n' });
  const changed = await untrusted();
  assert.ok(changed.result.status === 'unavailable');
  assert.match(changed.result.error.message, /greet was changed after a person trusted it .*greet\.sh/);
  assert.equal(here.runs().length, 1);
});

test('a long-lived runner notices at once that an ability’s files changed', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('greet', 'echo 1'));
  await here.run(['trust', '--yes'], terminal);
  const tools = await createToolRunner({ cwd: here.dir, env: here.env });
  t.after(() => tools.close());
  assert.equal((await tools.directRun({ ability: 'greet' })).status, 'success');
  here.write({ 'scripts/greet.sh': '#!/bin/sh\necho 2\n' });
  assert.equal((await tools.directRun({ ability: 'greet' })).status, 'unavailable');
  here.write(scriptAbilityFiles('later', 'echo 3'));
  await here.run(['trust', '--yes'], terminal);
  assert.equal((await tools.directRun({ ability: 'later' })).status, 'success');
});

test('the library example works as written', async (t) => {
  const here = taskProject(
    t,
    scriptAbilityFiles('greet', `cat >/dev/null; echo '"Hello, Ada"'`, 'scope: { environments: [dev] }'),
  );
  const text = readFileSync('packages/abilities/src/tasks/tool-runner.ts', 'utf8');
  const example = /@example\n(.*?)\*\//s.exec(text)?.[1]?.replace(/^ \* ?/gm, '') ?? '';
  assert.match(example, /createToolRunner/);
  const said: unknown[] = [];
  const create = (options: { readonly cwd: string }) => {
    assert.ok(options.cwd.startsWith('/'));
    return createToolRunner({ cwd: here.dir, env: here.env, trust: 'project' });
  };
  const run = new Function('createToolRunner', 'console', `return (async () => {${example}})()`);
  await run(create, { log: (value: unknown) => said.push(value) });
  assert.deepEqual(said, ['Hello, Ada']);
});

/** The API that the test’s abilities call. */
async function api(t: TestContext, status: number, body: () => Iterable<string>): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' });
    response.on('error', () => {});
    for (const part of body()) if (!response.write(part) && response.destroyed) break;
    response.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const typed = `input: { type: object, required: [name, age], additionalProperties: false, properties: { name: { type: string }, age: { type: integer } } }`;

interface Bad {
  readonly title: string;
  readonly files: (t: TestContext) => Promise<Files> | Files;
  readonly args: readonly string[];
  readonly exit: number;
  readonly code: string;
  /** The expected output. */
  readonly says: readonly RegExp[];
}

const rows: readonly Bad[] = [
  {
    title: 'an unknown ability',
    files: () => scriptAbilityFiles('greet', 'cat'),
    args: ['greta'],
    exit: 2,
    code: 'UNKNOWN_ABILITY',
    says: [/no ability is called "greta"/, /Did you mean "greet"\?/],
  },
  {
    title: 'an input that violates the schema three times',
    files: () => scriptAbilityFiles('greet', 'cat', typed),
    args: ['greet', '--input', '{"name":5,"agee":1}'],
    exit: 2,
    code: 'BAD_INPUT',
    says: [/"age" is missing/, /\/name: expected a string, got 5/, /\/agee: unknown field; did you mean "age"\?/],
  },
  {
    title: 'an environment that is not allowed',
    files: () => scriptAbilityFiles('greet', 'cat', 'scope: { environments: [dev, staging] }'),
    args: ['greet', '--environment', 'prod'],
    exit: 2,
    code: 'ENVIRONMENT_NOT_ALLOWED',
    says: [/greet is only available in dev, staging, not in "prod"/],
  },
  {
    title: 'a script that hangs',
    files: () => ({
      ...operationFiles('hang', 'implementations: { run: { kind: script, command: ./hang.sh, timeout_ms: 300 } }'),
      'hang.sh': '#!/bin/sh\nsleep 60\n',
    }),
    args: ['hang'],
    exit: 1,
    code: 'TIMED_OUT',
    says: [/300 ms/],
  },
  {
    title: 'a script that prints garbage',
    files: () => scriptAbilityFiles('garbage', 'echo "{ not json"'),
    args: ['garbage'],
    exit: 1,
    code: 'BAD_OUTPUT',
    says: [/JSON/],
  },
  {
    title: 'a script that is missing',
    files: () => operationFiles('gone', 'implementations: { run: { kind: script, command: ./no-such.sh } }'),
    args: ['gone'],
    exit: 1,
    code: 'NOT_STARTED',
    says: [/no-such\.sh/],
  },
  {
    title: 'a script that fails with output on stderr',
    files: () => scriptAbilityFiles('fails', 'echo "first" >&2; echo "no such table" >&2; exit 7'),
    args: ['fails'],
    exit: 1,
    code: 'EXIT',
    says: [/exit code 7/, /^ {2}\| no such table$/m],
  },
  {
    title: 'an MCP server that dies during the call',
    files: () => ({
      ...operationFiles(
        'dies',
        'implementations: { run: { kind: mcp, server: { command: ./server.mjs }, tool: work } }',
      ),
      'server.mjs': [
        '#!/usr/bin/env node',
        'import { createInterface } from "node:readline";',
        'for await (const line of createInterface({ input: process.stdin })) {',
        '  const { id, method, params } = JSON.parse(line);',
        '  if (method === "initialize") console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "s", version: "1" } } }));',
        '  if (method === "tools/list") console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { tools: [{ name: "work", inputSchema: { type: "object" } }] } }));',
        '  if (method === "tools/call") { console.error("out of memory"); process.exit(3); }',
        '}',
        '',
      ].join('\n'),
    }),
    args: ['dies'],
    exit: 1,
    code: 'SERVER_DIED',
    says: [/server/],
  },
  {
    title: 'an API that answers 500',
    files: async (t) =>
      operationFiles(
        'api',
        `implementations: { run: { kind: api, method: GET, url: "${await api(t, 500, () => ['{"oops":1}'])}" } }`,
      ),
    args: ['api'],
    exit: 1,
    code: 'HTTP_STATUS',
    says: [/500/],
  },
  {
    title: 'an API that answers 300 MB',
    files: async (t) => {
      const flood = function* () {
        const megabyte = 'x'.repeat(1024 * 1024);
        for (let i = 0; i < 300; i++) yield megabyte;
      };
      return operationFiles(
        'flood',
        `implementations: { run: { kind: api, method: GET, url: "${await api(t, 200, flood)}" } }`,
      );
    },
    args: ['flood'],
    exit: 1,
    code: 'TOO_MUCH_OUTPUT',
    says: [/more/],
  },
  {
    title: 'a registry with two equal keys',
    files: () => ({
      ...scriptAbilityFiles('twin', 'cat'),
      '.system/registry/low-level/other.yaml':
        'key: twin\nversion: 1.0.0\nsummary: x\nimplementations: { a: { kind: builtin, use: noop } }\n',
    }),
    args: ['twin'],
    exit: 2,
    code: 'UNKNOWN_ABILITY',
    says: [/(?:other|twin)\.yaml:1 cannot be used: "anyhook ability validate" says why/],
  },
];

for (const { title, files, args, exit, code, says } of rows)
  test(`${title}: ${code} with --json, a message without it, and nothing half-written`, async (t) => {
    const here = taskProject(t, await files(t));
    const { code: exited, result } = await here.task(['direct-run', ...args]);
    const error = 'error' in result ? result.error : result.task.error;
    assert.deepEqual([exited, error?.code], [exit, code]);
    if (code === 'BAD_INPUT') assert.equal(error?.violations?.length, 3);
    const { code: again, stderr } = await here.run(['task', 'direct-run', ...args, '--trust-project']);
    assert.equal(again, exit);
    for (const words of says) assert.match(stderr, words);
    assert.match(stderr, new RegExp(`\\(${code}\\)`));
    const tasks = await here.tasks();
    const isCreated = exit === 1;
    assert.deepEqual(
      tasks.map(({ status }) => status),
      isCreated ? ['failure', 'failure'] : [],
    );
    for (const task of tasks) assert.equal(task.error?.code, code);
  });

test('with an unusable store a run fails with STORE, and nothing runs', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('greet', 'cat'));
  mkdirSync(join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook', 'runtime.db'), { recursive: true });
  const { code, stdout, stderr } = await here.run(['task', 'direct-run', 'greet', '--trust-project', '--json']);
  assert.equal(code, 1, stderr);
  assert.equal((JSON.parse(stdout) as Extract<TaskRunResult, { status: 'refused' }>).error.code, 'STORE');
  const person = await here.run(['task', 'list']);
  assert.match(person.stderr, /^anyhook: .*runtime\.db .*\(STORE\)\n {2}\S/);
  assert.deepEqual(here.runs(), []);
});

async function keyIn(here: TaskProject, ...args: readonly string[]): Promise<string> {
  return keyOf((await here.task(args)).result);
}

test('tasks are listed as a table, shown as a card, changed and deleted', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('greet', 'cat', typed));
  const key = await keyIn(
    here,
    'create',
    'greet',
    '--input',
    '{"name":"Ada","age":3}',
    '--note',
    'soon',
    '--job',
    'j-1',
  );
  const listed = await here.run(['task', 'list'], terminal);
  const narrow = await here.run(['task', 'list'], { ...terminal, columns: 80 });
  assert.match(narrow.stdout, new RegExp(`^${key} {2}ready {2}greet +\\S+ +soon\n`));
  assert.match(listed.stdout, new RegExp(`^${key} {2}ready {2}greet +background_job .*soon\n1 task; `));
  const bad = await here.task(['update', key, '--input', '{"name":"Ada"}']);
  assert.ok(bad.code === 2 && bad.result.status === 'unavailable' && bad.result.error.code === 'BAD_INPUT');
  assert.equal((await here.task(['update', key, '--input', '{"name":"Bea","age":4}'])).code, 0);
  const shown = await here.run(['task', 'get', key], terminal);
  assert.match(shown.stdout, new RegExp(`^${key} {2}ready {2}greet\n`));
  assert.match(shown.stdout, /^ {2}caller {4}background_job, job j-1, by \S+$/m);
  assert.match(shown.stdout, /"name": "Bea"/);
  assert.equal((await here.run(['task', 'list', '--status', 'success'])).stdout, 'no matching tasks\n');
  assert.deepEqual((await here.run(['task', 'delete', key])).code, 0);
  assert.match((await here.run(['task', 'list'])).stdout, /^no task has been created here; /);
  const gone = await here.run(['task', 'get', key]);
  assert.equal(gone.code, 1);
  assert.match(gone.stderr, new RegExp(`no task of this project has the key "${key}" \\(UNKNOWN_TASK\\)`));
});

test('every command refuses an unknown key, and the key of a task that has run', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('greet', 'cat'));
  const done = await keyIn(here, 'direct-run', 'greet');
  for (const [command, key, ...more] of [
    ['get', 't_none'],
    ['run', 't_none'],
    ['delete', 't_none'],
    ['update', 't_none', '--note', 'x'],
    ['run', done],
    ['update', done, '--note', 'x'],
  ] as const) {
    const { code, result } = await here.task([command, key, ...more]);
    const why = key === done ? 'ALREADY_RUN' : 'UNKNOWN_TASK';
    assert.deepEqual(
      [command, code, result.status, 'error' in result && result.error.code],
      [command, 1, 'refused', why],
    );
  }
});

test('tasks of another project are not visible', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('greet', 'cat'), { '../other/.git/HEAD': '' });
  const key = await keyIn(here, 'create', 'greet');
  const other = { cwd: join(here.dir, '..', 'other') };
  assert.equal((await here.run(['task', 'list', '--json'], other)).stdout.trim(), '[]');
  assert.equal((await here.run(['task', 'delete', key], other)).code, 1);
  assert.equal((await here.tasks()).length, 1);
});

test('the input is read from an option, a file or stdin, and must be an object', async (t) => {
  const here = taskProject(t, scriptAbilityFiles('echo', 'cat'), { 'in.json': '{"from":"file"}' });
  const inputOf = async (given: string, stdin = '') => {
    const { result } = await here.task<TaskRunResult>(['direct-run', 'echo', '--input', given], { stdin });
    return result.status === 'success' ? result.task?.input : result;
  };
  assert.deepEqual(await inputOf('{"from":"option"}'), { from: 'option' });
  assert.deepEqual(await inputOf('@in.json'), { from: 'file' });
  assert.deepEqual(await inputOf('-', '{"from":"stdin"}'), { from: 'stdin' });
  for (const wrong of ['[1]', '{', '@nothing.json']) {
    const { code, stderr } = await here.run(['task', 'create', 'echo', '--input', wrong]);
    assert.equal(code, 1);
    assert.match(stderr, /^anyhook: --input/);
  }
});
