import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createEngine } from '../src/api/create-engine.js';
import { type TestProject, testProject } from './cli/harness.js';
import { needsRoot, otherUser, UserWorld } from './support/other-user.js';
import { noLinks, noModes } from './support/systems.js';

/** The user's own config is remembered: a change that makes it guard less asks until a person confirms it. */

const program = resolve('packages/anyhook/bin/anyhook.cjs');
const guard = `hooks:
  - { id: shell-guard, on: [tool.before, prompt.submit], use: shell-guard, onFailure: ask }
  - { id: secrets, on: tool.before, use: secrets }
  - { id: context, on: session.start, use: project-brief }
`;

/** A user with a config, whose first event was answered. */
class User {
  readonly project: TestProject;
  constructor(
    t: TestContext,
    config = guard,
    readonly more: Readonly<Record<string, string>> = {},
  ) {
    this.project = testProject(t);
    this.write(config);
    for (const [name, text] of Object.entries(more)) this.put(name, text);
    assert.equal(this.ask(), undefined);
  }

  at(name: string): string {
    return join(this.project.env['HOME'] ?? '', name);
  }

  get config(): string {
    return this.at('.config/anyhook/config.yaml');
  }

  put(name: string, text: string): void {
    mkdirSync(dirname(this.at(name)), { recursive: true });
    writeFileSync(this.at(name), text);
  }

  write(text: string): void {
    this.put('.config/anyhook/config.yaml', text);
  }

