import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Event } from '../../core/event.js';
import type { Hook, HookDocument, Scope } from '../../core/hook.js';
import type { ToolCall } from '../../core/tool.js';
import type { Result } from '../../core/verdict.js';
import { builtinHook } from '../../formats/kit/builtin-hook.js';
import type { SeenEffect } from '../../guard/effect.js';
import { judge } from '../../guard/rules/judge.js';
import type { GuardWorld } from '../../guard/world.js';
import { createShellGuard, type GuardLine } from './shell-guard.js';

/** Every word of a command is a recursive delete of that place; the world that the guard saw is kept. */
function fakeLine(): GuardLine & { seen: GuardWorld[] } {
  const seen: GuardWorld[] = [];
  const effects = (paths: readonly string[], world: GuardWorld): readonly SeenEffect[] => {
    seen.push(world);
    return paths.map((path) => ({
      do: 'delete',
      at: { path, scope: path.startsWith(`${world.root}/`) ? 'inside' : 'outside' },
      recursive: false,
      span: [0, 1],
      via: [],
      call: `rm ${path}`,
      source: 'coreutils:rm',
    }));
  };
  return {
    seen,
    judgeCommand: (command, world, rules) => judge(effects(command.split(' '), world), rules.rules, rules),
    judgeCall: ({ input }, world, rules) => judge(effects(input['paths'] as string[], world), rules.rules, rules),
  };
}

interface Call {
  readonly call?: Partial<ToolCall>;
  readonly args?: unknown;
  readonly scope?: Scope;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly documents?: readonly HookDocument[];
  readonly event?: Partial<Event>;
}

function run(given: Call, line = fakeLine()): { result: Result; world: GuardWorld | undefined } {
  const guard = createShellGuard(line);
  const { args, scope = 'user', cwd = '/p', env = { HOME: '/home/dev' }, documents } = given;
  const handler: Hook['handler'] = { kind: 'builtin', use: 'shell-guard', args, ...(documents && { documents }) };
  const hook = builtinHook({
    id: 'shell-guard',
    dialect: 'x',
    events: ['tool.before'],
    nativeEvent: 'x',
    root: '/p',
    scope,
    handler,
  });
  const call = { kind: 'shell', nativeName: 'Bash', input: { command: '/srv/a' }, ...given.call };
  const event = { name: 'tool.before', cwd, call, ...given.event } as unknown as Event;
  const result = guard.run(event, args, { hook, env, timeoutMs: 1000 });
  return { result: result as Result, world: line.seen[0] };
}

const decision = (given: Call) => run(given).result.decision;

test('it asks with one line, and says what the ask is about', () => {
  const { result } = run({});
  assert.equal(result.decision, 'ask');
  assert.match(result.reason ?? '', /^delete \/srv\/a · outside the project: needs a person by the default rule/);
  assert.deepEqual(result.asksAbout, ['delete {"at":"/srv/a","recursive":false}']);
});

test('it denies by a rule, and has no opinion about the rest; it never allows', () => {
  assert.equal(decision({ args: { rules: [{ deny: 'delete outside' }] } }), 'deny');
  assert.equal(decision({ args: { rules: [{ pass: '*' }] } }), 'pass');
  assert.equal(decision({ call: { input: { command: '/p/dist' } } }), 'pass');
});

test('a command of words is quoted, so that each word stays one', () => {
  const { world, result } = run({ call: { input: { command: ['/p/a', '/srv/b'], workdir: 'sub' } } });
  assert.deepEqual([world?.cwd, world?.root, result.decision], ['/p/sub', '/p', 'ask']);
});

test('other tools are judged by their effects', () => {
  assert.equal(decision({ call: { kind: 'edit', input: { paths: ['/srv/x'] } } }), 'ask');
  assert.equal(decision({ call: { kind: 'edit', input: { paths: ['/p/x'] } } }), 'pass');
});

test('a prompt that takes a file along is told to the user, or denied by a rule', () => {
  const event = { name: 'prompt.submit', prompt: 'x', files: ['/srv/key'] } as Partial<Event>;
  const { result } = run({ event });
  assert.equal(result.decision, 'pass');
  assert.match(result.messages?.[0] ?? '', /needs a person/);
  assert.equal(decision({ event, args: { rules: [{ deny: 'delete outside' }] } }), 'deny');
  assert.equal(decision({ event: { ...event, files: [] } as Partial<Event> }), 'pass');
});

test('a project can make it stricter, and not milder', () => {
  assert.equal(decision({ scope: 'project', args: { rules: [{ pass: '*' }], profile: 'light' } }), 'ask');
  assert.equal(decision({ scope: 'project', args: { off: ['pack:coreutils'] } }), 'ask');
  assert.equal(decision({ scope: 'project', args: { rules: [{ deny: 'delete outside' }] } }), 'deny');
});

test('guard files count by their owner: a person can pass what a project only asks about', () => {
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

test('arguments are checked with the word that is wrong', () => {
  const { checkArgs, idleArgs, documents } = createShellGuard(fakeLine());
  assert.match(checkArgs?.({ rules: [{ deny: 'pussh' }] }) ?? '', /"pussh" is not an effect; did you mean "push"\?/);
  assert.equal(checkArgs?.({ rules: [{ deny: 'push' }] }), undefined);
  const handler = { kind: 'builtin', use: 'shell-guard', args: { rules: [{ pass: 'push' }] } };
  assert.equal(idleArgs?.({ scope: 'project', handler } as unknown as Hook).length, 1);
  assert.equal(idleArgs?.({ scope: 'user', handler } as unknown as Hook).length, 0);
  assert.match(documents?.check({ ruls: [] }, '/g.yaml', () => 1)[0]?.message ?? '', /did you mean "rules"/);
});

function folder(t: TestContext): string {
  const dir = mkdtempSync(join(tmpdir(), 'anyhook-guard-'));
  t.after(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

test('the project is the repository around the folder', (t) => {
  const dir = folder(t);
  mkdirSync(join(dir, '.git'));
  mkdirSync(join(dir, 'sub'));
  assert.equal(run({ cwd: join(dir, 'sub') }).world?.root, dir);
});

test('a linked work tree may have rules of its own', (t) => {
  const dir = folder(t);
  const args = { rules: [{ pass: 'delete in work tree' }] };
  const call = { input: { command: `${dir}-else ${dir}/x` } };
  writeFileSync(join(dir, '.git'), 'gitdir: /home/dev/shop/.git/modules/x\n');
  const rules = (one: Call) => run(one).result.logs ?? [];
  assert.equal(rules({ cwd: dir, args, call }).length, 1);
  writeFileSync(join(dir, '.git'), 'gitdir: /home/dev/shop/.git/worktrees/x\n');
  const all = { rules: [{ pass: 'delete in work tree' }, { deny: 'delete' }] };
  assert.equal(decision({ cwd: dir, args: all, call: { input: { command: `${dir}/x` } } }), 'pass');
});

test('the environment of an agent cannot make everything temporary', () => {
  const temp = (TMPDIR: string) => run({ env: { HOME: '/home/dev', TMPDIR } }).world?.temp ?? [];
  for (const bad of ['/', '/home/dev', '/tmp/../home', '', '/tmpx'])
    assert.ok(!temp(bad).includes(bad) && temp(bad).length === 4, bad);
  assert.ok(temp('/var/folders/ab/T/').includes('/var/folders/ab/T'));
});
