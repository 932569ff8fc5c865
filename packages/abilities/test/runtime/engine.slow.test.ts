import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { test } from 'node:test';
import { anyhookProgram, until } from '../../../anyhook/test/resident/engine-world.js';
import { isAlive } from '../../../anyhook/test/support/is-alive.js';
import { runtimeShop, sendRuntimeRequest } from './runtime-shop.js';

test('a session over HTTP runs from prompt to actions to stop', async (t) => {
  const engine = runtimeShop(t);
  await engine.up();
  assert.equal(statSync(engine.socket).mode & 0o077, 0);
  const begun = await engine.post('/sessions', { cwd: engine.project });
  assert.equal(begun.status, 201);
  const { session_id: id, status, caller, root } = begun.body;
  assert.deepEqual([status, caller, root], ['open', { source: 'ai_session' }, engine.project]);

  const turn = await engine.post(`/sessions/${id}/prompts`, { prompt: 'fix it', files: ['a.ts'] });
  assert.equal(turn.status, 200);
  const { turn_context: context, control } = turn.body;
  assert.deepEqual([context.user_raw_input, context.prompt, context.turn], ['fix it', 'please fix it', 1]);
  assert.deepEqual(Object.keys(control).sort(), ['hook_signals', 'source_event', 'turn_ready', 'type']);
  assert.equal(context.context[0], 'Prices are in cents.');
  const denied = await engine.post(`/sessions/${id}/prompts`, { prompt: 'forbidden' });
  assert.deepEqual([denied.status, denied.body.control.turn_ready], [200, false]);

  const created = await engine.act(id, { action: 'CREATE_TASK', ability: 'shop.count' });
  assert.ok(created.ok, JSON.stringify(created));
  const { task_key: key } = created.result;
  assert.deepEqual(created.result.caller, { source: 'ai_session', session_id: id });
  const ran = await engine.act(id, { action: 'RUN_TASK', task_key: key });
  assert.deepEqual(ran.result.output, { counted: 2 });
  const query = `cwd=${encodeURIComponent(engine.project)}`;
  assert.equal((await engine.get(`/tasks/${key}?${query}`)).body.status, 'success');
  assert.equal((await engine.get(`/tasks/nobody?${query}`)).status, 404);
  assert.equal((await engine.get(`/abilities?${query}&limit=2`)).body.total, 5);

  engine.write('services/a.ts', 'x');
  const stopped = await engine.post(`/sessions/${id}/stop`);
  assert.deepEqual(stopped.body.changed_files, ['services/a.ts']);
  assert.deepEqual(stopped.body.tasks_summary, [{ task_key: key, ability_id: 'shop.count', status: 'success' }]);
  assert.deepEqual((await engine.post(`/sessions/${id}/stop`)).body, stopped.body);
  assert.equal(readFileSync(join(engine.project, 'build.log'), 'utf8').trim().split('\n').length, 1);
  const after = await engine.post(`/sessions/${id}/prompts`, { prompt: 'more' });
  assert.deepEqual([after.status, after.body.error.code], [409, 'SESSION_ENDED']);
  assert.deepEqual((await engine.get(`/sessions/${id}`)).body.summary, stopped.body);
});

