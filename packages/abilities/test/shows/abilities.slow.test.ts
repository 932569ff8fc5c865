import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { createRuntime } from '../../../anyhook/src/library.js';
import { canPlayPerson, whyNoPerson } from '../../../anyhook/test/support/play-terminal.js';
import type { Action } from '../../src/runtime/actions.js';
import { AbilityRepo, type TaskReply } from './ability-repo.js';

const skip = !canPlayPerson && whyNoPerson;
const user = { id: 'u-2', email: 'bob@accounts.example', name: 'Bob' };
const outputOf = (answer: TaskReply): unknown => ('task' in answer ? answer.task?.output : undefined);
const errorOf = (answer: TaskReply) =>
  'error' in answer ? answer.error : 'task' in answer ? answer.task?.error : undefined;

function trusted(t: TestContext): AbilityRepo {
  const repo = new AbilityRepo(t);
  assert.match(repo.trust(), /\(yes\)\ntrusted 6 hooks and 9 abilities$/);
  return repo;
}

test('nothing in a fresh clone runs until a person trusts it', async (t) => {
  const repo = new AbilityRepo(t);
  const { code, result } = await repo.run('db.write.user_row', user);
  assert.deepEqual([code, errorOf(result)?.code], [2, 'UNTRUSTED_ABILITY']);
  assert.deepEqual(await repo.tasks(), []);
  assert.equal(repo.json('data/dev.json')['u-2'], undefined);
});

test('a preflight refuses in prod with a reason and a suggestion, and no task key is allocated', {
  skip,
}, async (t) => {
  const repo = trusted(t);
  const before = repo.read('data/prod.json');
  const create = (environment: string) =>
    repo.task(['create', 'db.write.user_row', '--environment', environment, '--input', JSON.stringify(user)]);
  const { code, result } = await create('prod');
  assert.equal(code, 2);
  assert.deepEqual([result.status, 'task' in result], ['unavailable', false]);
  assert.deepEqual(errorOf(result), {
    code: 'UNAVAILABLE',
    message:
      'creating a task for db.write.user_row: [nonprod_availability_check] db.write.user_row is not enabled in prod.',
    suggestion: 'Use dev or staging, or ask a person to do it.',
  });
  const [signal] = ('preflight' in result && result.preflight?.hook_signals) || [];
  assert.deepEqual([signal?.hook_id, signal?.code], ['nonprod_availability_check', 'ABILITY_UNAVAILABLE']);
  assert.deepEqual(await repo.tasks(), []);
  assert.equal(repo.read('data/prod.json'), before);
  assert.equal((await create('staging')).result.status, 'available');
  assert.equal((await repo.tasks()).length, 1);
});

test('a guard denies with require_human, a person approves, and the waiting run goes on; the next one asks again', {
  skip,
}, async (t) => {
  const repo = trusted(t);
  const edit = (oldText: string, newText: string) => ({ path: 'config/../config/prod.json', oldText, newText });
  const input = edit('accounts.example', 'accounts.test');
  const waiting = repo.run('edit_file', input, '--wait', '2m');
  while ((await repo.tasks())[0]?.status !== 'waiting');
  assert.match(repo.read('config/prod.json') ?? '', /accounts\.example/);
  const seen = repo.type('anyhook approve --reason announced');
  assert.match(seen, /^ {2}ability {2}run edit_file$/m);
  assert.match(seen, /^ {2}why {6}\[prod_config_guard\] config\/prod\.json is not changed from background_job unless/m);
  assert.match(seen, /^ {2}caller {3}background_job, by \S+$/m);
  assert.match(seen, /^ {2}newText {2}accounts\.test$/m);
  assert.match(seen, /approved: the same call may run once$/);
  const { code, result } = await waiting;
  assert.deepEqual([code, result.status, outputOf(result)], [0, 'success', { path: 'config/prod.json' }]);
  assert.match(repo.read('config/prod.json') ?? '', /accounts\.test/);

  const back = await repo.run('edit_file', edit('accounts.test', 'accounts.example'));
  assert.deepEqual([back.code, errorOf(back.result)?.code], [3, 'NEEDS_HUMAN']);
  assert.match(repo.type('anyhook refuse --reason "not today" --yes'), /refused/);
  const refused = await repo.task(['run', ('task' in back.result && back.result.task?.task_key) || '']);
  assert.deepEqual([refused.code, refused.result.status], [2, 'denied']);
  assert.match(errorOf(refused.result)?.message ?? '', /not today/);
  assert.match(repo.read('config/prod.json') ?? '', /accounts\.test/);
});

test('post-call hooks count every call, even concurrent ones, and record slow calls', {
  skip,
}, async (t) => {
  const repo = trusted(t);
  const runs = ['u-1', 'u-1', 'u-1', 'u-1', 'u-1', 'nobody'].map((id) => repo.run('db.read.user_row', { id }));
  const codes = (await Promise.all(runs)).map(({ code }) => code);
  assert.deepEqual(codes.sort(), [0, 0, 0, 0, 0, 1]);
  const { last_used, total_ms, ...counts } = repo.json('.system/cache/ability_usage.json')['db.read.user_row'];
  assert.deepEqual(counts, { calls: 6, success: 5, partial: 0, failure: 1 });
  assert.ok(last_used && total_ms > 0);
  const slow = ['direct-run', 'db.read.user_row', '--input', '{"id":"u-1"}'];
  const { result } = await repo.task(slow, { SLOW_ABILITY_MS: '0' });
  const key = 'task' in result && result.task?.task_key;
  assert.match(
    repo.read('.system/logs/slow_abilities.log') ?? '',
    new RegExp(`db\\.read\\.user_row \\d+ ms ${key}\n$`),
  );
});

