import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openSqlite } from '../../../core/src/platform/sqlite.js';
import { anyhookProgram, claudeShellCall, dialProtocol, until } from '../resident/engine-world.js';
import { guardConfig, type JournalWorld, journalWorld } from './journal-world.js';

const call = (project: string, command: string, id: string) => ({
  ...claudeShellCall(project, command),
  tool_use_id: id,
});

test("the engine's answers are in the journal, and why shows the bytes that were sent", async (t) => {
  const world = journalWorld(t);
  await world.up();
  const line = dialProtocol(world);
  await line.ask(world, call(world.project, 'ls', 'toolu_1'));
  const reply = await line.ask(world, call(world.project, 'forbidden', 'toolu_2'));
  assert.deepEqual(
    world.log().map(({ call: id, decision, via }) => [id, decision, via]),
    [
      ['toolu_1', 'pass', 'engine'],
      ['toolu_2', 'deny', 'engine'],
    ],
  );
  const why = JSON.parse(world.run(['why', '--last', '--json']).stdout);
  assert.equal(why.detail.wire.stdout, reply?.stdout);
  assert.equal(why.detail.reason, '[guard] not that');
  const first = JSON.parse(world.run(['why', '--tool-use', 'toolu_1', '--json']).stdout);
  assert.equal(
    first.trace.find(({ hook }: { hook: string }) => hook === 'guard').why,
    'no input value matches forbidden',
  );
});

for (const name of ['journal.db', '.'])
  test(`decisions of a running engine are recorded again after its ${name === '.' ? 'journal folder' : name} was deleted`, async (t) => {
    const world = journalWorld(t);
    await world.up();
    const line = dialProtocol(world);
    await line.ask(world, call(world.project, 'ls', 'toolu_1'));
    assert.equal(world.log().length, 1);
    for (const end of name === '.' ? [''] : ['', '-wal', '-shm'])
      rmSync(join(world.state, 'journal', name + end), { recursive: true, force: true });
    await line.ask(world, call(world.project, 'ls', 'toolu_2'));
    await line.ask(world, call(world.project, 'forbidden', 'toolu_3'));
    const why = (id: string) => world.run(['why', '--tool-use', id, '--json']).stdout;
    await until(() => /"reason": "\[guard\] not that"/.test(why('toolu_3')));
    assert.match(why('toolu_2'), /"decision": "pass"/);
  });

test('decisions of a process without the engine are in the same journal', (t) => {
  const world = journalWorld(t);
  const { stdout } = world.run(
    ['run', '--host', 'claude-code'],
    JSON.stringify(call(world.project, 'forbidden', 'toolu_1')),
  );
  const [decision] = world.log();
  assert.deepEqual([decision?.decision, decision?.via], ['deny', 'process']);
  const why = JSON.parse(world.run(['why', '--json']).stdout);
  assert.equal(why.detail.wire.stdout, stdout);
});

test('kill -9 at any moment neither loses nor duplicates an answered decision', async (t) => {
  const world = journalWorld(t);
  const answered: string[] = [];
  for (let round = 0; round < 5; round++) {
    const engine = await world.up();
    const line = dialProtocol(world);
    const asked = [...Array(300).keys()].map(async (i) => {
      const id = `call-${round}-${i}`;
      const reply = await line.ask(world, call(world.project, 'ls', id));
      if (reply?.exitCode !== undefined) answered.push(id);
      if (answered.length === 60 * (round + 1)) engine.kill('SIGKILL');
    });
    await Promise.all(asked);
    if (engine.exitCode === null && engine.signalCode === null) engine.kill('SIGKILL');
    await until(() => engine.exitCode !== null || engine.signalCode !== null);
  }
  const kept = world.log().map(({ call: id }) => id ?? '');
  assert.ok(answered.length >= 300);
  assert.deepEqual(
    answered.filter((id) => !kept.includes(id)),
    [],
  );
  assert.equal(new Set(kept).size, kept.length);
});

