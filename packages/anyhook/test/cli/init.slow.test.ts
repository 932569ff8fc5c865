import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { withOddity } from '../../../../e2e/settings-oddity.js';
import { findAgent, loadInstalls } from '../../src/agents/index.js';
import { type SettingsOddity, toleratesOddity } from '../../src/agents/kit/settings-oddities.js';
import { makeRepository } from '../support/make-repository.js';
import {
  callEntry,
  type EntryRow,
  entryCommand,
  entryRows,
  guards,
  type InitMachine,
  initMachine,
  shellPayload,
  terminal,
} from './init-world.js';

const installs = await loadInstalls();

const init = (here: InitMachine, { agent, scope }: Pick<EntryRow, 'agent' | 'scope'>, ...more: string[]) =>
  here.run(['init', '--agent', agent, '--scope', scope, '--yes', ...more]);
const uninstall = (here: InitMachine, ...more: string[]) => here.run(['uninstall', '--yes', ...more], terminal);
const isJson = ({ file }: EntryRow) => file.endsWith('.json');
const isPlugin = ({ file }: EntryRow) => file.endsWith('.ts');

/** What a settings file may contain before init. */
const originals: readonly [string, (hooks: string) => string, SettingsOddity?][] = [
  ['nothing', () => ''],
  ['an empty object', () => '{}'],
  [
    'comments and odd formatting',
    (hooks) => `// mine\n{ "model": "x" /* why */,\n\t "hooks" : ${hooks} // end\n  , "z":[1,\n2] }\n`,
    'comment',
  ],
  ['CRLF', (hooks) => `{\r\n    "a": 1,\r\n    "hooks": ${hooks}\r\n}\r\n`],
  ['no line break at the end', (hooks) => `{\n  "hooks": ${hooks},\n  "b": true\n}`],
  ['one line', (hooks) => `{"a":{"b":[]},"hooks":${hooks}}`],
  ['a trailing comma', (hooks) => `{\n\t"hooks": ${hooks},\n\t"a": 1,\n}\n`, 'trailing comma'],
  ['a byte order mark', (hooks) => `\uFEFF{\n  "hooks": ${hooks}\n}\n`, 'byte order mark'],
  ['a duplicate key', (hooks) => `{\n  "hooks": {},\n  "hooks": ${hooks}\n}\n`, 'duplicate key'],
  ['no hooks at all', () => '{\n  "theme": "dark"\n}\n'],
];
/** Someone else's hooks at the same event. */
const foreign = ({ agent, before }: EntryRow): string =>
  agent === 'kiro'
    ? `[{ "name": "mine", "trigger": "${before}", "action": { "type": "command", "command": "true" } }]`
    : `{"${before}": [{ "matcher": "x", "hooks": [{ "type": "command", "command": "true" }] }]}`;

/** droid's file has events at the top level, so any other key there would be read as an event. */
const droidText = (oddity?: SettingsOddity): string =>
  withOddity[oddity ?? 'unknown event']('{\r\n  "Stop": []\r\n}\r\n', []);

