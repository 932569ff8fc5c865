import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { formatNames } from '../../src/formats/index.js';
import { type FlowWorld, flowWorld } from './flow-world.js';

const refuse = '#!/bin/sh\necho no >&2\nexit 2\n';
const signal = {
  source_event: 'PreAbilityCall',
  hook_id: 'no_shell',
  kind: 'ability_guard',
  code: 'ABILITY_DENIED',
  payload: { ability_id: 'run_command', reason: 'no' },
};

/** A settings file of Claude's shape. */
const claudeLike = (path: string, event: string): Readonly<Record<string, string>> => ({
  'no.sh': refuse,
  [path]: JSON.stringify({ hooks: { [event]: [{ hooks: [{ type: 'command', command: './no.sh' }] }] } }),
});

/** One hook per format that refuses every shell command. */
const hooks: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'hook-md': {
    '.agents/hooks/no-shell/HOOK.md': '---\nname: no-shell\ndescription: Refuses.\ntrigger: before_tool\n---\n',
    '.agents/hooks/no-shell/scripts/run.sh': refuse,
  },
  docker: {
    'no.sh': refuse,
    '.agents/hooks.yaml': 'hooks:\n  pre_tool_use:\n    - hooks: [{type: command, name: n, command: ./no.sh}]\n',
  },
  ability: {
    'no.sh': `#!/bin/sh\necho '${JSON.stringify({ hook_signals: [signal] })}'\n`,
    '.system/hooks/no_shell.yaml':
      'id: no_shell\nevent_type: PreAbilityCall\nenabled: true\nblocking: true\nhandler: {kind: script, command: ./no.sh}\n',
  },
  claude: {
    'no.sh': refuse,
    'hooks/hooks.json': JSON.stringify({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command: '$' + '{CLAUDE_PLUGIN_ROOT}/no.sh' }] }] },
    }),
  },
  codex: claudeLike('.codex/hooks.json', 'PreToolUse'),
  qwen: claudeLike('.qwen/settings.json', 'PreToolUse'),
  droid: claudeLike('.factory/settings.json', 'PreToolUse'),
  gemini: claudeLike('.gemini/settings.json', 'BeforeTool'),
  cursor: {
    'no.sh': refuse,
    '.cursor/hooks.json': JSON.stringify({ version: 1, hooks: { beforeShellExecution: [{ command: './no.sh' }] } }),
  },
  windsurf: {
    'no.sh': refuse,
    '.windsurf/hooks.json': JSON.stringify({ hooks: { pre_run_command: [{ command: './no.sh' }] } }),
  },
  antigravity: {
    'no.sh': refuse,
    '.agents/hooks.json': JSON.stringify({
      no: { enabled: true, PreToolUse: [{ hooks: [{ type: 'command', command: './no.sh' }] }] },
    }),
  },
  kiro: {
    'no.sh': refuse,
    '.kiro/hooks/no.json': JSON.stringify({
      version: 'v1',
      hooks: [{ name: 'no', trigger: 'PreToolUse', matcher: 'shell', action: { type: 'command', command: './no.sh' } }],
    }),
  },
  copilot: {
    'no.sh': refuse,
    '.github/hooks/no.json': JSON.stringify({
      version: 1,
      hooks: { preToolUse: [{ type: 'command', bash: './no.sh' }] },
    }),
  },
  cline: { '.clinerules/hooks/PreToolUse': '#!/bin/sh\necho \'{"cancel":true,"errorMessage":"no"}\'\n' },
  flow: { 'no.sh': refuse, '.agents/anyhook.yaml': 'hooks:\n  - {id: no, on: tool.before, run: ./no.sh}\n' },
};

const payload = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };
const userConfig = ({ env }: FlowWorld) => join(env['HOME'] ?? '', '.config/anyhook/config.yaml');
const run = (world: FlowWorld, env: Readonly<Record<string, string>> = {}, given: object = payload) =>
  world.run(['run', '--host', 'flow', '--trust-project'], given, env);
const idOf = (world: FlowWorld): string => {
  const [hook, ...others] = JSON.parse(world.run(['list', '--json', '--trust-project'], '').stdout) as { id: string }[];
  assert.ok(hook && others.length === 0);
  return hook.id;
};

const allProfiles = ['minimal', 'standard', 'strict'];

