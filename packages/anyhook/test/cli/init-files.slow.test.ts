import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { test } from 'node:test';
import { loadInstalls } from '../../src/agents/index.js';
import { hookMdWithScript } from './harness.js';
import {
  callEntry,
  type EntryRow,
  entryCommand,
  entryRows,
  type InitMachine,
  initMachine,
  shellPayload,
  terminal,
} from './init-world.js';

const installs = await loadInstalls();

const init = (here: InitMachine, { agent, scope }: Pick<EntryRow, 'agent' | 'scope'>) =>
  here.run(['init', '--agent', agent, '--scope', scope, '--yes']);
const uninstall = (here: InitMachine) => here.run(['uninstall', '--yes'], terminal);

/** A file that `init` edits, with possible content of its owner and content that breaks it. */
interface Format extends Omit<EntryRow, 'before'> {
  readonly what: string;
  readonly mine: string;
  readonly broken: string;
}

const toml = '# mine\r\ntheme = "dark"\r\n\r\n[a] # b\r\nc = """\r\n[[hooks]]\r\n"""\r\n';
const agent = '{\n\t"name": "mine",\n\t"tools": ["*"],\n\t"hooks": { "stop": [{ "command": "npm test" }] }\n}';
const formats: readonly Format[] = [
  ...entryRows
    .filter(({ file }) => file.endsWith('.json'))
    .map(({ agent, scope, file }) => ({
      what: `${agent}, ${scope}`,
      agent,
      scope,
      file,
      mine: '{\r\n    "mine" : [1,\r\n2]\r\n}',
      broken: '{ "a": 1,, }',
    })),
  { what: 'kimi', agent: 'kimi', scope: 'user', file: '~/.kimi/config.toml', mine: toml, broken: 'a = [1\n' },
  {
    what: 'kimi, as it writes its settings',
    agent: 'kimi',
    scope: 'user',
    file: '~/.kimi/config.toml',
    mine: 'default_model = ""\nhooks = []\n\n[models]\n\n[loop_control]\nmax_steps = 500\n',
    broken: 'hooks = {}\n',
  },
  {
    what: 'codex, trust',
    agent: 'codex',
    scope: 'user',
    file: '~/.codex/config.toml',
    mine: toml,
    broken: 'a = 1\na = 2\n',
  },
  { what: 'kiro, an agent', agent: 'kiro', scope: 'user', file: '~/.kiro/agents/dev.json', mine: agent, broken: '{' },
  {
    what: 'kiro, an agent of a project',
    agent: 'kiro',
    scope: 'project',
    file: '.kiro/agents/dev.json',
    mine: agent,
    broken: '{',
  },
];

for (const { what, agent, scope, file, mine, broken } of formats) {
  const row = { agent, scope };

  test(`${what}: init, a second init and uninstall leave content and mode as they were`, async (t) => {
    const here = initMachine(t);
    here.put(file, mine);
    chmodSync(here.at(file), 0o600);
    const before = here.tree();
    assert.equal((await init(here, row)).code, 0);
    const written = here.tree();
    assert.notDeepEqual(written[here.at(file)], before[here.at(file)]);
    assert.match(written[here.at(file)] ?? '', /^600 /);
    assert.match((await init(here, row)).stdout, /^nothing to write$/m);
    assert.deepEqual(here.tree(), written);
    assert.equal((await uninstall(here)).code, 0);
    assert.deepEqual(here.tree(), before);
  });

  test(`${what}: after an edit by others, uninstall removes only our entries`, async (t) => {
    const here = initMachine(t);
    here.put(file, mine);
    await init(here, row);
    const edit = (text: string) => text.replace('mine', 'ours now').replace('500', '501');
    here.put(file, edit(here.get(file)));
    assert.equal((await uninstall(here)).code, 0);
    assert.equal(here.get(file), edit(mine));
  });

  test(`${what}: a link stays a link, and its target is written`, async (t) => {
    const here = initMachine(t);
    here.put('~/dotfiles/settings', mine);
    mkdirSync(dirname(here.at(file)), { recursive: true });
    symlinkSync(here.at('~/dotfiles/settings'), here.at(file));
    const before = here.tree();
    await init(here, row);
    assert.match(here.get('~/dotfiles/settings'), /anyhook/);
    assert.equal(here.tree()[here.at(file)], before[here.at(file)]);
    await uninstall(here);
    assert.deepEqual(here.tree(), before);
  });

  const bad: readonly [string, (here: InitMachine) => void, RegExp][] = [
    ['a syntax error', (here) => here.put(file, broken), /line \d+: |expected a list of tables/],
    ['bytes that are not text', (here) => here.put(file, Buffer.from([0x80, 0, 0xff])), /expected UTF-8/],
    ['zeros', (here) => here.put(file, Buffer.alloc(64)), /line 1: |expected an object/],
    ['too much', (here) => here.put(file, `${' '.repeat(4 * 1024 * 1024)}{}`), /larger than 4194304 bytes/],
    ['brackets without end', (here) => here.put(file, '['.repeat(200_000)), /deep|no end|line 1/],
    ['a folder instead of the file', (here) => mkdirSync(here.at(file), { recursive: true }), /expected a file/],
    [
      'no right to write',
      (here) => {
        here.put(file, mine);
        chmodSync(here.at(file), 0o444);
      },
      /it is read-only; make it writable first \(chmod u\+w\)/,
    ],
    [
      'a folder that is read-only',
      (here) => {
        here.put(file, mine);
        chmodSync(dirname(here.at(file)), 0o555);
      },
      /the folder .* is read-only; make it writable first \(chmod u\+w\)/,
    ],
  ];
  for (const [why, spoil, said] of bad) {
    test(`${what}: ${why} is refused with the file's name, and nothing is written`, async (t) => {
      const here = initMachine(t);
      spoil(here);
      const before = here.tree();
      const { code, stdout, stderr } = await init(here, row);
      const after = here.tree();
      chmodSync(dirname(here.at(file)), 0o755);
      assert.deepEqual([code, stderr], [1, '']);
      assert.ok(stdout.includes(dirname(here.at(file))), stdout);
      assert.match(stdout, said);
      assert.deepEqual(after, before);
    });
  }
}