test('the tests run after a session that changed services, and not after one that did not', { skip }, async (t) => {
  const repo = trusted(t);
  const edit = (path: string, oldText: string, newText: string): Action => ({
    action: 'CREATE_TASK',
    ability: 'edit_file',
    input: { path, oldText, newText },
  });
  /** A session with one turn, in which an AI edits one file. */
  const session = async (prompt: string, action: Action) => {
    const runtime = createRuntime({
      cwd: repo.cwd,
      env: repo.env,
      environment: 'dev',
      planner({ round, results: [created] }) {
        if (round === 1) return [action];
        return created?.action === 'CREATE_TASK' && created.ok
          ? [{ action: 'RUN_TASK', task_key: String(created.result['task_key']) }]
          : undefined;
      },
    });
    t.after(() => runtime.close());
    const own = await runtime.session();
    const turn = await own.prompt(prompt);
    return { turn, summary: await own.stop() };
  };

  const docs = await session('hello', edit('docs/signup.md', 'posts a name', 'sends a name'));
  assert.deepEqual([docs.summary.changed_files, docs.summary.hooks], [['docs/signup.md'], []]);
  assert.equal(repo.read('.system/logs/build_check.log'), undefined);

  const tested = await session(
    'Run the signup regression end to end',
    edit('services/signup/rules.py', 'EMAIL.fullmatch', 'EMAIL.search'),
  );
  const routers = tested.turn.control.hook_signals.map(({ hook_id, kind }) => `${hook_id} ${kind}`);
  for (const router of ['prompt_router', 'route-abilities'])
    for (const kind of ['routing_hint', 'normalized_intent']) assert.ok(routers.includes(`${router} ${kind}`), router);
  assert.deepEqual(tested.summary.changed_files, ['services/signup/rules.py']);
  assert.deepEqual(
    tested.summary.hooks.map(({ id, outcome }) => [id, outcome]),
    [['session_stop_build_check', 'ok']],
  );
  assert.deepEqual(tested.summary.abilities_used, ['edit_file']);
  assert.match(repo.read('.system/logs/build_check.log') ?? '', /build check: passed\n$/);
});

/** The mail server of the example on a free port, which is passed to its ability. */
async function mailServer(t: TestContext, repo: AbilityRepo): Promise<void> {
  const server = spawn('python3', ['scripts/mail_server.py', '0'], {
    cwd: repo.cwd,
    env: { ...repo.env, MAIL_TOKEN: 'of the test' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => server.kill());
  const [line] = await once(server.stdout, 'data');
  const port = /:(\d+)\s*$/.exec(String(line))?.[1] ?? '';
  const file = '.system/registry/low-level/mail.read.inbox.yaml';
  repo.save(file, (repo.read(file) ?? '').replace('8025', port));
}

test('script, workflow, MCP, API and agent abilities do what the example says', { skip }, async (t) => {
  const repo = new AbilityRepo(t);
  await mailServer(t, repo);
  repo.trust();
  const staging = ['--environment', 'staging'];

  const wrote = await repo.run('db.write.user_row', user, ...staging);
  assert.deepEqual(outputOf(wrote.result), { id: 'u-2', created: true });
  assert.deepEqual(Object.keys(repo.json('data/staging.json')), ['u-1', 'u-2']);

  const tested = await repo.run('signup_e2e_test', { name: 'Eve', email: 'eve@staging.example' }, ...staging);
  assert.deepEqual(outputOf(tested.result), {
    seed: { id: 'u-e2e', created: true },
    read: { id: 'u-e2e', email: 'eve@staging.example', name: 'Eve' },
    check: { checked: 'eve@staging.example' },
    remove: { deleted: true },
  });
  const failed = await repo.run('signup_e2e_test', { name: 'Eve', email: 'nowhere' }, ...staging);
  assert.deepEqual([failed.code, errorOf(failed.result)?.code], [1, 'STEP_FAILED']);
  assert.match(errorOf(failed.result)?.message ?? '', /step "check" failed: .*email: expected an address/);
  assert.deepEqual(Object.keys(repo.json('data/staging.json')), ['u-1', 'u-2'], 'cleaned up both times');

  const found = await repo.run('docs.search', { query: 'whoever WANTS' });
  assert.deepEqual(outputOf(found.result), {
    matches: [{ path: 'docs/environments.md', line: 6, text: repo.read('docs/environments.md')?.split('\n')[5] }],
  });

  const inbox = ['direct-run', 'mail.read.inbox', '--environment', 'dev', '--input', '{"address":"ada@dev.example"}'];
  const mails = await repo.task(inbox, { MAIL_TOKEN: 'of the test' });
  assert.deepEqual(outputOf(mails.result), { mails: [{ subject: 'Welcome, Ada' }] });
  const wrong = await repo.task(inbox, { MAIL_TOKEN: 'another one' });
  assert.deepEqual(errorOf(wrong.result)?.code, 'HTTP_STATUS');
  assert.doesNotMatch(JSON.stringify([mails, wrong, await repo.tasks()]), /of the test|another one/);

  const review = await repo.run('review_file', { path: 'apps/web/signup.html' });
  assert.match((outputOf(review.result) as { text: string }).text, /^Review of apps\/web\/signup\.html:\n9:.*TODO/);
});
