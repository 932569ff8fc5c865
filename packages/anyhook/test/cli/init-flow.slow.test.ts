import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { findAgent, loadInstalls } from '../../src/agents/index.js';
import {
  callEntry,
  entryCommand,
  entryRows,
  type InitMachine,
  initMachine,
  shellPayload,
  terminal,
} from './init-world.js';

const installs = await loadInstalls();
const userConfig = '~/.config/anyhook/config.yaml';
const projectConfig = '.agents/anyhook.yaml';
const policies = ['config-protection', 'quality-gate', 'stop-goal-fit', 'workflow-steering'];

interface InitReport {
  readonly hosts: readonly { readonly host: string; readonly events: readonly { readonly event: string }[] }[];
  readonly files: readonly { readonly path: string }[];
  readonly untrusted: number;
  readonly flow?: {
    readonly files: readonly { readonly added: readonly string[]; readonly kept: readonly string[] }[];
  };
}

const initFlow = (here: InitMachine, ...more: string[]) => here.run(['init', '--flow', '--yes', ...more], terminal);
const uninstall = (here: InitMachine, ...more: string[]) => here.run(['uninstall', '--yes', ...more], terminal);
const eventsOf = async (here: InitMachine, agent: string, ...more: string[]) => {
  const { hosts: agents } = await here.json<InitReport>(['init', '--dry-run', '--json', '--agent', agent, ...more]);
  return agents[0]?.events.map(({ event }) => event) ?? [];
};
const policiesIn = (here: InitMachine, file: string): unknown =>
  ((parse(here.get(file)) as { hooks?: { use: string }[] }).hooks ?? []).map(({ use }) => use);