test('an agent with a broken file is named at the end, and the others are connected', async (t) => {
  const here = initMachine(t);
  here.put('~/.kimi/config.toml', 'a = \n');
  here.put('~/.cursor/hooks.json', '{}');
  const { code, stdout } = await here.run(['init', '--yes']);
  assert.equal(code, 1);
  assert.match(stdout, /problem +.*config\.toml: line 1: .*nothing was changed; fix the file first/);
  assert.match(here.get('~/.cursor/hooks.json'), /anyhook-hook/);
  assert.equal(here.get('~/.kimi/config.toml'), 'a = \n');
});

test('Kimi CLI has no project settings: naming it is an error, otherwise it is left out', async (t) => {
  const here = initMachine(t);
  mkdirSync(here.at('~/.kimi'));
  mkdirSync(here.at('~/.cursor'));
  const named = await init(here, { agent: 'kimi', scope: 'project' });
  assert.equal(named.code, 1);
  assert.match(named.stdout, /problem +it has no project settings; use --scope user$/m);
  const all = await here.run(['init', '--scope', 'project', '--yes']);
  assert.equal(all.code, 0);
  assert.doesNotMatch(all.stdout, /Kimi/);
});

test('init writes to KIMI_SHARE_DIR', async (t) => {
  const here = initMachine(t);
  const env = { KIMI_SHARE_DIR: join(here.home, 'share') };
  await here.run(['init', '--agent', 'kimi', '--yes'], { env });
  assert.match(here.get('~/share/config.toml'), /^\[\[hooks\]\] # written by "anyhook init"$/m);
});

test('each Kiro agent file gets the CLI 2 events and our own file those of CLI 3; no agent file is created', async (t) => {
  const here = initMachine(t);
  here.put('~/.kiro/agents/one.json', '{}\n');
  here.put('~/.kiro/agents/two.json', '{}\n');
  here.put('~/.kiro/agents/notes.md', 'mine\n');
  const { stdout } = await init(here, { agent: 'kiro', scope: 'user' });
  for (const name of ['one', 'two']) {
    const { hooks } = JSON.parse(here.get(`~/.kiro/agents/${name}.json`)) as { hooks: Record<string, object[]> };
    assert.deepEqual(Object.keys(hooks), ['userPromptSubmit', 'preToolUse', 'postToolUse', 'stop']);
    assert.match(JSON.stringify(hooks['preToolUse']), /"timeout_ms":32000/);
  }
  const own = JSON.parse(here.get('~/.kiro/hooks/anyhook.json')) as { version: string; hooks: { trigger: string }[] };
  assert.equal(own.version, 'v1');
  assert.deepEqual(
    own.hooks.map(({ trigger }) => trigger),
    ['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'Stop'],
  );
  assert.doesNotMatch(stdout, /to do: Kiro/);
});

test('a call that Kiro sends through both its hook file and an agent is evaluated once and refused twice', async (t) => {
  const here = initMachine(t, {
    ...hookMdWithScript('no-rm', 'before_tool', 'echo ran >> "$HOME/ran"; echo "never that" >&2; exit 2'),
  });
  here.put('~/.kiro/agents/one.json', '{}\n');
  await here.run(['trust', '--yes'], terminal);
  await init(here, { agent: 'kiro', scope: 'user' });
  const row: EntryRow = { agent: 'kiro', scope: 'user', file: '~/.kiro/hooks/anyhook.json', before: 'PreToolUse' };
  const agents = JSON.parse(here.get('~/.kiro/agents/one.json')) as { hooks: Record<string, { command: string }[]> };
  const payload = shellPayload(row, 'rm -rf /', here.dir);
  const first = callEntry(here, entryCommand(here, row), payload);
  const second = callEntry(
    here,
    agents.hooks['preToolUse']?.[0]?.command ?? '',
    payload.replace('PreToolUse', 'preToolUse'),
  );
  for (const { status, stderr } of [first, second]) {
    assert.equal(status, 2);
    assert.match(stderr, /never that/);
  }
  assert.equal(here.get('~/ran'), 'ran\n');
});

test('without a Kiro agent file, the user is told what CLI 2 needs', async (t) => {
  const here = initMachine(t);
  const { stdout } = await init(here, { agent: 'kiro', scope: 'project' });
  assert.match(stdout, /^to do: Kiro CLI 2 knows hooks only as part of an agent, .* init again/m);
});

test('one broken Kiro agent file is named, and no Kiro file is changed', async (t) => {
  const here = initMachine(t);
  here.put('~/.kiro/agents/good.json', '{}\n');
  here.put('~/.kiro/agents/worse.json', '{,}\n');
  const before = here.tree();
  const { code, stdout } = await init(here, { agent: 'kiro', scope: 'user' });
  assert.equal(code, 1);
  assert.match(stdout, /worse\.json: line 1: /);
  assert.deepEqual(here.tree(), before);
});

test('agents that were never tested with a real run are marked wherever init lists them', async (t) => {
  const here = initMachine(t);
  const { stdout } = await here.run(['init', '--dry-run', '--agent', 'kiro', 'cursor', 'kimi', 'windsurf', 'codex']);
  for (const title of ['Kiro', 'Cursor', 'Kimi CLI', 'Windsurf'])
    assert.match(stdout, new RegExp(`^${title} \\(documented only\\) {2}not found`, 'm'));
  assert.match(stdout, /^Codex CLI {2}not found/m);
  const { hosts: agents } = await here.json<{ hosts: { host: string; documentedOnly: boolean }[] }>([
    ...['init', '--dry-run', '--json', '--agent', 'cursor', 'codex'],
  ]);
  assert.deepEqual(
    agents.map(({ documentedOnly }) => documentedOnly),
    [true, false],
  );
});

test("Cursor's entries fail closed if the user sets failClosed, and fail open again after the next init", async (t) => {
  const here = initMachine(t);
  here.put('~/.config/anyhook/config.yaml', 'failClosed: true\n');
  await init(here, { agent: 'cursor', scope: 'user' });
  assert.match(here.get('~/.cursor/hooks.json'), /"failClosed": true/);
  here.put('~/.config/anyhook/config.yaml', '');
  await init(here, { agent: 'cursor', scope: 'user' });
  assert.doesNotMatch(here.get('~/.cursor/hooks.json'), /failClosed/);
});

/** Runs the real program, several at a time. */
const runConcurrently = (here: InitMachine, calls: readonly (readonly string[])[]): Promise<unknown[]> =>
  Promise.all(
    calls.map(
      (args) =>
        new Promise((done) => {
          const all = [resolve('packages/anyhook/bin/anyhook.cjs'), 'init', '--yes', ...args];
          spawn(process.execPath, all, { cwd: here.dir, env: here.env, stdio: 'ignore' }).on('exit', done);
        }),
    ),
  );

test('concurrent inits for all agents lose no entry and corrupt no file', async (t) => {
  const here = initMachine(t);
  const json = entryRows.filter(({ file, scope }) => scope === 'user' && file.endsWith('.json'));
  for (const { file } of json) here.put(file, '{\n  "mine": 1\n}\n');
  here.put('~/.kimi/config.toml', 'mine = 1\n');
  const before = here.tree();
  const agents = installs.map(({ agent }) => ['--agent', agent]);
  const codes = await runConcurrently(here, [...agents, ...agents]);
  assert.deepEqual(new Set(codes), new Set([0]));
  const between = here.tree();
  assert.deepEqual(
    await runConcurrently(here, agents),
    agents.map(() => 0),
  );
  assert.deepEqual(here.tree(), between);
  for (const { file } of json) assert.equal((JSON.parse(here.get(file)) as { mine: number }).mine, 1);
  assert.equal(here.get('~/.kimi/config.toml').match(/PreToolUse/g)?.length, 1);
  await uninstall(here);
  assert.deepEqual(here.tree(), before);
});

test('two concurrent inits with different events keep the events of both', async (t) => {
  const here = initMachine(t);
  const events = ['SessionStart', 'SessionEnd', 'Notification', 'PreCompact'];
  for (const agent of ['claude-code', 'kimi']) {
    assert.deepEqual(
      await runConcurrently(
        here,
        events.map((event) => ['--agent', agent, '--event', event]),
      ),
      [0, 0, 0, 0],
    );
    const text = here.get(agent === 'kimi' ? '~/.kimi/config.toml' : '~/.claude/settings.json');
    for (const event of [...events, 'Stop', 'PreToolUse']) assert.equal(text.split(`"${event}"`).length, 2, event);
  }
});

test('an entry for an event unknown to all versions lets the agent continue', (t) => {
  const here = initMachine(t);
  for (const agent of ['kiro', 'cursor', 'kimi', 'windsurf']) {
    const input = JSON.stringify({ hook_event_name: 'FromTheFuture', agent_action_name: 'pre_future', version: '99' });
    const command = `${process.execPath} ${resolve('packages/anyhook/bin/anyhook.cjs')} run --host ${agent}`;
    assert.deepEqual(callEntry(here, command, input), { status: 0, stdout: '', stderr: '' }, agent);
  }
});
