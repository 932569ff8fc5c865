import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Event, Result, ToolCall } from '@anyhook/core';
import { documentFolders, type Hook, type HookDocument, type Scope, slashedPath } from '@anyhook/core';
import { git, initRepository } from '../../../test/builtin-world.js';
import { isWindows } from '../../../test/support/systems.js';
import { hookWithDefaults } from '../../formats/kit/builtin-hook.js';
import { shellGuard } from './shell-guard.js';

interface Call {
  readonly call?: Partial<ToolCall>;
  readonly args?: unknown;
  readonly scope?: Scope;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly documents?: readonly HookDocument[];
  readonly event?: Partial<Event>;
}

// Absolute paths, which on Windows include a drive.
const root = resolve('/p');
const home = resolve('/home/dev');

const run = (given: Call): Result => runGuard(given) as Result;

function runGuard(given: Call): Result | Promise<Result> {
  const { args, scope = 'user', cwd = root, env = { HOME: home }, documents } = given;
  const handler: Hook['handler'] = { kind: 'builtin', use: 'shell-guard', args, ...(documents && { documents }) };
  const hook = hookWithDefaults({
    id: 'shell-guard',
    dialect: 'x',
    events: ['tool.before'],
    nativeEvent: 'x',
    root,
    scope,
    handler,
  });
  const call = { kind: 'shell', nativeName: 'Bash', input: { command: 'rm /srv/a' }, ...given.call };
  const event = { name: 'tool.before', cwd, call, ...given.event } as unknown as Event;
  const context = { hook, env, timeoutMs: 1000, agentPlaces: [join(home, '.agent/settings.json')] };
  return shellGuard.run(event, args, context);
}

const shell = (command: string | readonly string[], more: object = {}): Partial<ToolCall> => ({
  input: { command, ...more },
});
const decision = (given: Call) => run(given).decision;

test('the guard asks with a one-line reason and lists the effects it asks about', () => {
  const { decision: asked, reason = '', asksAbout } = run({});
  assert.equal(asked, 'ask');
  assert.match(reason, /^delete \/srv\/a · .*: needs a person by the default rule "ask: delete outside"/);
  assert.deepEqual(asksAbout, [`delete {"at":"${slashedPath(resolve('/srv/a'))}","recursive":false}`]);
  assert.deepEqual(run({ call: shell('cd /srv && unlink a') }).asksAbout, asksAbout);
});

test('the guard denies by a rule, has no opinion on other commands, and never allows', () => {
  assert.equal(decision({ args: { rules: [{ deny: 'delete outside' }] } }), 'deny');
  assert.equal(decision({ args: { rules: [{ pass: '*' }] } }), 'pass');
  assert.equal(decision({ call: shell('rm -rf dist') }), 'pass');
  assert.equal(decision({ call: shell('rm -rf ~') }), 'deny');
});

test('a command given as a list is quoted, so that each item stays one word', () => {
  assert.equal(decision({ call: shell(['bash', '-lc', 'rm -rf /']) }), 'deny');
  assert.equal(decision({ call: shell(['echo', 'x; rm -rf /']) }), 'pass');
});

test('a command is judged in the folder that the tool names', () => {
  assert.equal(decision({ call: shell('rm -rf old', { workdir: '/srv' }) }), 'deny');
  assert.equal(decision({ call: shell('rm -rf old', { workdir: 'sub' }) }), 'pass');
});

test('every folder field of a call is checked, and a second one does not hide it', () => {
  for (const name of ['dir_path', 'dirPath', 'working_dir', 'cwd_path', 'directory', 'path']) {
    assert.equal(decision({ call: shell('echo x > pre-commit', { [name]: '.git/hooks' }) }), 'deny', name);
    assert.equal(decision({ call: shell('echo x > pre-commit', { cwd: '.', [name]: '.git/hooks' }) }), 'deny', name);
    assert.equal(decision({ call: shell('echo x > pre-commit', { [name]: 'scripts' }) }), 'pass', name);
  }
});