const records = (here: InitMachine): readonly { readonly event: string }[] =>
  readFileSync(join(here.env['XDG_STATE_HOME'] ?? '', 'anyhook/telemetry/full.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { event: string });

const recorded = [
  'session.start',
  'prompt.submit',
  'tool.before',
  'tool.after',
  'agent.stop',
  'subagent.start',
] as const;

describe('telemetry', () => {
  for (const install of installs) {
    test(`${install.agent}: init registers the events that telemetry records, even without hooks`, async (t) => {
      const here = initMachine(t, {});
      here.put(userConfig, 'telemetry: {}\n');
      const events = await eventsOf(here, install.agent);
      const names = events.map((event) => findAgent(install.agent).events[event]);
      for (const name of recorded) {
        const has = install.defaultEvents.some((event) => findAgent(install.agent).events[event] === name);
        assert.equal(names.includes(name), has, name);
      }
      here.put(userConfig, 'telemetry: { enabled: false }\n');
      // The guard needs the event before a tool, and nothing else.
      const without = await eventsOf(here, install.agent, '--preset', 'shell-guard');
      assert.ok(without.every((event) => findAgent(install.agent).events[event] === 'tool.before'));
    });
  }

  test('doctor reports events missing for telemetry until init runs again', async (t) => {
    const here = initMachine(t);
    await here.run(['init', '--agent', 'codex', '--yes']);
    here.put(userConfig, 'telemetry: {}\n');
    const missing = /hooks or telemetry need SessionStart, .*which has no entry/;
    assert.match((await here.run(['doctor', '--agent', 'codex'])).stdout, missing);
    await here.run(['init', '--agent', 'codex', '--yes']);
    assert.doesNotMatch((await here.run(['doctor', '--agent', 'codex'])).stdout, /has no entry/);
  });

  test('telemetry records a session start through the entry that init wrote', async (t) => {
    const here = initMachine(t, {});
    here.put(userConfig, 'telemetry: {}\n');
    await here.run(['init', '--agent', 'claude-code', '--yes']);
    const row = {
      agent: 'claude-code',
      scope: 'user',
      file: '~/.claude/settings.json',
      before: 'SessionStart',
    } as const;
    const payload = { hook_event_name: 'SessionStart', session_id: 's', cwd: here.dir, source: 'startup' };
    assert.equal(callEntry(here, entryCommand(here, row), JSON.stringify(payload)).status, 0);
    assert.deepEqual(
      records(here).map(({ event }) => event),
      ['agentSpawn'],
    );
  });
});

for (const row of entryRows) {
  test(`${row.agent}, ${row.scope}: init --flow connects it, a second run writes nothing, uninstall reverts it`, async (t) => {
    const here = initMachine(t, {});
    const before = here.tree();
    const place = ['--agent', row.agent, '--scope', row.scope];
    const first = await initFlow(here, ...place);
    assert.deepEqual([first.code, first.stderr], [0, '']);
    assert.deepEqual(policiesIn(here, row.scope === 'user' ? userConfig : projectConfig), policies);
    assert.deepEqual((parse(here.get(userConfig)) as { telemetry: unknown }).telemetry, {});
    const between = here.tree();
    const second = await initFlow(here, ...place);
    assert.match(second.stdout, /^nothing to write$/m);
    assert.deepEqual(here.tree(), between);
    const blocked = callEntry(here, entryCommand(here, row), shellPayload(row, 'ls', here.dir));
    assert.equal(blocked.status, 0, blocked.stderr);
    assert.ok(records(here).some(({ event }) => event === 'preToolUse'));
    assert.equal((await uninstall(here)).code, 0);
    assert.deepEqual(here.tree(), before);
    assert.equal((await here.run(['list'])).stdout.includes('config-protection'), false);
  });
}

test('entries of both scopes refuse a write to a protected file', async (t) => {
  for (const scope of ['user', 'project'] as const) {
    const here = initMachine(t, {});
    await initFlow(here, '--agent', 'claude-code', '--scope', scope);
    const file = scope === 'user' ? '~/.claude/settings.json' : '.claude/settings.json';
    const command = entryCommand(here, { agent: 'claude-code', scope, file, before: 'PreToolUse' });
    const tool_input = { file_path: join(here.dir, 'biome.json'), content: '{}' };
    const payload = { hook_event_name: 'PreToolUse', session_id: 's', cwd: here.dir, tool_name: 'Write', tool_input };
    assert.match(callEntry(here, command, JSON.stringify(payload)).stdout, /"permissionDecision":"deny"/, scope);
  }
});

describe('an existing config', () => {
  const mine =
    '# mine\nprofile: strict\nhooks:\n  - use: config-protection # my own\n    on: tool.before\n    priority: 5\n';

  test('keeps its comments and its own entry of a policy; uninstall restores its bytes', async (t) => {
    const here = initMachine(t, {});
    here.put(userConfig, mine);
    const { stdout } = await initFlow(here, '--agent', 'codex');
    assert.match(stdout, /kept {5}config-protection: already there/);
    assert.ok(here.get(userConfig).startsWith('# mine\nprofile: strict\n'));
    assert.match(here.get(userConfig), /# my own\n {4}on: tool\.before\n {4}priority: 5\n/);
    assert.deepEqual(policiesIn(here, userConfig), policies);
    await uninstall(here);
    assert.equal(here.get(userConfig), mine);
  });

  test('loses only our entries if it was edited since', async (t) => {
    const here = initMachine(t, {});
    await initFlow(here, '--agent', 'codex');
    here.put(userConfig, `# note\n${here.get(userConfig)}stopLimit: 3\n`);
    await uninstall(here, '--agent', 'codex');
    assert.deepEqual(parse(here.get(userConfig)), { stopLimit: 3 });
    assert.match(here.get(userConfig), /# note/);
  });

  test('that contains only a comment is extended and restored', async (t) => {
    const here = initMachine(t, {});
    here.put(userConfig, '# nothing yet\n');
    await initFlow(here, '--agent', 'codex');
    assert.ok(here.get(userConfig).startsWith('# nothing yet\nhooks:\n'));
    await uninstall(here);
    assert.equal(here.get(userConfig), '# nothing yet\n');
  });

  test('that is invalid is reported and left unchanged, and the agent is still connected', async (t) => {
    const here = initMachine(t, {});
    here.put(userConfig, 'hooks: [\n');
    const { code, stdout } = await initFlow(here, '--agent', 'codex');
    assert.equal(code, 1);
    assert.match(stdout, /config\.yaml: it is not valid YAML/);
    assert.equal(here.get(userConfig), 'hooks: [\n');
    assert.ok(existsSync(here.at('~/.codex/hooks.json')));
  });

  test('telemetry that was switched off stays off, and init says so', async (t) => {
    const here = initMachine(t, {});
    here.put(userConfig, 'telemetry: { enabled: false }\n');
    const { stdout } = await initFlow(here, '--agent', 'codex');
    assert.match(stdout, /telemetry stays off/);
    assert.equal(here.get('~/.codex/hooks.json').includes('SessionStart'), false);
  });

  test('uninstall also removes what a second init added', async (t) => {
    const here = initMachine(t, {});
    await initFlow(here, '--agent', 'codex');
    here.put(userConfig, 'hooks:\n  - use: quality-gate\n    on: tool.after\nstopLimit: 3\n');
    await initFlow(here, '--agent', 'codex');
    assert.deepEqual(new Set(policiesIn(here, userConfig) as string[]), new Set(policies));
    here.put(userConfig, `${here.get(userConfig)}taskDays: 5\n`);
    await uninstall(here);
    assert.deepEqual(parse(here.get(userConfig)), { stopLimit: 3, taskDays: 5 });
  });
});

describe('trust in a project', () => {
  const guard = 'hooks:\n  - id: mine\n    on: tool.before\n    run: ./guard.sh\n';
  const files = { [projectConfig]: guard, 'guard.sh': '#!/bin/sh\nexit 0\n' };
  const states = async (here: InitMachine) => {
    const hooks = await here.json<{ id: string; state: string }[]>(['list', '--json']);
    return Object.fromEntries(hooks.map(({ id, state }) => [id, state]));
  };

  test('agreeing to init trusts the policies it adds, and nothing else in the file', async (t) => {
    const here = initMachine(t, files);
    await initFlow(here, '--agent', 'codex', '--scope', 'project');
    const now = await states(here);
    assert.deepEqual([now['mine'], now['config-protection'], now['stop-goal-fit']], ['untrusted', 'active', 'active']);
  });

  test('trusted hooks stay trusted through init and uninstall', async (t) => {
    const here = initMachine(t, files);
    await here.run(['trust', '--yes'], terminal);
    await initFlow(here, '--agent', 'codex', '--scope', 'project');
    assert.deepEqual((await states(here))['mine'], 'active');
    here.put(projectConfig, here.get(projectConfig).replace('id: mine', 'id: mine # the first'));
    assert.deepEqual((await states(here))['mine'], 'changed');
    here.put(projectConfig, here.get(projectConfig).replace(' # the first', ''));
    await uninstall(here);
    assert.deepEqual([here.get(projectConfig), await states(here)], [guard, { mine: 'active' }]);
  });

  test('without a person nothing is trusted, and init says what is left to do', async (t) => {
    const here = initMachine(t, {});
    const { stdout } = await here.run(['init', '--flow', '--yes', '--agent', 'codex', '--scope', 'project']);
    assert.match(stdout, /to do: .* not run until you review and trust them: anyhook trust/);
    assert.equal((await states(here))['config-protection'], 'untrusted');
  });

  test('inside an agent init writes nothing, even at a terminal', async (t) => {
    const here = initMachine(t, {});
    const env = { ...terminal.env, CLAUDECODE: '1' };
    const args = ['init', '--flow', '--yes', '--agent', 'codex', '--scope', 'project'];
    const { code, stderr } = await here.run(args, { ...terminal, env });
    assert.deepEqual([code, /init is for a person/.test(stderr)], [1, true]);
    assert.deepEqual(await states(here), {});
  });

  test('a project not trusted before init is not trusted after uninstall', async (t) => {
    const here = initMachine(t, {});
    await initFlow(here, '--agent', 'codex', '--scope', 'project');
    await uninstall(here);
    assert.match((await here.run(['trust', '--list'], terminal)).stdout, /built-in hooks do not start its tools/);
  });

  test('a project whose tools were trusted before init is still trusted after uninstall', async (t) => {
    const here = initMachine(t, {});
    await here.run(['trust', '--yes'], terminal);
    await initFlow(here, '--agent', 'codex', '--scope', 'project');
    await uninstall(here);
    assert.match((await here.run(['trust', '--list'], terminal)).stdout, /its tools are already trusted/);
  });
});

test('policies in the managed config are not added again', async (t) => {
  const here = initMachine(t, {});
  const managed = here.env['ANYHOOK_MANAGED_CONFIG'] ?? '';
  writeFileSync(managed, 'hooks:\n  - { on: tool.before, use: config-protection }\ntelemetry: {}\n');
  const { stdout } = await initFlow(here, '--agent', 'codex');
  assert.match(stdout, /config-protection: in the config of your organisation already/);
  assert.deepEqual(policiesIn(here, userConfig), policies.slice(1));
  assert.equal(here.get(userConfig).includes('telemetry'), false);
});

test('uninstalling the last agent removes the config entries; uninstalling an earlier one does not', async (t) => {
  const here = initMachine(t, {});
  await initFlow(here, '--agent', 'codex', 'gemini');
  await uninstall(here, '--agent', 'codex');
  assert.deepEqual(policiesIn(here, userConfig), policies);
  await uninstall(here, '--agent', 'gemini');
  assert.equal(existsSync(here.at(userConfig)), false);
});

test('without an agent nothing is written', async (t) => {
  const here = initMachine(t, {});
  const { code } = await here.run(['init', '--flow', '--yes'], { ...terminal, env: { PATH: '/nonexistent' } });
  assert.equal(code, 1);
  assert.equal(existsSync(here.at(userConfig)), false);
});