test('a bad request is answered with a status, a code and the nearest name', async (t) => {
  const engine = runtimeShop(t);
  await engine.up();
  const id = await engine.session();
  const at = `/sessions/${id}`;
  const { project: cwd } = engine;
  const rows: readonly (readonly [string, string, unknown, number, string, RegExp])[] = [
    ['GET', '/sesions', undefined, 404, 'UNKNOWN_ROUTE', /did you mean "GET \/sessions"\?/],
    ['POST', '/sessions/x/prompt', {}, 404, 'UNKNOWN_ROUTE', /did you mean "POST \/sessions\/:id\/prompts"\?/],
    ['DELETE', '/sessions', undefined, 405, 'BAD_METHOD', /takes POST or GET, got DELETE/],
    ['GET', '/sessions/nobody', undefined, 404, 'UNKNOWN_SESSION', /"nobody"/],
    ['POST', '/sessions/nobody/prompts', { prompt: 'x' }, 404, 'UNKNOWN_SESSION', /"nobody"/],
    ['POST', '/sessions/nobody/actions', { actions: [1] }, 404, 'UNKNOWN_SESSION', /"nobody"/],
    ['POST', '/sessions/nobody/stop', {}, 404, 'UNKNOWN_SESSION', /"nobody"/],
    ['POST', '/sessions', {}, 400, 'BAD_REQUEST', /"cwd" must be an absolute path, got nothing/],
    ['POST', '/sessions', { cwd: '/no/such/folder' }, 400, 'BAD_REQUEST', /must be a folder that exists/],
    ['POST', '/sessions', { cwd, enviroment: 'x' }, 400, 'BAD_REQUEST', /did you mean "environment"\?/],
    [
      'POST',
      '/sessions',
      { cwd, caller: { source: 'manual_cli' } },
      400,
      'BAD_REQUEST',
      /"source" must be one of ai_session/,
    ],
    ['POST', '/sessions', { cwd, caller: { sorce: 'ci_pipeline' } }, 400, 'BAD_REQUEST', /did you mean "source"\?/],
    ['POST', '/sessions', { cwd, env: { A: 1 } }, 400, 'BAD_REQUEST', /"env" must be an object of strings/],
    ['POST', '/sessions', { cwd, env: { HOME: '/elsewhere' } }, 400, 'BAD_REQUEST', /ask the engine there/],
    ['POST', `${at}/prompts`, { text: 'x' }, 400, 'BAD_REQUEST', /there is no field "text"/],
    ['POST', `${at}/actions`, { actions: [] }, 400, 'BAD_REQUEST', /"actions" must be a list that is not empty/],
    ['POST', `${at}/actions`, { actions: Array(101).fill({}) }, 400, 'BAD_REQUEST', /at most 100, got 101/],
    ['POST', `${at}/prompts`, '{', 400, 'NOT_JSON', /not JSON/],
    ['POST', `${at}/prompts`, '[1]', 400, 'NOT_JSON', /got \[1\]/],
    ['POST', `${at}/prompts`, `{"a":${'['.repeat(5000)}${']'.repeat(5000)}}`, 400, 'NOT_JSON', /levels deep/],
    ['GET', '/abilities', undefined, 400, 'BAD_REQUEST', /"cwd"/],
    ['GET', '/sessions?limit=many', undefined, 400, 'BAD_REQUEST', /"limit" must be a whole number/],
  ];
  for (const [method, path, body, status, code, message] of rows) {
    const text = typeof body === 'string' ? body : body === undefined ? undefined : JSON.stringify(body);
    const answer = await sendRuntimeRequest(engine.socket, method, path, text);
    assert.deepEqual(
      [answer.status, answer.body.error?.code],
      [status, code],
      `${method} ${path} ${text?.slice(0, 80)}`,
    );
    assert.match(answer.body.error.message, message);
  }
});

test('a client that accepts NDJSON gets the progress of a task', async (t) => {
  const engine = runtimeShop(t);
  await engine.up();
  const id = await engine.session();
  const created = await engine.act(id, { action: 'CREATE_TASK', ability: 'shop.count' });
  const key = created.result.task_key;
  const actions = [
    { action: 'GET_TASK', task_key: key },
    { action: 'RUN_TASK', task_key: key },
  ];
  const body = JSON.stringify({ actions, env: { ANYHOOK_TRUST: 'project' } });
  const accept = { accept: 'application/x-ndjson' };
  const { body: lines } = await sendRuntimeRequest(engine.socket, 'POST', `/sessions/${id}/actions`, body, accept);
  assert.deepEqual(
    lines.map((line: Record<string, unknown>) =>
      [line['type'], line['index'], line['line']].filter((part) => part !== undefined),
    ),
    [['answer', 0], ['progress', 1, 'one'], ['progress', 1, 'two'], ['answer', 1], ['done']],
  );
  assert.deepEqual(lines[3].answer.result.output, { counted: 2 });
  const begun = await sendRuntimeRequest(
    engine.socket,
    'POST',
    '/sessions',
    JSON.stringify({ cwd: engine.project }),
    accept,
  );
  assert.deepEqual([begun.status, begun.body.status], [201, 'open']);
  const unknown = await sendRuntimeRequest(engine.socket, 'POST', '/sessions/nobody/actions', body, accept);
  assert.deepEqual([unknown.status, unknown.body.error.code], [404, 'UNKNOWN_SESSION']);
});

test('variables of a request reach its hooks and abilities, but not later requests', async (t) => {
  const engine = runtimeShop(t);
  await engine.up();
  const id = await engine.session();
  const run = async (env: object) => {
    const body = { env: { ANYHOOK_TRUST: 'project', ...env } };
    const path = `/sessions/${id}/actions`;
    const created = (await engine.post(path, { ...body, actions: [{ action: 'CREATE_TASK', ability: 'shop.env' }] }))
      .body;
    const actions = [{ action: 'RUN_TASK', task_key: created.answers[0].result.task_key }];
    return (await engine.post(path, { ...body, actions })).body.answers[0].result.output;
  };
  assert.deepEqual(await run({ GIVEN: 'once-9f3' }), { given: 'once-9f3', home: engine.home });
  assert.deepEqual(await run({}), { given: '', home: engine.home });
  await engine.post(`/sessions/${id}/prompts`, { prompt: 'x', env: { GIVEN: 'once-77a' } });
  await engine.post(`/sessions/${id}/stop`);
  const database = ['runtime.db', 'runtime.db-wal'].filter((name) => existsSync(join(engine.state, name)));
  const kept = database.map((name) => readFileSync(join(engine.state, name), 'latin1')).join('');
  assert.ok(!kept.includes('once-77a'));
});

