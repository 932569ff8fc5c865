import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { claudeShellCall, hookMdFolder } from '../resident/engine-world.js';
import { guardConfig, type JournalWorld, journalWorld } from './journal-world.js';

const newGuard = guardConfig
  .replace('id: guard', 'id: new-guard\n    mode: shadow')
  .replace('forbidden', 'forbidden|risky');
const config = `hooks:\n${guardConfig}\n${newGuard}\n`;

/** A world in which `ls` becomes `ls -l`. */
function rewritingWorld(t: TestContext): JournalWorld {
  const world = journalWorld(t, config);
  const script = `echo '{"updated_input":{"command":"ls -l"}}'`;
  const files = hookMdFolder('rewriter', script, 'matcher:\n  tool: Shell\n  pattern: ^ls$\n');
  for (const [path, text] of Object.entries(files)) world.write(path, text);
  return world;
}

const fire = (world: JournalWorld, command: string, id: string) =>
  world.run(
    ['run', '--host', 'claude-code'],
    JSON.stringify({ ...claudeShellCall(world.project, command), tool_use_id: id }),
  );

test('why --html writes one file with the decision, and recorded text cannot inject HTML', (t) => {
  const world = journalWorld(t);
  fire(world, 'forbidden </script><script>alert(1)</script>', 'toolu_1');
  const { code, stdout } = world.run(['why', '--denied', '--html', 'why.html']);
  assert.deepEqual([code, stdout.startsWith(`saved ${join(world.project, 'why.html')}`)], [0, true]);
  const page = readFileSync(join(world.project, 'why.html'), 'utf8');
  const [, saved = ''] = /<script type="application\/json" id="saved">(.*)<\/script>\n<\/head>/.exec(page) ?? [];
  assert.ok(!/[<>]/.test(saved));
  assert.equal(JSON.parse(saved).detail.reason, '[guard] not that');
  assert.match(page, /default-src 'none'; script-src 'sha256-/);
  assert.equal(world.run(['why', '--html', 'no/such/folder/why.html']).code, 1);
});

test('log, why, stats, shadow and export agree on the decisions', (t) => {
  const world = rewritingWorld(t);
  for (const [i, command] of ['forbidden', 'risky', 'ls', '=cmd()'].entries()) fire(world, command, `toolu_${i}`);

  const log = world.run(['log']).stdout;
  assert.deepEqual(
    log
      .trim()
      .split('\n')
      .map((line) =>
        line
          .replace(/^\S+ +\S+ +/, '')
          .replace(/ {2,}[\d.]+ m?s /, ' ')
          .replace(/ {2,}/g, ' | '),
      ),
    [
      'deny | claude-code | tool.before | guard | Bash forbidden',
      'pass | claude-code | tool.before | Bash risky',
      'pass* | claude-code | tool.before | Bash ls',
      'pass | claude-code | tool.before | Bash =cmd()',
    ],
  );

  const why = world.run(['why', '--denied']).stdout;
  assert.match(why, /✗ {2}guard +flow +deny +\d+.*ms +not that/);
  assert.match(why, /✓ {2}new-guard +flow +deny \(shadow\)/);
  assert.match(why, /· {2}rewriter +hook-md +no match +no input value matches \^ls\$/);
  assert.match(why, /verdict {2}deny\nreason +\[guard\] not that\nsent +exit 0\nstdout +\{.*"deny"/);

  const stats = JSON.parse(world.run(['log', '--stats', '--json']).stdout);
  assert.equal(stats.events.decisions.deny, 1);
  assert.equal(stats.hooks.find(({ hook }: { hook: string }) => hook === 'new-guard').decisions.deny, 2);
  assert.match(world.run(['log', '--stats']).stdout, /4 decisions[\s\S]*deny +1 +25 %[\s\S]*new-guard \(shadow\)/);

  assert.match(
    world.run(['log', '--shadow']).stdout,
    /pass +→ +deny +new-guard +Bash risky\nshadow hooks took part in 2 decisions and would have changed 1\n/,
  );

  const csv = world.run(['log', 'export', '--csv', '--decision', 'deny']).stdout.trim().split('\n');
  assert.equal(csv.length, 2);
  assert.match(csv[0] ?? '', /^id,at,host,event/);
  assert.match(csv[1] ?? '', /claude-code,tool\.before,.*toolu_0,deny,.*guard=deny new-guard=deny/);
  const lines = world.run(['log', 'export']).stdout;
  assert.equal(lines.trim().split('\n').length, 4);
  assert.ok(!lines.includes('forbidden') && !lines.includes('"detail"'));
});

test('why shows full field names, and self-protection in brief', (t) => {
  const world = rewritingWorld(t);
  const call = claudeShellCall(world.project, 'pwd');
  const payload = { ...call, tool_input: { command: 'pwd', description: 'Where am I' }, tool_use_id: 'toolu_1' };
  world.run(['run', '--host', 'claude-code'], JSON.stringify(payload));
  const { stdout } = world.run(['why', '--tool-use', 'toolu_1']);
  assert.match(stdout, /^description Where am I$/m);
  assert.match(stdout, /· {2}self-protection +flow +no match +nothing in the call concerns anyhook itself$/m);
  assert.doesNotMatch(stdout, /ANYHOOK\|/);
});

test("why shows a hook's rewrite as before and after", (t) => {
  const world = rewritingWorld(t);
  fire(world, 'ls', 'toolu_1');
  const { stdout } = world.run(['why', '--tool-use', 'toolu_1']);
  assert.match(stdout, /rewriter +hook-md +pass.*\n +- command: ls\n +\+ command: ls -l\n/);
  assert.match(stdout, /verdict +pass \(no opinion\), input rewritten/);
});

test('log, stats and why cover this project; --all covers every project, with a project column', (t) => {
  const world = journalWorld(t);
  world.write('.git/HEAD', 'ref: refs/heads/main\n');
  const other = join(world.home, 'elsewhere');
  mkdirSync(join(other, '.git'), { recursive: true });
  writeFileSync(join(other, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  fire(world, 'forbidden', 'toolu_here');
  const call = { ...claudeShellCall(other, 'forbidden there'), tool_use_id: 'toolu_there' };
  world.run(['run', '--host', 'claude-code'], JSON.stringify(call));
  const lines = (...args: readonly string[]) => world.run(args).stdout.trim().split('\n');
  assert.equal(lines('log').length, 1);
  assert.match(lines('log').join(), /Bash forbidden$/);
  assert.equal(lines('log', '--hook', 'guard').length, 1);
  assert.equal(lines('log', '--session', claudeShellCall(other, '').session_id).length, 1);
  assert.equal(lines('log', '--all').length, 2);
  assert.match(lines('log', '--all')[1] ?? '', / deny +elsewhere +claude-code .*forbidden there$/);
  assert.equal(JSON.parse(world.run(['log', '--stats', '--json']).stdout).events.count, 1);
  assert.equal(JSON.parse(world.run(['log', '--stats', '--json', '--all']).stdout).events.count, 2);
  const call1 = (...args: readonly string[]) => JSON.parse(world.run(['why', '--json', ...args]).stdout).call;
  assert.deepEqual([call1(), call1('--denied'), call1('--all')], ['toolu_here', 'toolu_here', 'toolu_there']);
  assert.equal(call1('--tool-use', 'toolu_there'), 'toolu_there');
  const nothing = world.run(['log', '--decision', 'ask']).stdout;
  assert.equal(nothing, `no matching decisions in ${world.project}; --all shows all projects\n`);
});

const wrong: readonly [string, readonly string[], RegExp][] = [
  ['an invalid time', ['log', '--since', 'yesterday'], /--since: expected a time such as 90s, 30m.*got "yesterday"/],
  ['an invalid limit', ['log', '--limit', 'many'], /--limit: expected a whole number.*got "many"/],
  ['an unknown agent', ['log', '--agent', 'clod'], /clod/],
  ['an unknown event', ['log', '--event', 'tool.befor'], /did you mean "tool.before"/],
  ['an unknown verdict', ['log', '--decision', 'maybe'], /pass, allow, ask, deny/],
  ['an invalid id', ['why', 'who?'], /expected an id as "anyhook log" shows it, got "who\?"/],
  ['an unknown id', ['why', 'zzzzzzzzzz'], /no decision has the id "zzzzzzzzzz"/],
  ['an unknown call', ['why', '--tool-use', 'x'], /no decision is about the tool call "x"/],
  ['both an id and --last', ['why', '1k8h', '--last'], /expected either an id, or one of --last/],
  ['two formats at once', ['log', 'export', '--csv', '--jsonl'], /cannot be used with/],
  ['no days', ['log', 'prune', '--days', '-1'], /--days: expected a whole number/],
];
for (const [title, args, message] of wrong)
  test(`${title} is an error that says what to do`, (t) => {
    const world = journalWorld(t);
    fire(world, 'ls', 'toolu_1');
    const { code, stderr, stdout } = world.run(args);
    assert.match(stderr, message);
    assert.equal(code, 1);
    assert.equal(stdout, '');
  });

test('without a journal, log and why say so', (t) => {
  const world = journalWorld(t);
  for (const command of ['log', 'why']) {
    const { code, stderr } = world.run([command]);
    assert.equal(code, 1);
    assert.match(stderr, /no decisions are recorded yet/);
  }
});

test('an ambiguous id prefix lists the matching ids', (t) => {
  const world = journalWorld(t);
  for (const id of ['a', 'b']) fire(world, 'ls', id);
  const ids = world.log().map(({ id }) => id);
  const { stderr } = world.run(['why', (ids[0] ?? '').slice(0, 2)]);
  for (const id of ids) assert.ok(stderr.includes(id), stderr);
});

test('log prune keeps decisions of the current hour, and is refused inside an agent', (t) => {
  const world = journalWorld(t);
  fire(world, 'ls', 'toolu_1');
  assert.match(world.run(['log', 'prune']).stdout, /^0 decisions deleted\n$/);
  const { code, stderr } = world.run(['log', 'prune', '--days', '0'], '', { CLAUDECODE: '1' });
  assert.equal(code, 1);
  assert.match(stderr, /needs a person/);
});