for (const row of entryRows) {
  const name = `${row.agent}, ${row.scope}`;

  test(`${name}: init writes, a second init writes nothing, uninstall leaves no trace`, async (t) => {
    const here = initMachine(t);
    const before = here.tree();
    const first = await init(here, row);
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.match(first.stdout, /^wrote \d files? and a copy of anyhook; /m);
    assert.ok(existsSync(here.at(row.file)));
    const between = here.tree();
    const second = await init(here, row);
    assert.match(second.stdout, /^nothing to write$/m);
    assert.deepEqual(here.tree(), between);
    const gone = await uninstall(here);
    assert.deepEqual([gone.code, gone.stderr], [0, '']);
    assert.deepEqual(here.tree(), before);
  });

  test(`${name}: the entry, run by sh in a minimal environment, refuses a real payload`, async (t) => {
    const here = initMachine(t);
    await here.run(['trust', '--yes'], terminal);
    await init(here, row);
    const command = entryCommand(here, row);
    const refused = callEntry(here, command, shellPayload(row, 'rm -rf /', here.dir));
    assert.match(refused.stdout + refused.stderr, /never that/);
    const passed = callEntry(here, command, shellPayload(row, 'ls', here.dir));
    // By this a plugin recognizes that there was an answer.
    const stdout = findAgent(row.agent).emptyAnswer ?? '';
    assert.deepEqual(passed, { status: 0, stdout, stderr: '' });
  });

  test(`${name}: --dry-run lists files, or lines with --diff, and writes nothing`, async (t) => {
    const here = initMachine(t);
    const before = here.tree();
    const { code, stdout } = await init(here, row, '--dry-run');
    assert.equal(code, 0);
    const shown = row.file.startsWith('~') ? row.file : here.at(row.file);
    assert.ok(
      stdout.split('\n').some((line) => /^(?:create|change) /.test(line) && line.includes(shown)),
      stdout,
    );
    assert.ok(!stdout.includes('+++ '), stdout);
    const { stdout: diff } = await init(here, row, '--dry-run', '--diff');
    assert.ok(diff.includes(`+++ ${here.at(row.file)}`), diff);
    assert.match(stdout, /^would write \d files? and a copy of anyhook$/m);
    assert.deepEqual(here.tree(), before);
  });

  if (isPlugin(row)) {
    test(`${name}: uninstall keeps an edited plugin and removes an unrecorded one; init refuses a foreign one`, async (t) => {
      const here = initMachine(t);
      await init(here, row);
      const written = here.get(row.file);
      here.put(row.file, `${written}// mine\n`);
      assert.equal((await uninstall(here)).code, 0);
      assert.equal(here.get(row.file), `${written}// mine\n`);
      here.put(row.file, written);
      rmSync(here.env['XDG_STATE_HOME'] ?? '', { recursive: true });
      assert.equal((await uninstall(here)).code, 0);
      assert.equal(existsSync(here.at(row.file)), false);
      here.put(row.file, 'export default () => {};\n');
      const before = here.tree();
      const { code, stdout } = await init(here, row);
      assert.equal(code, 1);
      assert.match(stdout, /expected the plugin of anyhook, got another file/);
      assert.deepEqual(here.tree(), before);
    });
  }

  if (!isJson(row)) continue;

  const isReadByAgent = (oddity?: SettingsOddity) =>
    oddity === undefined || toleratesOddity(oddity, installs.find(({ agent }) => agent === row.agent)?.oddities ?? {});
  for (const [what, original, oddity] of originals) {
    if (!isReadByAgent(oddity)) {
      test(`${name}: a file with ${what}, which the agent would ignore, is refused and left unchanged`, async (t) => {
        const here = initMachine(t);
        here.put(row.file, row.agent === 'droid' ? droidText(oddity) : original(foreign(row)));
        const before = here.tree();
        const { code, stdout, stderr } = await init(here, row);
        assert.deepEqual([code, stderr], [1, '']);
        const said = stdout.replace(/\s+/g, ' ');
        assert.ok(said.includes(`${here.at(row.file)}: line `), stdout);
        assert.match(
          said,
          /ignores all of such a file|does not start with such a file|it is not known that .* reads such/,
        );
        assert.match(said, /nothing was changed; remove that and run init again/);
        assert.deepEqual(here.tree(), before);
      });
      continue;
    }
    test(`${name}: a file with ${what} keeps its own bytes, and uninstall restores it`, async (t) => {
      const here = initMachine(t);
      const text = row.agent === 'droid' ? droidText(oddity) : original(foreign(row));
      here.put(row.file, text);
      chmodSync(here.at(row.file), 0o640);
      const before = here.tree();
      const { code, stderr } = await init(here, row);
      assert.deepEqual([code, stderr], [0, '']);
      const written = here.get(row.file);
      assert.notEqual(written, text);
      assert.ok(isSubsequence(text, written), `${text}\n→\n${written}`);
      assert.equal(written.includes('\r\n'), text.includes('\r\n'));
      assert.equal(statSync(here.at(row.file)).mode & 0o777, 0o640);
      assert.match((await init(here, row)).stdout, /^nothing to write$/m);
      assert.equal((await uninstall(here)).code, 0);
      assert.deepEqual(here.tree(), before);
    });
  }

  test(`${name}: uninstall keeps later changes by others and removes only our entries`, async (t) => {
    const here = initMachine(t);
    here.put(row.file, '{\n  "mine": 1\n}\n');
    await init(here, row);
    here.put(row.file, here.get(row.file).replace('"mine": 1', '"mine": 2'));
    assert.equal((await uninstall(here)).code, 0);
    assert.equal(here.get(row.file), '{\n  "mine": 2\n}\n');
    assert.equal(existsSync(join(here.home, '.local')), false);
  });

  test(`${name}: without the install record, entries are found by their mark`, async (t) => {
    const here = initMachine(t);
    here.put(row.file, '{\n  "mine": 1\n}\n');
    const before = here.tree();
    await init(here, row);
    rmSync(here.env['XDG_STATE_HOME'] ?? '', { recursive: true });
    assert.equal((await uninstall(here)).code, 0);
    assert.equal(here.get(row.file), '{\n  "mine": 1\n}\n');
    if (row.agent !== 'codex')
      assert.deepEqual(
        Object.keys(here.tree()).filter((path) => !path.includes('.local')),
        Object.keys(before),
      );
  });

  for (const [what, text, why] of [
    ['no JSON', '{ "hooks": ', /line 1: /],
    ['a list', '[]', /expected an object/],
    ['bytes that are not text', Buffer.from([0x7b, 0xff, 0x7d]), /expected UTF-8/],
  ] as const) {
    test(`${name}: a file with ${what} is refused and left unchanged`, async (t) => {
      const here = initMachine(t);
      here.put(row.file, text);
      const before = here.tree();
      const { code, stdout } = await init(here, row);
      assert.equal(code, 1);
      assert.ok(stdout.includes(here.at(row.file)), stdout);
      assert.match(stdout, why);
      assert.deepEqual(here.tree(), before);
    });
  }

  test(`${name}: a read-only file is refused with a clear message`, async (t) => {
    const here = initMachine(t);
    here.put(row.file, '{}\n');
    chmodSync(here.at(row.file), 0o444);
    const before = here.tree();
    const { code, stdout } = await init(here, row);
    assert.equal(code, 1);
    assert.match(stdout, /it is read-only; make it writable first/);
    assert.deepEqual(here.tree(), before);
  });
}