test('other fields that a shell call may run are judged with its command', () => {
  assert.equal(decision({ call: shell('ls', { cmd: 'rm -rf ~' }) }), 'deny');
  assert.equal(decision({ call: { input: { cmd: 'rm -rf ~' } } }), 'deny');
  assert.equal(decision({ call: shell('rm', { args: ['-rf', '/'] }) }), 'deny');
  assert.equal(decision({ call: shell('ls', { description: 'rm -rf ~', summary: 'rm -rf ~' }) }), 'pass');
  assert.equal(decision({ call: shell('npm test', { env: { CI: '1' }, timeout: 5, justification: 'x' }) }), 'pass');
});

test('other tools are judged by their effects and by commands in their input', () => {
  const edit = (path: string): Partial<ToolCall> => ({ kind: 'edit', nativeName: 'Edit', input: { path } });
  assert.equal(decision({ call: edit('/etc/passwd') }), 'deny');
  assert.equal(decision({ call: edit('/home/dev/.agent/settings.json'), args: { rules: [{ pass: '*' }] } }), 'ask');
  assert.equal(decision({ call: edit('src/a.ts') }), 'pass');
  const mcp = { kind: 'mcp', nativeName: 'mcp__term__run', mcp: { server: 'term', tool: 'run' } } as const;
  assert.equal(decision({ call: { ...mcp, input: { command: 'rm -rf ~' } } }), 'deny');
});

test('a prompt with a secret is refused once, and passes when it is sent again', async () => {
  const event = { name: 'prompt.submit', prompt: 'look at it', files: ['/home/dev/.ssh/id_rsa'] } as Partial<Event>;
  const first = await runGuard({ event });
  assert.equal(first.decision, 'deny');
  assert.match(first.reason ?? '', /id_rsa.*needs a person.*Send the same prompt again/);
  const second = await runGuard({ event });
  assert.equal(second.decision, 'pass');
  assert.match(second.messages?.[0] ?? '', /id_rsa/);
  const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  const inText = await runGuard({ event: { ...event, prompt: `use ${token}`, files: [] } as Partial<Event> });
  assert.match(inText.reason ?? '', /github.*in the prompt/i);
  assert.ok(!inText.reason?.includes(token));
  const ruled = { event, args: { rules: [{ deny: 'reveal secret' }] } };
  assert.equal((await runGuard(ruled)).decision, 'deny');
  assert.equal((await runGuard(ruled)).decision, 'deny');
  assert.deepEqual(await runGuard({ event: { ...event, files: [] } as Partial<Event> }), { decision: 'pass' });
});

test('a project can make the guard stricter, but not more permissive', () => {
  assert.equal(decision({ scope: 'project', args: { rules: [{ pass: '*' }], profile: 'light' } }), 'ask');
  assert.equal(decision({ scope: 'project', args: { off: ['pack:rm'] } }), 'ask');
  // With a drive in the root, the text may also be PowerShell, which packs do not cover.
  if (!isWindows) assert.equal(decision({ args: { off: ['pack:rm'] } }), 'pass');
  assert.equal(decision({ scope: 'project', args: { rules: [{ deny: 'delete outside' }] } }), 'deny');
});

test("guard files apply by their owner: a user's rule can pass a call that a project rule asks about", () => {
  const document = (scope: Scope, value: unknown): HookDocument => ({ path: '/x.yaml', scope, value });
  const passes = { rules: [{ pass: 'delete in /srv' }] };
  assert.equal(decision({ scope: 'project', documents: [document('user', passes)] }), 'pass');
  assert.equal(decision({ scope: 'project', documents: [document('project', passes)] }), 'ask');
  assert.equal(decision({ scope: 'project', documents: [document('user', { profile: 'light' })] }), 'pass');
  const stricter = [document('user', { profile: 'light' }), document('project', { profile: 'strict' })];
  assert.equal(decision({ scope: 'project', documents: stricter }), 'ask');
  assert.equal(
    decision({ documents: [document('user', { pack: 'x', tools: [] }), { path: '/y', scope: 'user' }] }),
    'ask',
  );
});