test('a request can neither switch off nor replace guards', async (t) => {
  const engine = runtimeShop(t);
  await engine.up();
  const id = await engine.session();
  const prompt = (env: object) =>
    engine.post(`/sessions/${id}/prompts`, { prompt: 'forbidden', env: { ANYHOOK_TRUST: 'project', ...env } });
  for (const env of [{}, { ANYHOOK: 'off' }])
    assert.equal((await prompt(env)).body.control.turn_ready, false, JSON.stringify(env));
  for (const name of ['HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME', 'ANYHOOK_MANAGED_CONFIG']) {
    const { status, body } = await prompt({ [name]: '/elsewhere' });
    assert.deepEqual([status, body.error.code], [400, 'BAD_REQUEST'], name);
    assert.match(body.error.message, /points to the .* "\/elsewhere/);
  }
});

test('without trust neither hooks nor abilities run', async (t) => {
  const engine = runtimeShop(t);
  // The config of this user trusts every project.
  rmSync(join(engine.home, '.config/anyhook/config.yaml'));
  await engine.up();
  const id = await engine.session({ env: {} });
  const turn = await engine.post(`/sessions/${id}/prompts`, { prompt: 'forbidden', env: {} });
  assert.equal(turn.body.control.turn_ready, true);
  const actions = [{ action: 'CREATE_TASK', ability: 'shop.count' }];
  const { body } = await engine.post(`/sessions/${id}/actions`, { actions, env: {} });
  assert.equal(body.answers[0].error.code, 'UNTRUSTED_ABILITY');
});

test('a job can own a session, and its hooks and tasks get the job id', async (t) => {
  const engine = runtimeShop(t);
  await engine.up();
  for (const source of ['ci_pipeline', 'background_job']) {
    const caller = { source, job_id: 'nightly', triggered_by: 'cron' };
    const id = await engine.session({ caller });
    const created = await engine.act(id, { action: 'CREATE_TASK', ability: 'shop.count' });
    assert.deepEqual(created.result.caller, { ...caller, session_id: id });
  }
});

test('when the client disconnects during RUN_TASK, the script is ended and the task fails', async (t) => {
  const engine = runtimeShop(t);
  await engine.up();
  const id = await engine.session();
  const created = await engine.act(id, { action: 'CREATE_TASK', ability: 'shop.slow' });
  const key = created.result.task_key;
  const body = JSON.stringify({ actions: [{ action: 'RUN_TASK', task_key: key }], env: { ANYHOOK_TRUST: 'project' } });
  const client = request({ socketPath: engine.socket, method: 'POST', path: `/sessions/${id}/actions` });
  client.on('error', () => {});
  client.end(body);
  const pidFile = join(engine.project, 'slow.pid');
  await until(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8').endsWith('\n'));
  assert.equal((await engine.status())?.runtime?.working, 1);
  client.destroy();
  await until(() => !isAlive(Number(readFileSync(pidFile, 'utf8'))));
  const got = await engine.act(id, { action: 'GET_TASK', task_key: key });
  assert.deepEqual([got.result.status, got.result.error.code], ['failure', 'CANCELLED']);
});

test('`anyhook engine status` shows open sessions even if no engine runs', async (t) => {
  const engine = runtimeShop(t);
  const up = await engine.up();
  const [id] = [await engine.session(), await engine.session()];
  await engine.post(`/sessions/${id}/stop`);
  const status = (...args: string[]) => {
    try {
      return execFileSync(process.execPath, [anyhookProgram, 'engine', 'status', ...args], {
        env: engine.env,
        encoding: 'utf8',
      });
    } catch (error) {
      return String((error as { stdout: string }).stdout);
    }
  };
  assert.match(status(), /^sessions +1 open in the agent runtime, 0 at work$/m);
  assert.equal(JSON.parse(status('--json')).sessions, 1);
  up.kill('SIGTERM');
  await until(() => up.exitCode !== null);
  assert.match(status(), /^1 session of the agent runtime is open/m);
  assert.equal(existsSync(engine.socket), false);
});

test('`anyhook engine status` counts running hook programs of tasks', async (t) => {
  const wait = '#!/bin/sh\nwhile [ ! -e go ]; do sleep 0.02; done\n';
  const engine = runtimeShop(t, { 'scripts/hooks/not_in_prod.sh': wait });
  await engine.up();
  const id = await engine.session();
  const created = engine.act(id, { action: 'CREATE_TASK', ability: 'shop.count' });
  await until(async () => (await engine.status())?.programs.running === 1);
  engine.write('go', '');
  assert.equal((await created).ok, true);
  assert.equal((await engine.status())?.programs.running, 0);
});