test('a secret in a call, an output or a prompt is never written to a file', async (t) => {
  const world = journalWorld(t);
  const secret = `ghp_${'aB3dE5gH7jK9mN1pQ2sT4vW6xY8zA0cD4fG6'}`;
  const { project } = world;
  const events = [
    claudeShellCall(project, `curl -H "Authorization: Bearer ${secret}" forbidden`),
    { ...claudeShellCall(project, 'ls'), hook_event_name: 'PostToolUse', tool_response: { stdout: `token=${secret}` } },
    { hook_event_name: 'UserPromptSubmit', session_id: 's', cwd: project, prompt: `use ${secret} for it` },
  ];
  await world.up();
  const line = dialProtocol(world);
  for (const event of events) {
    await line.ask(world, event);
    world.run(['run', '--host', 'claude-code'], JSON.stringify(event));
  }
  await until(() => world.log('--details').every((one) => 'detail' in one));
  assert.equal(world.log().length, 6);
  assert.ok(!world.bytes().includes(secret));
  assert.ok(!world.run(['log', 'export', '--details']).stdout.includes(secret));
});

const settings: readonly [string, string, (world: ReturnType<typeof journalWorld>) => void][] = [
  ['enabled: false', 'nothing is recorded', (world) => assert.ok(!existsSync(world.journal))],
  [
    'payloads: none',
    'decisions are recorded without payload text',
    (world) => {
      assert.equal(world.log('--details').filter((one) => 'detail' in one).length, 0);
      assert.equal(world.log().length, 2);
      assert.ok(!world.bytes().includes('a-word-of-the-call'));
    },
  ],
  ['sync: true', 'decisions are recorded', (world) => assert.equal(world.log().length, 2)],
];
for (const [setting, title, check] of settings)
  test(`journal: { ${setting} }: ${title}`, async (t) => {
    const world = journalWorld(t, `journal: { ${setting} }\nhooks:\n${guardConfig}\n`);
    await world.up();
    const event = claudeShellCall(world.project, 'echo a-word-of-the-call');
    await dialProtocol(world).ask(world, event);
    world.run(['run', '--host', 'claude-code'], JSON.stringify(event));
    check(world);
  });

test('with a journal of a newer version, the engine runs on, reports it once, and keeps its records', async (t) => {
  const world = journalWorld(t);
  mkdirSync(world.journal, { recursive: true, mode: 0o700 });
  const sql = await openSqlite(join(world.journal, 'journal.db'), 100);
  sql.exec('PRAGMA user_version = 99');
  sql.close();
  await world.up();
  const line = dialProtocol(world);
  for (let i = 0; i < 3; i++) {
    const reply = await line.ask(world, claudeShellCall(world.project, 'forbidden'));
    assert.match(reply?.stdout ?? '', /not that/);
  }
  await until(async () => (await world.status())?.journal.trouble !== undefined);
  assert.match((await world.status())?.journal.trouble ?? '', /version 99.*update anyhook/);
  const said = readFileSync(join(world.state, 'engine.log'), 'utf8')
    .split('\n')
    .filter((text) => text.includes('version 99'));
  assert.equal(said.length, 1);
  const spooled = readdirSync(join(world.journal, 'spool')).map((name) =>
    readFileSync(join(world.journal, 'spool', name), 'utf8'),
  );
  assert.equal(spooled.join('').match(/"decision":"deny","hookSet"/g)?.length, 3);
  const { code, stderr } = world.run(['log']);
  assert.equal(code, 1);
  assert.match(stderr, /update anyhook/);
});

test('a broken journal is set aside, and a new one is started', async (t) => {
  const world = journalWorld(t);
  mkdirSync(world.journal, { recursive: true, mode: 0o700 });
  writeFileSync(
    join(world.journal, 'journal.db'),
    'no database at all, and long enough to be read as one '.repeat(200),
  );
  await world.up();
  await dialProtocol(world).ask(world, claudeShellCall(world.project, 'forbidden'));
  await until(() => readdirSync(world.journal).some((name) => name.includes('.broken-')));
  await until(() => world.log().length === 1);
  assert.match(readFileSync(join(world.state, 'engine.log'), 'utf8'), /was broken/);
});