  /** The reason why a harmless command asks; undefined if it passes. */
  ask(command = 'ls'): string | undefined {
    const call = { hook_event_name: 'PreToolUse', session_id: 's', cwd: this.project.dir, tool_name: 'Bash' };
    const { stdout, stderr } = spawnSync(process.execPath, [program, 'run', '--host', 'claude-code'], {
      cwd: this.project.dir,
      env: this.project.env,
      input: JSON.stringify({ ...call, tool_input: { command } }),
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.equal(stderr, '');
    const answer = (JSON.parse(stdout || '{}') as { hookSpecificOutput?: Record<string, string> }).hookSpecificOutput;
    if (answer === undefined) return undefined;
    assert.equal(answer['permissionDecision'], 'ask');
    return answer['permissionDecisionReason'] ?? '';
  }

  run(...args: string[]) {
    return this.project.run(args, { columns: 200, env: { NO_COLOR: '1' } });
  }

  get state(): string {
    return join(this.project.env['XDG_STATE_HOME'] ?? '', 'anyhook');
  }
}

/** Ways in which a config guards less, and the message for each. */
const losses: readonly [string, (user: User) => void, RegExp, skip?: string | false][] = [
  ['is deleted', ({ config }) => rmSync(config), /config\.yaml is gone/],
  ['is emptied', (user) => user.write(''), /shell-guard is gone/],
  ['says {}', (user) => user.write('{}\n'), /secrets is gone/],
  [
    'is replaced by one that disables everything',
    (user) => user.write('disabled: [shell-guard, self-protection]\n'),
    /"disabled" names self-protection/,
  ],
  [
    'disables a guard',
    (user) => user.write(`${guard}disabled: [shell-guard]\n`),
    /shell-guard is off \(in the disabled list of the config\)/,
  ],
  ['disables self-protection', (user) => user.write(`${guard}disabled: [self-protection]\n`), /names self-protection/],
  [
    'disables a guard by the name of a new hook',
    (user) =>
      user.write(`${guard}  - { id: self-protection, on: session.start, run: 'true' }\ndisabled: [self-protection]\n`),
    /names self-protection/,
  ],
  ['loses one hook', (user) => user.write(guard.replace(/.*id: secrets.*\n/, '')), /secrets is gone/],
  ['loses one event', (user) => user.write(guard.replace('[tool.before, prompt.submit]', 'prompt.submit')), /is gone/],
  [
    'runs another builtin by the same name',
    (user) => user.write(guard.replace('use: secrets', 'use: config-protection')),
    /secrets runs config-protection now, and ran secrets/,
  ],
  ['runs a command by the same name', (user) => user.write(guard.replace('use: secrets', "run: 'true'")), /"true" now/],
  ['has enabled: false', (user) => user.write(guard.replace('onFailure: ask', 'enabled: false')), /enabled: false/],
  ['has mode: shadow', (user) => user.write(`${guard}mode: shadow\n`), /shell-guard is off \(mode: shadow\)/],
  [
    'has blocking: false',
    (user) => user.write(`${guard}overrides: { secrets: { blocking: false } }\n`),
    /secrets is off \(blocking: false\)/,
  ],
  ['has async: true', (user) => user.write(guard.replace('use: secrets', 'use: secrets, async: true')), /async: true/],
  ['relaxes onFailure', (user) => user.write(guard.replace('onFailure: ask', 'onFailure: open')), /had "ask"/],
  [
    'narrows a matcher',
    (user) => user.write(guard.replace('use: secrets', 'use: secrets, match: { tool: never }')),
    /secrets matches less than before/,
  ],
  [
    'adds a pass rule for a denied command',
    (user) => user.write(guard.replace('use: shell-guard', "use: shell-guard, args: { rules: [{ pass: 'delete' }] }")),
    /shell-guard has different args \(rules\)/,
  ],
  [
    'adds a pass rule in a file next to it',
    (user) => user.put('.config/anyhook/guard/x.yaml', "rules:\n  - pass: 'delete'\n"),
    /different rules next to the config \(rules\)/,
  ],
  [
    'overrides hooks elsewhere',
    (user) => user.write(`${guard}overrides: { x: { enabled: false } }\n`),
    /"overrides\.x/,
  ],
  ['trusts every project', (user) => user.write(`${guard}trust: project\n`), /"trust" is project, and was ask/],
  ['no longer shares hooks', (user) => user.write(`${guard}share: false\n`), /"share" is false, and was true/],
  ['sets a lighter profile', (user) => user.write(`${guard}profile: minimal\n`), /"profile" is minimal/],
  ['is not YAML', (user) => user.write('hooks: [\n'), /config\.yaml/],
  ['is a list', (user) => user.write('- x\n'), /config\.yaml/],
  [
    'is a folder',
    ({ config }) => {
      rmSync(config);
      mkdirSync(config);
    },
    /config\.yaml/,
  ],
  [
    'is a link loop',
    ({ config }) => {
      rmSync(config);
      symlinkSync(config, config);
    },
    /config\.yaml/,
    noLinks,
  ],
  [
    'is a broken link',
    ({ config }) => {
      rmSync(config);
      symlinkSync('/nowhere/config.yaml', config);
    },
    /config\.yaml/,
    noLinks,
  ],
];
for (const [what, lose, told, skip = false] of losses) {
  test(`a config that ${what} asks before a call until it is back`, { skip }, (t) => {
    const user = new User(t);
    lose(user);
    assert.match(user.ask() ?? '', told);
    assert.match(user.ask() ?? '', told, 'the cached snapshot also asks');
    rmSync(user.config, { recursive: true, force: true });
    rmSync(user.at('.config/anyhook/guard'), { recursive: true, force: true });
    user.write(guard);
    assert.equal(user.ask(), undefined);
  });
}

test('a config that is a FIFO asks and does not hang', { skip: noModes }, (t) => {
  const user = new User(t);
  rmSync(user.config);
  assert.equal(spawnSync('mkfifo', [user.config]).status, 0);
  assert.match(user.ask() ?? '', /config\.yaml/);
});

/** Edits that do not loosen anything. */
const harmless: readonly [string, string][] = [
  ['a comment', `# mine\n${guard}`],
  ['another hook', `${guard}  - { on: tool.before, use: config-protection }\n`],
  ['another order', guard.replace(/(.*id: shell-guard.*\n)(.*id: secrets.*\n)/, '$2$1')],
  ['another name', guard.replace('id: secrets', 'id: keys')],
  ['no hook that only informs', guard.replace(/.*id: context.*\n/, '')],
  ['a disabled hook that only informs', `${guard}disabled: [context]\n`],
  ['a stricter onFailure', guard.replace('onFailure: ask', 'onFailure: closed')],
  ['a rule that denies', guard.replace('use: shell-guard', "use: shell-guard, args: { rules: [{ deny: 'push' }] }")],
  ['a stricter profile', guard.replace('use: shell-guard', 'use: shell-guard, args: { profile: strict }')],
  ['a longer time limit', guard.replace('use: secrets', 'use: secrets, timeoutMs: 60000')],
  ['failClosed', `${guard}failClosed: true\n`],
  ['settings of the journal', `${guard}journal: { days: 7 }\n`],
];
for (const [what, text] of harmless) {
  test(`a config with ${what} does not ask`, (t) => {
    const user = new User(t);
    user.write(text);
    assert.equal(user.ask(), undefined);
  });
}

test('additions to a config are remembered without a question', (t) => {
  const user = new User(t, 'version: 1\n');
  user.write(guard);
  assert.equal(user.ask(), undefined);
  user.write('version: 1\n');
  assert.match(user.ask() ?? '', /shell-guard is gone/);
});

test('a loosened config is named by list and doctor until a person confirms it with "anyhook trust"', async (t) => {
  const user = new User(t);
  user.write(guard.replace(/.*id: secrets.*\n/, ''));
  assert.match(user.ask() ?? '', /confirm it with "anyhook trust" in a terminal/);
  assert.match(
    (await user.run('list')).stdout,
    /your config guards less than before: in .*config\.yaml, secrets is gone/,
  );
  assert.match((await user.run('doctor')).stdout, /✗ your config guards less .*secrets is gone \[config-loosened\]/);
  const inAgent = await user.project.run(['trust', '--yes'], { columns: 200, env: { CLAUDECODE: '1' } });
  assert.notEqual(inAgent.code, 0);
  assert.match(user.ask() ?? '', /secrets is gone/);
  const { code, stdout } = await user.run('trust', '--yes');
  assert.deepEqual([code, /confirmed your config as it is now/.test(stdout)], [0, true]);
  assert.equal(user.ask(), undefined);
  user.write('version: 1\n');
  assert.match(user.ask() ?? '', /shell-guard is gone/);
});

test('the loss of the config can be confirmed as well', async (t) => {
  const user = new User(t);
  rmSync(user.config);
  assert.match(user.ask() ?? '', /is gone/);
  assert.equal((await user.run('trust', '--yes')).code, 0);
  assert.equal(user.ask(), undefined);
});

test('an unreadable record asks until a person writes a new one', async (t) => {
  const user = new User(t);
  const [name = ''] = readdirSync(join(user.state, 'own-config'));
  const record = join(user.state, 'own-config', name);
  writeFileSync(record, '{}');
  assert.match(user.ask() ?? '', /anyhook does not know what .*config\.yaml guarded: .* cannot be read/);
  assert.equal((await user.run('trust', '--yes')).code, 0);
  assert.equal(user.ask(), undefined);
});

test('after init connected an agent, a missing record asks; uninstall removes all traces', async (t) => {
  const user = new User(t);
  const { code } = await user.run('init', '--yes', '--agent', 'claude-code');
  assert.equal(code, 0);
  const mark = user.at('.local/share/anyhook/config-is-remembered');
  assert.equal(user.ask(), undefined);
  user.write(`${guard}  - { on: tool.before, use: config-protection }\n`);
  assert.equal(user.ask(), undefined);
  assert.ok(existsSync(mark));
  rmSync(user.state, { recursive: true });
  user.write('');
  assert.match(user.ask() ?? '', /anyhook no longer knows what .*config\.yaml guarded: .* is gone/);
  assert.equal((await user.run('trust', '--yes')).code, 0);
  assert.equal(user.ask(), undefined);
  assert.equal((await user.run('uninstall', '--yes')).code, 0);
  assert.ok(!existsSync(mark));
});

test('after init connected an agent, a first config that switches guards off asks', async (t) => {
  const user = new User(t, '');
  rmSync(user.config);
  assert.equal((await user.run('init', '--yes', '--scope', 'project', '--agent', 'claude-code')).code, 0);
  mkdirSync(user.at('.local/share/anyhook/bin'), { recursive: true });
  assert.equal(user.ask(), undefined);
  user.write('disabled: [self-protection]\n');
  assert.match(user.ask() ?? '', /"disabled" names self-protection/);
});

test('a disabled name with an @ means a separate hook, unless it is one event of an entry', (t) => {
  const user = new User(t, `${guard}disabled: [team]\n`);
  user.write(`${guard}disabled: ["team@work"]\n`);
  assert.match(user.ask() ?? '', /"disabled" names team@work/);
  user.write(`${guard}disabled: [team, "team@tool.before"]\n`);
  assert.match(user.ask() ?? '', /"disabled" names team@tool\.before/);
  user.write(`${guard}disabled: ["team@tool.before"]\n`);
  assert.equal(user.ask(), undefined);
});

test('changes by a person with anyhook commands need no other confirmation', async (t) => {
  const user = new User(t, 'version: 1\n');
  assert.equal((await user.run('init', '--yes', '--preset', 'shell-guard', '--agent', 'claude-code')).code, 0);
  assert.equal(user.ask(), undefined);
  assert.equal((await user.run('uninstall', '--yes')).code, 0);
  assert.equal(user.ask(), undefined);
});

test('init restores a lost recommended guard, and confirms nothing else', async (t) => {
  const user = new User(t);
  user.write(guard.replace(/.*id: secrets.*\n/, '').replace('onFailure: ask', 'onFailure: open'));
  assert.match(user.ask() ?? '', /shell-guard has .*secrets is gone/s);
  await user.run('init', '--yes', '--agent', 'claude-code');
  const told = user.ask() ?? '';
  assert.match(told, /shell-guard has/);
  assert.doesNotMatch(told, /secrets is gone/);
});

test('the library also asks while a config guards less or another user could have written it', {
  skip: noModes,
}, async (t) => {
  for (const [lose, told] of [
    [(user: User) => user.write('version: 1\n'), /shell-guard is gone/],
    [({ config }: User) => chmodSync(config, 0o666), /every user may write to it/],
  ] as const) {
    const user = new User(t);
    lose(user);
    const { dir: cwd, env } = user.project;
    const engine = await createEngine({ cwd, env });
    const { verdict } = await engine.fire('tool.before', { tool: 'shell', input: { command: 'ls' } });
    assert.equal(verdict.decision, 'ask');
    assert.match(verdict.reason ?? '', told);
  }
});

test('as another user, a folder above the config that cannot be entered asks', {
  skip: needsRoot,
}, (t) => {
  const world = new UserWorld(t);
  world.put('.config/anyhook/config.yaml', guard);
  assert.equal(world.ask(), undefined);
  for (const folder of ['.config', '.config/anyhook']) {
    chmodSync(world.at(folder), 0o000);
    assert.match(world.ask() ?? '', /config\.yaml.*cannot be (?:read|entered)/s, folder);
    chmodSync(world.at(folder), 0o755);
    assert.equal(world.ask(), undefined);
  }
  chmodSync(world.at('.config/anyhook/config.yaml'), 0o000);
  assert.match(world.ask() ?? '', /cannot be read/);
});

test('as another user, a folder above user hooks of an agent that cannot be entered asks', {
  skip: needsRoot,
}, (t) => {
  const world = new UserWorld(t, otherUser);
  const settings = { hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: 'true' }] }] } };
  world.put('.codex/hooks.json', JSON.stringify(settings));
  assert.equal(world.ask(), undefined);
  chmodSync(world.at('.codex'), 0o000);
  assert.match(world.ask() ?? '', /hooks\.json.*cannot be entered/s);
});