/** Whether all characters of one string occur in the other, in order. */
function isSubsequence(part: string, whole: string): boolean {
  let at = 0;
  for (const char of part) {
    at = whole.indexOf(char, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

const claude = { agent: 'claude-code', scope: 'user' } as const;
const settings = '~/.claude/settings.json';

test('all agents of the machine are connected at once, and one with a broken file does not stop the others', async (t) => {
  const here = initMachine(t);
  for (const folder of ['.claude', '.codex', '.gemini', '.qwen']) mkdirSync(join(here.home, folder));
  here.put('~/.gemini/settings.json', '{ broken');
  const { code, stdout } = await here.run(['init', '--yes']);
  assert.equal(code, 1);
  for (const title of ['Claude Code', 'Codex CLI', 'Gemini CLI', 'Qwen Code'])
    assert.ok(stdout.includes(`${title}  found: ~/.`));
  assert.doesNotMatch(stdout, /Copilot|droid|Cline/);
  assert.ok(existsSync(here.at('~/.codex/hooks.json')));
  assert.equal(here.get('~/.gemini/settings.json'), '{ broken');
});

test('an agent that would ignore its settings file is refused by name, and the others are connected', async (t) => {
  const here = initMachine(t);
  here.put(settings, '{\n  // mine\n  "model": "x"\n}\n');
  here.put('~/.gemini/settings.json', '{\n  // mine\n  "theme": "dark"\n}\n');
  const { code, stdout } = await here.run(['init', '--yes'], { columns: 400 });
  assert.equal(code, 1);
  const why = 'line 2: a comment (// mine); Claude Code ignores all of such a file, so no hook in it runs';
  assert.ok(stdout.includes(`${here.at(settings)}: ${why}; nothing was changed`), stdout);
  assert.doesNotMatch(here.get(settings), /anyhook/);
  assert.match(here.get('~/.gemini/settings.json'), /^\{\n {2}\/\/ mine\n.*anyhook/s);
});

test('a comment added later makes init fail without touching the file, and uninstall still works', async (t) => {
  const here = initMachine(t);
  await init(here, claude);
  const text = withOddity.comment(here.get(settings), ['hooks']);
  here.put(settings, text);
  assert.equal((await init(here, claude)).code, 1);
  assert.equal(here.get(settings), text);
  assert.equal((await uninstall(here)).code, 0);
  assert.equal(here.get(settings), '{\n  // of a person\n}\n');
});

test('an agent is found by its program on PATH', async (t) => {
  const here = initMachine(t, { ...guards, 'bin/droid': '#!/bin/sh\n' });
  const { stdout } = await here.run(['init', '--dry-run'], { env: { PATH: join(here.dir, 'bin') } });
  assert.match(stdout, /^Factory droid {2}found: .*\/bin\/droid$/m);
});

test('agent files in a repository connect the agent in project scope, not in user scope', async (t) => {
  const here = initMachine(t, { ...guards, 'GEMINI.md': '' });
  const user = await here.run(['init', '--dry-run'], { env: { PATH: '' } });
  assert.deepEqual([user.code, user.stdout.startsWith('No agent found')], [1, true]);
  const shared = await here.run(['init', '--scope', 'project', '--yes'], { env: { PATH: '' } });
  assert.equal(shared.code, 0);
  assert.ok(existsSync(here.at('.gemini/settings.json')));
  assert.match(shared.stdout, /^to do: Gemini CLI runs the hooks of a project only where you trust/m);
});

test('only events needed by hooks or by step counting get an entry, timed for the slowest hook', async (t) => {
  const here = initMachine(t, {
    ...guards,
    '.agents/hooks.yaml':
      'hooks:\n  pre_tool_use:\n    - matcher: "*"\n      hooks:\n        - {type: command, command: "true", timeout: 90}\n',
  });
  const report = await here.json<{ hosts: { events: unknown }[] }>([
    'init',
    '--agent',
    'claude-code',
    '--dry-run',
    '--json',
  ]);
  assert.deepEqual(report.hosts[0]?.events, [
    { event: 'UserPromptSubmit', timeoutMs: 30_000 },
    { event: 'PreToolUse', timeoutMs: 92_000 },
    { event: 'PostToolUse', timeoutMs: 30_000 },
    { event: 'PostToolUseFailure', timeoutMs: 30_000 },
    { event: 'Stop', timeoutMs: 32_000 },
  ]);
});

test("a second init adds its events to the user's entries, and keeps earlier events and longer timeouts", async (t) => {
  const here = initMachine(t);
  await init(here, claude, '--event', 'SessionStart');
  const longer = here
    .get(settings)
    .replace(/--timeout \d+/, '--timeout 99000')
    .replace(/"timeout": \d+/, '"timeout": 100');
  here.put(settings, longer);
  const { stdout } = await init(here, claude, '--event', 'SessionEnd');
  assert.match(stdout, /SessionEnd \(30 s\)/);
  const { hooks } = JSON.parse(here.get(settings)) as { hooks: Record<string, unknown[]> };
  for (const event of ['PreToolUse', 'SessionEnd', 'SessionStart', 'Stop']) assert.ok(hooks[event], event);
  assert.ok(here.get(settings).includes('--timeout 99000'));
});

test('risky events are registered only when named, not by --event all', async (t) => {
  const here = initMachine(t);
  await init(here, claude, '--event', 'all');
  assert.doesNotMatch(here.get(settings), /WorktreeCreate|MessageDisplay/);
  await init(here, claude, '--event', 'MessageDisplay');
  assert.match(here.get(settings), /"MessageDisplay"/);
  const wrong = await init(here, claude, '--event', 'PreTolUse');
  assert.equal(wrong.stderr, 'anyhook: --event: Claude Code has no event "PreTolUse"; did you mean "PreToolUse"?\n');
});

for (const command of ['npx anyhook', 'node /x/bin/anyhook.cjs']) {
  test(`a hand-written entry with "${command}" is kept, and init adds no second one`, async (t) => {
    const here = initMachine(t);
    const handler = `{"type":"command","command":"${command} run --host claude-code"}`;
    const text = `{"hooks":{"PreToolUse":[{"hooks":[${handler}]}]}}`;
    here.put(settings, text);
    const { stdout } = await init(here, claude);
    assert.match(stdout, /kept +PreToolUse: connected by a handwritten entry/);
    assert.equal(here.get(settings).match(/PreToolUse/g)?.length, 1);
    assert.doesNotMatch(here.get(settings).slice(0, text.indexOf(']}]')), /anyhook-hook/);
  });
}

test("anyhook's own entries are not loaded as Claude Code hooks", async (t) => {
  const here = initMachine(t);
  await init(here, { agent: 'claude-code', scope: 'project' });
  await init(here, claude);
  const listed = await here.json<{ id: string }[]>(['list', '--json']);
  assert.deepEqual(listed.map(({ id }) => id).sort(), ['at-stop', 'no-rm']);
});

test('init names an agent that is connected in both scopes', async (t) => {
  const here = initMachine(t);
  await init(here, claude);
  const { stdout } = await init(here, { agent: 'claude-code', scope: 'project' });
  assert.match(stdout, /note +also connected in the other scope; each event is still evaluated once/);
});

test('project entries contain no path of this machine', async (t) => {
  const here = initMachine(t);
  for (const { agent, scope, file } of entryRows.filter((row) => row.scope === 'project')) {
    await init(here, { agent, scope });
    const text = here.get(file);
    for (const path of [here.dir, here.home, process.execPath, resolve('.')]) assert.ok(!text.includes(path), text);
  }
});

test("a project entry finds the project's installed anyhook, also from a subfolder", async (t) => {
  const here = initMachine(t);
  const row = { agent: 'claude-code', scope: 'project', file: '.claude/settings.json', before: 'PreToolUse' } as const;
  await here.run(['trust', '--yes'], terminal);
  await init(here, row);
  rmSync(join(here.home, '.local'), { recursive: true });
  mkdirSync(join(here.dir, 'node_modules/.bin'), { recursive: true });
  symlinkSync(resolve('packages/anyhook/bin/anyhook.cjs'), join(here.dir, 'node_modules/.bin/anyhook'));
  mkdirSync(join(here.dir, 'deep/er'), { recursive: true });
  const command = `cd deep/er && ${entryCommand(here, row)}`;
  const env = { PATH: `${process.execPath.replace(/\/[^/]*$/, '')}:/usr/bin:/bin` };
  assert.match(callEntry(here, command, shellPayload(row, 'rm -rf /', here.dir), env).stdout, /never that/);
});

test('with failClosed, a missing anyhook blocks the call, even with ANYHOOK=off', async (t) => {
  const here = initMachine(t);
  here.put('~/.config/anyhook/config.yaml', 'failClosed: true\n');
  for (const row of entryRows.filter(({ agent }) => agent === 'claude-code' || agent === 'gemini')) {
    await init(here, row);
    const command = entryCommand(here, row);
    renameSync(join(here.home, '.local'), join(here.home, 'moved'));
    const answer = callEntry(here, command, '{}');
    assert.deepEqual([answer.status, answer.stdout], [2, ''], command);
    assert.match(answer.stderr, /not installed on this machine, and failClosed is set/);
    assert.equal(callEntry(here, command, '{}', { ANYHOOK: 'off' }).status, 2);
    renameSync(join(here.home, 'moved'), join(here.home, '.local'));
    // The launcher exists, but the program it starts is gone.
    rmSync(join(here.home, '.local/share/anyhook/versions'), { recursive: true });
    for (const variables of [{}, { ANYHOOK: 'off' }])
      assert.equal(callEntry(here, command, '{}', variables).status, 2, command);
  }
});

test('a link to a settings file stays a link, and its target is written', async (t) => {
  const here = initMachine(t);
  here.put('~/dotfiles/claude.json', '{}\n');
  mkdirSync(join(here.home, '.claude'));
  symlinkSync('../dotfiles/claude.json', here.at(settings));
  const before = here.tree();
  await init(here, claude);
  assert.match(here.get('~/dotfiles/claude.json'), /anyhook-hook/);
  await uninstall(here);
  assert.deepEqual(here.tree(), before);
});

test('a broken link to a settings file is refused', async (t) => {
  const here = initMachine(t);
  mkdirSync(join(here.home, '.claude'));
  symlinkSync('nowhere.json', here.at(settings));
  const { code, stdout } = await init(here, claude);
  assert.equal(code, 1);
  assert.match(stdout, /it is a link that leads nowhere/);
});

test('four concurrent inits leave one entry per event', async (t) => {
  const here = initMachine(t);
  here.put(settings, '{\n  "mine": 1\n}\n');
  const before = here.tree();
  const agents = ['claude-code', 'claude-code', 'codex', 'codex'];
  const codes = await Promise.all(
    agents.map(
      (agent) =>
        new Promise((done) => {
          const args = [resolve('packages/anyhook/bin/anyhook.cjs'), 'init', '--yes', '--agent', agent];
          spawn(process.execPath, args, { cwd: here.dir, env: here.env, stdio: 'ignore' }).on('exit', done);
        }),
    ),
  );
  assert.deepEqual(codes, [0, 0, 0, 0]);
  const { hooks } = JSON.parse(here.get(settings)) as { hooks: Record<string, unknown[]> };
  assert.deepEqual(
    Object.values(hooks).filter((list) => list.length !== 1),
    [],
  );
  await uninstall(here);
  assert.deepEqual(here.tree(), before);
});

test('init writes nothing after a no, or without a terminal and --yes; a yes writes', async (t) => {
  const here = initMachine(t);
  const before = here.tree();
  const args = ['init', '--agent', 'claude-code'];
  const blind = await here.run(args);
  assert.deepEqual([blind.code, /Nothing was written/.test(blind.stderr)], [1, true]);
  assert.equal((await here.run(args, { ...terminal, stdin: 'n\n' })).code, 1);
  assert.deepEqual(here.tree(), before);
  const yes = await here.run(args, { ...terminal, stdin: 'y\n' });
  assert.match(yes.stdout, /Write 2 files and a copy of anyhook\? \[y\/N\] wrote 2 files and a copy of anyhook/);
});

const cannotAsk = { error: { code: 'BAD_ARGUMENT', message: '--json cannot ask: add --dry-run or --yes' } };

test('--json reports the agents found, events needed and files written', async (t) => {
  const here = initMachine(t);
  const wrong = await here.run(['init', '--json']);
  assert.deepEqual([wrong.code, JSON.parse(wrong.stdout)], [1, cannotAsk]);
  const report = await here.json<{ written: boolean; files: { path: string; action: string; diff: string }[] }>([
    'init',
    '--agent',
    'codex',
    '--yes',
    '--json',
  ]);
  assert.equal(report.written, true);
  assert.deepEqual(
    report.files.map(({ path, action }) => [path.replace(here.home, '~'), action]),
    [
      ['~/.local/share/anyhook/bin/anyhook-hook', 'create'],
      ['~/.codex/hooks.json', 'create'],
      ['~/.codex/config.toml', 'create'],
    ],
  );
  assert.match(report.files[1]?.diff ?? '', /^--- \/dev\/null\n\+\+\+ /);
});

test('an unknown agent is an error with the nearest name', async (t) => {
  const { code, stderr } = await initMachine(t).run(['init', '--agent', 'gemni', '--yes']);
  assert.equal(code, 1);
  assert.match(stderr, /did you mean "gemini"\?\n$/);
});

test('uninstall requires a person, and is refused inside an agent', async (t) => {
  const here = initMachine(t);
  await init(here, claude);
  const before = here.tree();
  const blind = await here.run(['uninstall', '--yes']);
  assert.match(blind.stderr, /needs a person at a terminal/);
  const inside = await here.run(['uninstall', '--yes'], { ...terminal, env: { CLAUDECODE: '1' } });
  assert.match(inside.stderr, /runs inside Claude Code/);
  const no = await here.run(['uninstall'], { ...terminal, stdin: 'n\n' });
  assert.deepEqual([blind.code, inside.code, no.code], [1, 1, 1]);
  assert.equal((await here.run(['uninstall', '--dry-run'])).code, 0);
  assert.deepEqual(here.tree(), before);
});

test('uninstall of one agent or scope leaves the others connected', async (t) => {
  const here = initMachine(t);
  await init(here, { agent: 'codex', scope: 'user' });
  await init(here, claude);
  const connected = here.tree();
  await init(here, { agent: 'codex', scope: 'project' });
  await uninstall(here, '--scope', 'project');
  assert.deepEqual(here.tree(), connected);
  await uninstall(here, '--agent', 'claude-code');
  assert.equal(existsSync(here.at('~/.claude')), false);
  assert.ok(
    existsSync(here.at('~/.codex/hooks.json')) && existsSync(here.at('~/.local/share/anyhook/bin/anyhook-hook')),
  );
  await uninstall(here);
  assert.equal(existsSync(here.at('~/.local')), false);
});

test('a Cline file that is not ours is kept', async (t) => {
  const here = initMachine(t);
  here.put('~/.cline/hooks/PreToolUse', '#!/bin/sh\necho mine\n');
  const { stdout } = await init(here, { agent: 'cline', scope: 'user' });
  assert.match(stdout, /kept +PreToolUse/);
  assert.equal(here.get('~/.cline/hooks/PreToolUse'), '#!/bin/sh\necho mine\n');
});

test('a Cline file of ours that was edited stays, and is named', async (t) => {
  const here = initMachine(t);
  await init(here, { agent: 'cline', scope: 'user' });
  const changed = `${here.get('~/.cline/hooks/PreToolUse')}# mine\n`;
  here.put('~/.cline/hooks/PreToolUse', changed);
  const { stdout } = await uninstall(here);
  assert.match(stdout, /^kept, you changed it: ~\/\.cline\/hooks\/PreToolUse$/m);
  assert.equal(here.get('~/.cline/hooks/PreToolUse'), changed);
  assert.equal(existsSync(here.at('~/.cline/hooks/Stop')), false);
});

test('uninstall names the projects that stay connected, and keeps the launcher for them', async (t) => {
  const here = initMachine(t);
  await init(here, { agent: 'claude-code', scope: 'project' });
  const other = join(here.dir, '..', 'other');
  makeRepository(other);
  const { stdout } = await here.run(['uninstall', '--yes'], { ...terminal, cwd: other });
  assert.equal(stdout, `${here.dir} stays connected: run "anyhook uninstall" there\nnothing to remove\n`);
  assert.ok(existsSync(here.at('~/.local/share/anyhook/bin/anyhook-hook')));
});

test('uninstall --json reports what happens to each file, and does not ask', async (t) => {
  const here = initMachine(t);
  await init(here, claude);
  const asking = await here.run(['uninstall', '--json'], terminal);
  assert.deepEqual([asking.code, JSON.parse(asking.stdout)], [1, cannotAsk]);
  const report = await here.json<{ written: boolean; files: { how: string }[] }>(
    ['uninstall', '--json', '--yes'],
    terminal,
  );
  assert.deepEqual([report.written, report.files.map(({ how }) => how)], [true, ['restore', 'restore']]);
  assert.equal(existsSync(here.at('~/.claude')), false);
});

test('an unreadable install record is an error that says what to do, and nothing is changed', async (t) => {
  const here = initMachine(t);
  await init(here, claude);
  const file = join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook/install/manifest.json');
  writeFileSync(file, '{"version":9}');
  const before = here.tree();
  const { code, stderr } = await uninstall(here);
  assert.equal(code, 1);
  assert.match(stderr, /manifest\.json: not in the format that "anyhook init" writes; move it away/);
  assert.deepEqual(here.tree(), before);
});