for (const [position, format] of formatNames().entries()) {
  describe(`a ${format} hook`, () => {
    const world = (t: TestContext) => flowWorld(t, hooks[format] ?? {});
    // The variable is read regardless of the format, so its other values are tried with one format.
    const profiles = position === 0 ? allProfiles : ['minimal'];

    test('runs in every profile if it names none', (t) => {
      const here = world(t);
      for (const profile of profiles) {
        assert.equal(run(here, { SA_HOOK_PROFILE: profile }).code, 2, profile);
      }
    });

    test("runs only in its profiles; the profile is the user config's or standard, never the environment's", (t) => {
      const names = position === 0 ? [...allProfiles, 'nonsense'] : ['strict'];
      const codes = (profiles: string, more = '') => {
        const here = world(t);
        const id = JSON.stringify(idOf(here));
        here.write({ [userConfig(here)]: `overrides: {${id}: {profiles: [${profiles}]}}\n${more}` });
        return [...new Set([run(here).code, ...names.map((name) => run(here, { SA_HOOK_PROFILE: name }).code)])];
      };
      assert.deepEqual(codes('strict'), [0]);
      assert.deepEqual(codes('minimal, standard'), [2]);
      assert.deepEqual(codes('strict', 'profile: strict\n'), [2]);
    });

    test("is disabled by the user config's disabled list, but not by SA_DISABLED_HOOKS", (t) => {
      const here = world(t);
      const id = idOf(here);
      assert.equal(run(here, { SA_DISABLED_HOOKS: `another, ${id}` }).code, 2);
      here.write({ [userConfig(here)]: `disabled: [${JSON.stringify(id)}]\n` });
      const off = run(here);
      assert.deepEqual([off.code, off.stdout], [0, JSON.stringify(payload)]);
    });
  });
}

describe('the policies that the flow host runs by default', () => {
  const cases: readonly [string, object, (dir: string) => object, RegExp][] = [
    [
      'config-protection',
      {},
      () => ({ ...payload, tool_name: 'write', tool_input: { path: 'biome.json' } }),
      /BLOCKED/,
    ],
    [
      'stop-goal-fit',
      { '.flow-agents/t/t--deliver.md': 'status: executing\ntype: deliver\n' },
      (cwd) => ({ hook_event_name: 'Stop', cwd }),
      /status:executing/,
    ],
    [
      'workflow-steering',
      { '.flow-agents/t/state.json': '{"status":"blocked"}' },
      (cwd) => ({ hook_event_name: 'UserPromptSubmit', cwd }),
      /STATE:/,
    ],
    [
      'workflow-steering',
      {},
      (cwd) => ({ hook_event_name: 'PostToolUse', cwd, tool_name: 'Task', tool_input: { subagent_type: 'worker' } }),
      /EXECUTION COMPLETE/,
    ],
  ];
  for (const [policy, files, payloadIn, expected] of cases) {
    test(`${policy} on ${JSON.stringify(payloadIn('.'))} obeys the profile and the disabled list`, (t) => {
      const here = flowWorld(t, files as Record<string, string>);
      const says = (env: Readonly<Record<string, string>>) => {
        const { stdout, stderr } = run(here, env, payloadIn(here.dir));
        return expected.test(stdout + stderr);
      };
      assert.equal(says({}), true);
      assert.equal(says({ SA_HOOK_PROFILE: 'strict' }), true);
      assert.equal(says({ SA_HOOK_PROFILE: 'minimal' }), false);
      assert.equal(says({ SA_DISABLED_HOOKS: policy }), false);
      assert.equal(says({ SA_DISABLED_HOOKS: 'quality-gate' }), true);
    });
  }
});

describe('a policy named by a config entry', () => {
  const write = { hook_event_name: 'PreToolUse', tool_name: 'Write', tool_input: { file_path: 'biome.json' } };
  const answers = (here: FlowWorld, env: Readonly<Record<string, string>> = {}) =>
    ['claude-code', 'codex', 'kiro'].map((agent) => {
      const { stdout, stderr } = here.run(['run', '--host', agent], { ...write, cwd: here.dir }, env);
      return /BLOCKED/.test(stdout + stderr);
    });

  test('is skipped in the minimal profile for every agent, unless the entry names that profile', (t) => {
    const entry = (more: string) => {
      const world = flowWorld(t);
      world.write({ [userConfig(world)]: `hooks:\n  - {id: mine, on: tool.before, use: config-protection${more}}\n` });
      return world;
    };
    const here = entry('');
    assert.deepEqual(answers(here), [true, true, true]);
    assert.deepEqual(answers(here, { SA_HOOK_PROFILE: 'minimal' }), [false, false, false]);
    assert.deepEqual(answers(here, { SA_HOOK_PROFILE: 'strict' }), [true, true, true]);
    const everywhere = entry(', profiles: [minimal, standard]');
    assert.deepEqual(answers(everywhere, { SA_HOOK_PROFILE: 'minimal' }), [true, true, true]);
  });

  test('in the managed config runs in every profile', (t) => {
    const here = flowWorld(t);
    here.write({
      [here.env['ANYHOOK_MANAGED_CONFIG'] ?? '']: 'hooks:\n  - {id: ours, on: tool.before, use: config-protection}\n',
    });
    assert.deepEqual(answers(here, { SA_HOOK_PROFILE: 'minimal' }), [true, true, true]);
    assert.deepEqual(answers(here, { SA_DISABLED_HOOKS: 'ours,config-protection' }), [true, true, true]);
  });
});