test('a misspelled argument is reported with the nearest known word', () => {
  const { checkArgs, idleArgs, documents } = shellGuard;
  assert.match(checkArgs?.({ rules: [{ deny: 'pussh' }] }) ?? '', /"pussh" is not an effect; did you mean "push"\?/);
  assert.equal(checkArgs?.({ rules: [{ deny: 'push' }] }), undefined);
  const handler = { kind: 'builtin', use: 'shell-guard', args: { rules: [{ pass: 'push' }] } };
  assert.equal(idleArgs?.({ scope: 'project', handler } as unknown as Hook).length, 1);
  assert.equal(idleArgs?.({ scope: 'user', handler } as unknown as Hook).length, 0);
  assert.match(documents?.check({ ruls: [] }, '/g.yaml', () => 1, 'user')[0]?.message ?? '', /did you mean "rules"/);
});

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-guard-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test('the project is the repository around the working folder', (t) => {
  const dir = folder(t);
  mkdirSync(join(dir, '.git'));
  mkdirSync(join(dir, 'sub'));
  const args = { rules: [{ deny: 'delete project' }] };
  assert.match(run({ cwd: join(dir, 'sub'), call: shell('rm -rf ..'), args }).reason ?? '', /the project itself/);
});

test('rules for a linked work tree apply only if its repository lists the work tree', (t) => {
  const dir = folder(t);
  const tree = join(dir, 'tree');
  mkdirSync(join(dir, 'repo'));
  initRepository(join(dir, 'repo'), { 'a.txt': 'x' });
  git(join(dir, 'repo'), 'worktree', 'add', tree);
  const given: Call = {
    cwd: tree,
    args: { rules: [{ pass: 'discard in work tree' }] },
    call: shell('git reset --hard'),
  };
  assert.equal(decision(given), 'pass');
  assert.equal(decision({ ...given, cwd: join(dir, 'repo') }), 'ask');
  rmSync(join(dir, 'repo/.git/worktrees/tree/gitdir'));
  assert.equal(decision(given), 'ask');
});

test('a path through a link is judged by its target', (t) => {
  const dir = folder(t);
  mkdirSync(join(dir, '.git'));
  symlinkSync('/etc', join(dir, 'build'));
  assert.equal(decision({ cwd: dir, call: shell('rm -rf build/') }), 'deny');
});

test("the agent's environment cannot declare every folder temporary", () => {
  const inTemp = (TMPDIR: string, path: string) =>
    decision({ env: { HOME: '/home/dev', TMPDIR }, call: shell(`rm -rf ${path}`) });
  for (const bad of ['/', '/home/dev', '/tmp/../home', '']) assert.equal(inTemp(bad, '/home/dev/x'), 'deny', bad);
  assert.equal(inTemp('/var/folders/ab/T/', '/var/folders/ab/T/x'), 'pass');
});

test('packs in guard files are applied by the guard', () => {
  const value = { pack: 'ours', tools: ['ourctl'], shapes: [{ 'wipe **': 'destroy db' }] };
  const documents: readonly HookDocument[] = [{ path: '/g/ours.yaml', scope: 'project', value }];
  assert.equal(decision({ scope: 'project', documents, call: shell('sudo ourctl wipe all') }), 'ask');
  assert.equal(decision({ scope: 'project', call: shell('sudo ourctl wipe all') }), 'pass');
  assert.match(shellGuard.documents?.check({ pack: 'x', tols: [] }, '/g', () => 3, 'user')[0]?.message ?? '', /tols/);
});

test('rules without effect in a guard file are warnings', () => {
  assert.equal(documentFolders[shellGuard.documents?.folder ?? ''], shellGuard.name);
  const problemsOf = (value: unknown, scope: Scope) =>
    (shellGuard.documents?.check(value, '/g.yaml', () => 1, scope) ?? []).map(
      ({ severity, message }) => `${severity} ${message}`,
    );
  const mild = { rules: [{ pass: 'push' }], profile: 'light' };
  assert.match(
    problemsOf(mild, 'project').join('\n'),
    /warning rule "pass: push" has no effect[\s\S]*warning "profile: light" has no effect/,
  );
  assert.deepEqual(problemsOf(mild, 'user'), []);
  assert.match(
    problemsOf({ rules: [{ deny: 'push', until: '2020-01-01' }] }, 'user').join(),
    /warning .* expired on 2020-01-01/,
  );
  assert.match(problemsOf(null, 'user').join(), /warning the file is empty/);
});
