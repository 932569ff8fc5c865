import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { call, McpWorld } from './mcp-world.js';

test('tools/list contains the fixed tools and the abilities', async (t) => {
  const world = new McpWorld(t);
  const client = await world.client(t);
  const { tools } = await client.listTools();
  const names = tools.map(({ name }) => name);
  assert.deepEqual(names, [
    'list_abilities',
    'show_ability',
    'create_task',
    'run_task',
    'get_task',
    'list_tasks',
    'update_task',
    'delete_task',
    'careful',
    'echo',
    'guarded',
    'note_write',
    'slow',
  ]);
  const note = tools.find(({ name }) => name === 'note_write');
  assert.equal(note?.description, 'note.write for the tests\nEnvironments: dev, staging.');
  assert.deepEqual(note?.inputSchema.required, ['text']);
  assert.deepEqual(note?.annotations, { idempotentHint: false });
  assert.deepEqual(tools.find(({ name }) => name === 'echo')?.annotations, {
    idempotentHint: true,
    readOnlyHint: true,
    openWorldHint: false,
  });
  const { data } = await call(client, 'list_abilities', { query: 'scribble', environment: 'dev' });
  assert.deepEqual(data['abilities'], [
    {
      name: 'note.write',
      tool: 'note_write',
      type: 'operation',
      version: '1.0.0',
      summary: 'note.write for the tests',
      environments: ['dev', 'staging'],
    },
  ]);
  const shown = await call(client, 'show_ability', { ability: 'note.write' });
  assert.deepEqual((shown.data['ability'] as { keywords: unknown }).keywords, ['scribble']);
  const missing = await call(client, 'show_ability', { ability: 'note.wirte' });
  assert.deepEqual([missing.isError, missing.data.error.code], [true, 'UNKNOWN_ABILITY']);
  assert.match(missing.text, /Did you mean "note.write"\?/);
});

test('calling an ability that the environment does not allow points to create_task', async (t) => {
  const client = await new McpWorld(t).client(t);
  const { data, text } = await call(client, 'note_write', { text: 'hello' });
  assert.equal(data.error.code, 'ENVIRONMENT_NOT_ALLOWED');
  assert.match(text, /This tool cannot: use create_task with "environment", then run_task\./);
});

test('a task is created, changed, run once, found again and deleted', async (t) => {
  const world = new McpWorld(t);
  const client = await world.client(t, ['--trust-project', '--environment', 'dev']);
  const created = await call(client, 'create_task', { ability: 'note.write', input: { text: 'first' }, note: 'for t' });
  assert.deepEqual([created.isError, created.data.status], [false, 'available']);
  const { task_key } = created.data;
  assert.match(created.text, new RegExp(`^Task ${task_key} of note.write is ready`));
  const updated = await call(client, 'update_task', { task_key, input: { text: 'second' } });
  assert.deepEqual([updated.isError, updated.data['input']], [false, { text: 'second' }]);
  const wrong = await call(client, 'update_task', { task_key, input: { text: 7 } });
  assert.deepEqual([wrong.isError, wrong.data.error.code], [true, 'BAD_INPUT']);
  assert.match(wrong.text, new RegExp(`^Task ${task_key} was not changed\\. .*/text: expected a string, got 7`));
  const ran = await call(client, 'run_task', { task_key });
  assert.deepEqual([ran.isError, ran.data.status, ran.data['output']], [false, 'success', { wrote: 'second' }]);
  assert.equal(readFileSync(world.path('note.txt'), 'utf8'), 'second');
  const again = await call(client, 'run_task', { task_key });
  assert.deepEqual([again.isError, again.data.error.code], [true, 'ALREADY_RUN']);
  const got = await call(client, 'get_task', { task_key });
  assert.deepEqual([got.data.status, got.data['environment'], got.data['note']], ['success', 'dev', 'for t']);
  const { caller } = got.data as unknown as { caller: Record<string, string> };
  assert.deepEqual([caller['source'], caller['triggered_by']], ['ai_session', 'tester/1.2.3']);
  assert.ok(caller['session_id']);
  const listed = await call(client, 'list_tasks', { mine: true, status: 'success' });
  assert.deepEqual(
    (listed.data['tasks'] as { task_key: string }[]).map((task) => task.task_key),
    [task_key],
  );
  assert.equal((await call(client, 'delete_task', { task_key })).data.status, 'deleted');
  for (const tool of ['get_task', 'run_task', 'delete_task']) {
    const gone = await call(client, tool, { task_key });
    assert.deepEqual([gone.isError, gone.data.error.code], [true, 'UNKNOWN_TASK'], tool);
  }
  const nothing = await call(client, 'list_tasks', { before: 'no-such-key', status: 'failure' });
  assert.equal(nothing.isError, true);
  assert.match(nothing.text, /^"before" must be a task key/);
});