test('Flow Agents variables do not affect a policy in the managed config', (t) => {
  const here = flowWorld(t, { '.flow-agents/t/t--deliver.md': 'status: executing\ntype: deliver\n' });
  const managed = 'hooks:\n  - {id: ours, on: agent.stop, use: stop-goal-fit, args: {strict: true}}\n';
  here.write({ [here.env['ANYHOOK_MANAGED_CONFIG'] ?? '']: managed });
  const stop = (env: Readonly<Record<string, string>>) =>
    here.run(['run', '--host', 'claude-code'], { hook_event_name: 'Stop', session_id: 's', cwd: here.dir }, env).stdout;
  assert.match(stop({}), /"decision":"block"/);
  for (const env of [
    { SA_HOOK_INPUT_TRUNCATED: '1' },
    { FLOW_AGENTS_GOAL_FIT_STRICT: 'false' },
    { FLOW_AGENTS_CLAUDE_CODE_HOOK_TIMEOUT_MS: '1' },
    { SA_HOOK_PROFILE: 'minimal', SA_DISABLED_HOOKS: 'ours, stop-goal-fit' },
  ])
    assert.match(stop(env), /"decision":"block"/, JSON.stringify(env));
});

test('profile and hook names in the environment ignore case', (t) => {
  const here = flowWorld(t);
  const write = { ...payload, tool_name: 'write', tool_input: { path: 'biome.json' } };
  const code = (env: Readonly<Record<string, string>>) => [
    run(here, env, write).code,
    here.run(['flow', 'run-hook', 'config-protection', 'config-protection.js'], write, env).code,
  ];
  assert.deepEqual(code({ SA_HOOK_PROFILE: 'Minimal' }), [0, 0]);
  assert.deepEqual(code({ SA_HOOK_PROFILE: 'STRICT' }), [2, 2]);
  assert.deepEqual(code({ SA_DISABLED_HOOKS: 'Config-Protection' }), [0, 0]);
});

test('the four default policies still run if another hook is configured', (t) => {
  const here = flowWorld(t);
  here.write({ [userConfig(here)]: "hooks:\n  - {id: other, on: session.end, run: 'true'}\n" });
  assert.equal(run(here, {}, { ...payload, tool_name: 'write', tool_input: { path: 'biome.json' } }).code, 2);
});

test('the strict profile, set by environment or config, makes quality-gate warn', (t) => {
  const here = flowWorld(t, { 'biome.json': '{}', 'a.ts': 'x' });
  here.write({ [join(here.tools, 'biome')]: '#!/bin/sh\necho finding; exit 1\n' });
  const written = { hook_event_name: 'PostToolUse', tool_name: 'write', tool_input: { path: 'a.ts' }, cwd: here.dir };
  const warns = (env: Readonly<Record<string, string>> = {}) => {
    const { code, stdout, stderr } = run(here, env, written);
    assert.equal(code, 0);
    assert.equal(/finding/.test(stdout), /finding/.test(stderr));
    return /finding/.test(stderr);
  };
  assert.equal(warns(), false);
  assert.equal(warns({ SA_QUALITY_GATE_STRICT: 'true' }), true);
  assert.equal(warns({ SA_HOOK_PROFILE: 'strict' }), true);
  assert.equal(warns({ SA_HOOK_PROFILE: 'strict', SA_QUALITY_GATE_STRICT: 'false' }), false);
  here.write({ [userConfig(here)]: 'profile: strict\n' });
  assert.equal(warns(), true);
  assert.equal(warns({ SA_HOOK_PROFILE: 'standard' }), false);
});

test("a command hook gets the profile in its environment; a project's profile affects only its own hooks", (t) => {
  const say = (id: string) => `  - {id: ${id}, on: prompt.submit, run: 'cat; echo "${id}=$SA_HOOK_PROFILE" >&2'}\n`;
  const worldOf = (profile: string) => {
    const world = flowWorld(t, { '.agents/anyhook.yaml': `profile: strict\nhooks:\n${say('own')}` });
    world.write({ [userConfig(world)]: `${profile}hooks:\n${say('mine')}` });
    return world;
  };
  const here = worldOf('');
  const profilesSeen = (env = {}, world = here) =>
    run(world, env, { hook_event_name: 'UserPromptSubmit' }).stderr.trim().split('\n').sort();
  assert.deepEqual(profilesSeen(), ['mine=', 'own=strict']);
  assert.deepEqual(profilesSeen({ SA_HOOK_PROFILE: 'minimal' }), ['mine=minimal', 'own=minimal']);
  // A lighter profile in a remembered config would ask: here it disables this agent's policies.
  assert.deepEqual(profilesSeen({}, worldOf('profile: minimal\n')), ['mine=minimal', 'own=minimal']);
});

test('one name in the disabled list disables an entry for all its events', (t) => {
  const entry = 'hooks:\n  - {id: no, on: [tool.before, agent.stop], run: ./no.sh}\n';
  const here = flowWorld(t, { 'no.sh': refuse, '.agents/anyhook.yaml': entry });
  const stop = { hook_event_name: 'Stop' };
  assert.deepEqual([run(here).code, run(here, {}, stop).code], [2, 2]);
  const disable = (id: string) => here.write({ [userConfig(here)]: `disabled: ["${id}"]\n` });
  disable('no');
  assert.deepEqual([run(here).code, run(here, {}, stop).code], [0, 0]);
  disable('no@tool.before');
  assert.deepEqual([run(here).code, run(here, {}, stop).code], [0, 2]);
});