test('log --follow prints decisions as they are made', async (t) => {
  const world = journalWorld(t);
  await world.up();
  const line = dialProtocol(world);
  await line.ask(world, call(world.project, 'ls', 'before'));
  const follower = spawn(process.execPath, [anyhookProgram, 'log', '--follow', '--json'], {
    env: world.env,
    cwd: world.project,
  });
  t.after(() => follower.kill('SIGKILL'));
  let text = '';
  follower.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await until(() => text.includes('"before"'));
  await line.ask(world, call(world.project, 'ls', 'after'));
  await until(() => text.includes('"after"'));
  assert.equal(text.trim().split('\n').length, 2);
});

/** Starts `log --follow` and returns its lines as they are printed. */
function followed(t: TestContext, world: JournalWorld, ...args: readonly string[]) {
  const follower = spawn(process.execPath, [anyhookProgram, 'log', '--follow', ...args], {
    env: world.env,
    cwd: world.project,
  });
  t.after(() => follower.kill('SIGKILL'));
  const out = { text: '', errors: '' };
  follower.stdout.on('data', (chunk) => {
    out.text += chunk;
  });
  follower.stderr.on('data', (chunk) => {
    out.errors += chunk;
  });
  return out;
}

test('log --follow without a journal waits for the first decision and shows it', async (t) => {
  const world = journalWorld(t);
  const out = followed(t, world);
  await until(() => existsSync(join(world.journal, 'journal.db')));
  assert.deepEqual([out.text, out.errors], ['', '']);
  world.run(['run', '--host', 'claude-code'], JSON.stringify(call(world.project, 'forbidden fruit', 'toolu_1')));
  await until(() => out.text.includes('forbidden fruit'));
  await world.up();
  const line = dialProtocol(world);
  await line.ask(world, call(world.project, 'ls sweet', 'toolu_2'));
  await until(() => out.text.includes('ls sweet'));
  assert.equal(out.text.trim().split('\n').length, 2);
});

test('killing the engine during log --follow neither loses nor repeats a decision', async (t) => {
  const world = journalWorld(t);
  const answered: string[] = [];
  const out = followed(t, world, '--json');
  // It follows from here on; of earlier decisions it shows only the latest.
  await until(() => existsSync(join(world.journal, 'journal.db')));
  for (let round = 0; round < 3; round++) {
    const engine = await world.up();
    const line = dialProtocol(world);
    const asked = [...Array(200).keys()].map(async (i) => {
      const id = `call-${round}-${i}`;
      const reply = await line.ask(world, call(world.project, 'ls', id));
      if (reply?.exitCode !== undefined) answered.push(id);
      if (i === 100) engine.kill('SIGKILL');
    });
    await Promise.race([Promise.all(asked), until(() => engine.signalCode !== null)]);
    engine.kill('SIGKILL');
    await until(() => engine.signalCode !== null);
  }
  const told = () => out.text.split('\n').flatMap((text) => (text === '' ? [] : [JSON.parse(text).call as string]));
  await until(() => answered.every((id) => told().includes(id)));
  assert.equal(new Set(told()).size, told().length);
  assert.deepEqual(
    [...told()].sort(),
    world
      .log()
      .map((one) => one.call)
      .sort(),
  );
});

test('an engine asked to end keeps the details of its last events', async (t) => {
  const world = journalWorld(t);
  const engine = await world.up();
  const line = dialProtocol(world);
  await Promise.all([...Array(50).keys()].map((i) => line.ask(world, call(world.project, 'ls', `c${i}`))));
  engine.kill('SIGTERM');
  await until(() => engine.exitCode !== null || engine.signalCode !== null);
  assert.equal(world.log('--details').filter((one) => 'detail' in one).length, 50);
});