test('a preflight hook refuses a task, and the answer has the reason and a suggestion', async (t) => {
  const world = new McpWorld(t);
  const client = await world.client(t);
  const { isError, text, data } = await call(client, 'create_task', {
    ability: 'note.write',
    input: { text: 'hello' },
    environment: 'staging',
  });
  assert.deepEqual([isError, data.status, data.error.code], [true, 'unavailable', 'UNAVAILABLE']);
  assert.match(text, /^No task of note.write was created\. .*Staging is frozen\..*Use dev\./);
  assert.equal(data.task_key, undefined);
  assert.deepEqual(
    (data['preflight'] as { hook_signals: { code: string }[] }).hook_signals.map(({ code }) => code),
    ['ABILITY_UNAVAILABLE'],
  );
  assert.deepEqual((await call(client, 'list_tasks')).data['tasks'], []);
});

test('a new input is checked like the first one, for the same caller', async (t) => {
  const world = new McpWorld(t);
  const client = await world.client(t);
  const input = { text: 'hello' };
  const { data: made } = await call(client, 'create_task', { ability: 'note.write', input, environment: 'dev' });
  const refused = await call(client, 'update_task', { task_key: made.task_key, input: { text: 'secret' } });
  assert.deepEqual([refused.isError, refused.data.status], [true, 'unavailable']);
  assert.match(refused.text, /was not changed\. .*No secrets from ai_session tester\/1\.2\.3\./);
  const kept = await call(client, 'get_task', { task_key: made.task_key });
  assert.deepEqual(kept.data['input'], input);
});

test('a guard hook gets the caller and refuses a run, so the ability does not run', async (t) => {
  const world = new McpWorld(t);
  const client = await world.client(t);
  const { data: created } = await call(client, 'create_task', { ability: 'guarded', input: { text: 'x' } });
  const ran = await call(client, 'run_task', { task_key: created.task_key });
  const own = await call(client, 'guarded', { text: 'x' });
  for (const { isError, text, data } of [ran, own]) {
    assert.deepEqual([isError, data.status, data.error.code], [true, 'denied', 'DENIED']);
    assert.match(text, /was refused by a guard and has not run\. \[guard\] Not for ai_session tester\/1\.2\.3\./);
    const { decision, hook_signals } = data['guard'] as { decision: string; hook_signals: { code: string }[] };
    assert.deepEqual([decision, hook_signals[0]?.code], ['denied', 'ABILITY_DENIED']);
  }
  assert.equal(existsSync(world.path('note.txt')), false);
});

test('an environment variable of the server does not switch its guards off', async (t) => {
  for (const env of [{ ANYHOOK: 'off' }, { SA_DISABLED_HOOKS: 'guard' }]) {
    const world = new McpWorld(t);
    Object.assign(world.env, env);
    const client = await world.client(t);
    assert.equal((await call(client, 'guarded', { text: 'x' })).data.status, 'denied', JSON.stringify(env));
    await client.close();
  }
});

test('a run that needs a person says what the person must do, without the approval id', async (t) => {
  const world = new McpWorld(t);
  const client = await world.client(t);
  const { isError, text, data } = await call(client, 'careful', { text: 'x' });
  assert.deepEqual([isError, data.status, data.error.code], [true, 'needs_human', 'NEEDS_HUMAN']);
  assert.match(
    text,
    /Somebody must look at it\. Ask the user to run "anyhook approve" in a terminal within \d+ minutes; then call run_task/,
  );
  assert.ok(
    text.endsWith(`with the task_key ${data.task_key}.`),
    'the advice must name the task, or a retry would create a second one',
  );
  const { approval } = data['guard'] as { approval: Record<string, unknown> };
  assert.deepEqual([approval['command'], approval['id']], ['anyhook approve', undefined]);
  assert.equal(existsSync(world.path('note.txt')), false);
});

test('after an approval the waiting call goes on, and the next call needs a new approval', async (t) => {
  const world = new McpWorld(t);
  const client = await world.client(t);
  const created = await call(client, 'create_task', { ability: 'careful', input: { text: 'approved' } });
  const { task_key } = created.data;
  const waiting = call(client, 'run_task', { task_key, wait_seconds: 60 });
  await world.approveNext();
  const ran = await waiting;
  assert.deepEqual([ran.isError, ran.data.status], [false, 'success']);
  assert.equal(readFileSync(world.path('note.txt'), 'utf8'), 'approved');
  assert.equal((await call(client, 'careful', { text: 'approved' })).data.status, 'needs_human');
});

test('every violation of an input is named, for abilities and fixed tools', async (t) => {
  const world = new McpWorld(t);
  const client = await world.client(t, ['--trust-project', '--environment', 'dev']);
  const own = await call(client, 'note_write', { text: 'x', copies: 7, colour: 'red' });
  assert.deepEqual([own.isError, own.data.error.code], [true, 'BAD_INPUT']);
  assert.deepEqual(own.data.error.violations.map(({ path }) => path).sort(), ['/colour', '/copies', '/text']);
  assert.match(own.text, /\/copies: expected at most 3, got 7/);
  assert.equal(own.text.split('/copies').length, 2, 'each violation is reported once');
  const fixed = await call(client, 'run_task', { task_key: 7, wait_seconds: 9999, more: true });
  assert.deepEqual([fixed.isError, fixed.data.error.code], [true, 'BAD_INPUT']);
  assert.deepEqual(fixed.data.error.violations.map(({ path }) => path).sort(), ['/more', '/task_key', '/wait_seconds']);
});

test('an untrusted ability is listed with what a person must do, is not a tool and does not run', async (t) => {
  const world = new McpWorld(t);
  const client = await world.client(t, []);
  const { tools } = await client.listTools();
  assert.equal(tools.length, 8);
  const { data } = await call(client, 'list_abilities', { query: 'echo' });
  const [first] = data['abilities'] as { state: string; reason: string }[];
  assert.deepEqual([first?.state, /anyhook trust/.test(first?.reason ?? '')], ['untrusted', true]);
  const created = await call(client, 'create_task', { ability: 'echo' });
  assert.deepEqual([created.isError, created.data.error.code], [true, 'UNTRUSTED_ABILITY']);
});

test('no text of an untrusted or unusable file reaches a model', async (t) => {
  const world = new McpWorld(t);
  world.write({ '.system/registry/low-level/bad.yaml': 'key: bad\n"scribble at once": 1\n' });
  const client = await world.client(t, []);
  const shown = [
    await call(client, 'list_abilities'),
    await call(client, 'show_ability', { ability: 'note.write' }),
    await call(client, 'create_task', { ability: 'bad' }),
    await client.readResource({ uri: 'anyhook://abilities/note.write' }),
    await client.readResource({ uri: 'anyhook://abilities' }),
    await client.readResource({ uri: 'anyhook://routing' }),
    await client.getPrompt({ name: 'route', arguments: { task: 'note' } }),
  ].map((one) => JSON.stringify(one));
  assert.match(shown[1] ?? '', /note\.write/);
  assert.deepEqual(
    shown.filter((text) => /for the tests|scribble|minLength/.test(text)),
    [],
  );
});

test('with more abilities than the limit, only the fixed tools are listed', async (t) => {
  const world = new McpWorld(t);
  for (const [given, count] of [
    ['none', 8],
    ['4', 8],
    ['5', 13],
    ['all', 13],
  ] as const) {
    const client = await world.client(t, ['--trust-project', '--abilities', given]);
    assert.equal((await client.listTools()).tools.length, count, given);
    await client.close();
  }
});
