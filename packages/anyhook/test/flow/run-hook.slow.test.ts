import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { flowWorld } from './flow-world.js';

const write = (path: string) => ({ hook_event_name: 'PreToolUse', tool_name: 'write', tool_input: { path } });
const trusted = { ANYHOOK_TRUST: 'project' };
const delivery = '# Task\n\nbranch: main\nstatus: executing\ntype: deliver\n\n## Plan\n';
const state = JSON.stringify({ task_slug: 'task', status: 'blocked', phase: 'execute' });

test('--contract-version prints the version and the runner, and reads no input', (t) => {
  const { code, stdout, stderr } = flowWorld(t).run(['flow', 'run-hook', '--contract-version'], '');
  assert.deepEqual([code, stdout, stderr], [0, '{"contract_version":"1.0","runner":"run-hook.js"}\n', '']);
});

for (const args of [[], ['config-protection'], ['a', 'b', 'c', 'd']]) {
  test(`run-hook ${args.join(' ')} fails with one line and exit code 1`, (t) => {
    const { code, stdout, stderr } = flowWorld(t).run(['flow', 'run-hook', ...args], '{}');
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr, /^anyhook: run-hook: expected <hookId> <script> \[profiles\]; .*\n$/);
  });
}

describe('the built-in policies', () => {
  for (const script of ['config-protection.js', 'config-protection']) {
    test(`${script} blocks with the reason on stderr, and allows by echoing the input byte for byte`, (t) => {
      const { run } = flowWorld(t);
      const blocked = run(['flow', 'run-hook', 'config-protection', script], write('biome.json'));
      assert.deepEqual([blocked.code, blocked.stdout], [2, '']);
      assert.match(blocked.stderr, /^BLOCKED: biome\.json/);
      const input = '{ "tool_input" : {"path":"src/ä.ts"} }\n';
      const allowed = run(['flow', 'run-hook', 'config-protection', script], input);
      assert.deepEqual(allowed, { code: 0, stdout: input, stderr: '' });
    });
  }

  test('stop-goal-fit warns on stderr and echoes; in strict mode it blocks', (t) => {
    const { run, dir } = flowWorld(t, { '.flow-agents/task/task--deliver.md': delivery });
    const payload = { hook_event_name: 'Stop', cwd: dir };
    const args = ['flow', 'run-hook', 'stop-goal-fit', 'stop-goal-fit.js'];
    const warned = run(args, payload);
    assert.deepEqual([warned.code, warned.stdout], [0, JSON.stringify(payload)]);
    assert.match(warned.stderr, /status:executing/);
    const blocked = run(args, payload, { FLOW_AGENTS_GOAL_FIT_STRICT: 'true' });
    assert.deepEqual([blocked.code, blocked.stdout], [2, '']);
    assert.match(blocked.stderr, /status:executing/);
  });

  test('workflow-steering appends guidance below the input', (t) => {
    const { run, dir } = flowWorld(t, { '.flow-agents/task/state.json': state });
    const payload = { hook_event_name: 'UserPromptSubmit', cwd: dir };
    const { code, stdout, stderr } = run(['flow', 'run-hook', 'steer', 'workflow-steering.js'], payload);
    const guidance = 'STATE: task is blocked, phase execute.';
    assert.deepEqual([code, stdout, stderr], [0, `${JSON.stringify(payload)}\n\n---\n${guidance}\n---`, '']);
  });

  test('in strict mode, quality-gate warns on stderr and below the input, and starts no untrusted project tool', (t) => {
    const files = { 'biome.json': '{}', 'a.ts': 'x', 'node_modules/.bin/biome': '#!/bin/sh\necho own; exit 1\n' };
    const { run, dir, write: add, tools } = flowWorld(t, files);
    const payload = { hook_event_name: 'PostToolUse', tool_name: 'write', tool_input: { path: 'a.ts' }, cwd: dir };
    const args = ['flow', 'run-hook', 'quality-gate', 'quality-gate.js'];
    const strict = { SA_QUALITY_GATE_STRICT: 'true' };
    const echo = JSON.stringify(payload);
    for (const env of [strict, {}]) {
      const skipped = run(args, payload, env);
      assert.deepEqual([skipped.code, skipped.stdout], [0, echo]);
      assert.match(
        skipped.stderr,
        /^Quality gate: biome did not check .*a\.ts: .* not trusted; see "anyhook trust"\n$/,
      );
    }
    const own = run(args, payload, { ...strict, ...trusted });
    assert.match(own.stderr, /^Quality gate: biome found .*\nown\n$/);
    add({ [join(tools, 'biome')]: '#!/bin/sh\necho "from the PATH"; exit 1\n' });
    const found = run(args, payload, strict);
    assert.equal(found.code, 0);
    assert.match(found.stderr, /^Quality gate: biome found .*\nfrom the PATH\n$/);
    assert.ok(found.stdout.startsWith(`${echo}\n\n---\nQuality gate: biome`));
    assert.deepEqual(run(args, payload), { code: 0, stdout: echo, stderr: '' });
  });

  const names: readonly [string, string, object][] = [
    ['config-protection', 'BeforeTool', { tool_input: { file_path: 'ruff.toml' } }],
    ['config-protection', 'Stop', { tool_input: { path: 'ruff.toml' } }],
    ['config-protection', '', { tool_input: { path: 'ruff.toml' } }],
  ];
  for (const [policy, event, payload] of names) {
    test(`${policy} decides by the fields, even if the event is called "${event}"`, (t) => {
      const { code } = flowWorld(t).run(['flow', 'run-hook', policy, policy], { hook_event_name: event, ...payload });
      assert.equal(code, 2);
    });
  }

  for (const [what, input] of [
    ['no JSON', 'not json'],
    ['a list', '[1]'],
    ['nothing', ''],
    ['a deep nest', '['.repeat(100_000)],
  ] as const) {
    test(`every policy allows and echoes ${what} as input`, (t) => {
      const { run } = flowWorld(t);
      for (const policy of ['config-protection', 'quality-gate', 'stop-goal-fit', 'workflow-steering']) {
        const { code, stdout } = run(['flow', 'run-hook', policy, policy], input);
        assert.deepEqual([code, stdout], [0, input], policy);
      }
    });
  }
});

describe('profiles and the disabled list', () => {
  const rows: readonly [string | undefined, string | undefined, boolean][] = [
    [undefined, undefined, true],
    [undefined, 'minimal', false],
    [undefined, 'strict', true],
    ['default', 'standard', true],
    ['default', 'minimal', false],
    ['nonsense,', 'strict', true],
    ['minimal', 'minimal', true],
    ['minimal', undefined, false],
    ['minimal', 'strict', false],
    ['strict', 'standard', false],
    ['strict', 'strict', true],
    [' Standard , nonsense', 'standard', true],
    ['minimal,standard,strict', 'minimal', true],
    ['standard', 'no-such-profile', true],
  ];
  for (const [profiles, current, runs] of rows) {
    test(`profiles ${profiles} in profile ${current}: ${runs ? 'runs' : 'is skipped'}`, (t) => {
      const args = ['flow', 'run-hook', 'guard', 'config-protection.js', ...(profiles === undefined ? [] : [profiles])];
      const payload = write('biome.json');
      const { code, stdout } = flowWorld(t).run(
        args,
        payload,
        current === undefined ? {} : { SA_HOOK_PROFILE: current },
      );
      assert.deepEqual([code, stdout], runs ? [2, ''] : [0, JSON.stringify(payload)]);
    });
  }

  test("SA_DISABLED_HOOKS and the user config's disabled list skip a hook by its id", (t) => {
    const { run, write: add, env } = flowWorld(t);
    const codeOf = (id: string, more = {}) =>
      run(['flow', 'run-hook', id, 'config-protection'], write('biome.json'), more).code;
    assert.equal(codeOf('guard', { SA_DISABLED_HOOKS: 'other, guard' }), 0);
    assert.equal(codeOf('guard', { SA_DISABLED_HOOKS: 'config-protection' }), 2);
    add({ [join(env['HOME'] ?? '', '.config/anyhook/config.yaml')]: 'disabled: [guard]\nprofile: standard\n' });
    assert.deepEqual([codeOf('guard'), codeOf('other')], [0, 2]);
    add({ [join(env['HOME'] ?? '', '.config/anyhook/config.yaml')]: 'profile: minimal\n' });
    assert.deepEqual([codeOf('guard'), codeOf('guard', { SA_HOOK_PROFILE: 'standard' })], [0, 2]);
  });

  test('the strict profile of the user config makes quality-gate warn', (t) => {
    const { run, write: add, env, dir, tools } = flowWorld(t, { 'biome.json': '{}', 'a.ts': 'x' });
    add({ [join(tools, 'biome')]: '#!/bin/sh\necho finding; exit 1\n' });
    const written = { tool_name: 'write', tool_input: { path: 'a.ts' }, cwd: dir };
    const warning = () => run(['flow', 'run-hook', 'q', 'quality-gate.js'], written).stderr;
    assert.equal(warning(), '');
    add({ [join(env['HOME'] ?? '', '.config/anyhook/config.yaml')]: 'profile: strict\n' });
    assert.match(warning(), /finding/);
  });

  test("ANYHOOK=off in the agent's environment does not skip a hook", (t) => {
    const { code } = flowWorld(t).run(['flow', 'run-hook', 'g', 'config-protection'], write('biome.json'), {
      ANYHOOK: 'off',
    });
    assert.equal(code, 2);
  });
});

describe('input over 1 MiB', () => {
  const large = JSON.stringify({ ...write('src/a.ts'), content: 'ä'.repeat(600_000) });

  test('is truncated: config-protection blocks, and the other policies allow the rest', (t) => {
    const { run } = flowWorld(t);
    const { code, stdout, stderr } = run(['flow', 'run-hook', 'g', 'config-protection'], large);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /BLOCKED: .*cut at 1048576 bytes/);
    for (const policy of ['quality-gate', 'stop-goal-fit', 'workflow-steering']) {
      const other = run(['flow', 'run-hook', 'g', policy], large, { FLOW_AGENTS_GOAL_FIT_STRICT: 'true' });
      assert.deepEqual([other.code, other.stderr], [0, ''], policy);
      assert.ok(other.stdout.length > 500_000 && large.startsWith(other.stdout), policy);
    }
  });

  test('is not truncated at exactly 1 MiB, and an adapter may declare its own truncation', (t) => {
    const { run } = flowWorld(t);
    const payload = JSON.stringify(write('src/a.ts'));
    const full = payload.padEnd(1024 * 1024, ' ');
    assert.deepEqual(run(['flow', 'run-hook', 'g', 'config-protection'], full), { code: 0, stdout: full, stderr: '' });
    assert.equal(run(['flow', 'run-hook', 'g', 'config-protection'], `${full} `).code, 2);
    assert.equal(
      run(['flow', 'run-hook', 'g', 'config-protection'], payload, { SA_HOOK_INPUT_TRUNCATED: '1' }).code,
      2,
    );
    assert.equal(
      run(['flow', 'run-hook', 'g', 'config-protection'], payload, { SA_HOOK_INPUT_MAX_BYTES: '20' }).code,
      2,
    );
  });
});

describe('scripts of the project', () => {
  const exporting = (body: string) => `module.exports = { run(raw, options) { ${body} } };\n`;
  const call = (script: string) => ['flow', 'run-hook', 'own', script];
  const payload = { hook_event_name: 'PreToolUse', tool_name: 'write', tool_input: { path: 'a.ts' } };
  const echo = JSON.stringify(payload);

  const answers: readonly [string, string, object][] = [
    [
      'a returned string replaces the echo',
      "return raw + '\\n\\n---\\nhi\\n---';",
      { code: 0, stdout: `${echo}\n\n---\nhi\n---`, stderr: '' },
    ],
    ['returning nothing echoes the input', '', { code: 0, stdout: echo, stderr: '' }],
    [
      'exitCode 0 echoes the input and prints stderr',
      "return { exitCode: 0, stderr: 'w' };",
      { code: 0, stdout: echo, stderr: 'w' },
    ],
    ['stdout replaces the echo', "return { exitCode: 0, stdout: 'x' };", { code: 0, stdout: 'x', stderr: '' }],
    ['an empty stdout prints nothing', "return { exitCode: 0, stdout: '' };", { code: 0, stdout: '', stderr: '' }],
    ['exitCode 2 blocks', "return { exitCode: 2, stderr: 'no' };", { code: 2, stdout: '', stderr: 'no' }],
    [
      'a returned promise is awaited',
      "return Promise.resolve({ exitCode: 2, stderr: 'no' });",
      { code: 2, stdout: '', stderr: 'no' },
    ],
  ];
  for (const [what, body, expected] of answers) {
    test(`run(raw): ${what}`, (t) => {
      const { run } = flowWorld(t, { 'scripts/hooks/own.js': exporting(body) });
      assert.deepEqual(run(call('own.js'), payload, trusted), expected);
    });
  }

  const broken: readonly [string, string][] = [
    ['throws', "throw new Error('oops');"],
    ['rejects', "return Promise.reject(new Error('oops'));"],
    ['exits with another code', "return { exitCode: 1, stderr: 'oops' };"],
    ['returns a code that is not a number', "return { exitCode: '2', stderr: 'oops' };"],
  ];
  for (const [what, body] of broken) {
    test(`a run(raw) that ${what} allows the call and reports it`, (t) => {
      const { run } = flowWorld(t, { 'scripts/hooks/own.js': exporting(body) });
      const { code, stdout, stderr } = run(call('own.js'), payload, trusted);
      assert.deepEqual([code, stdout], [0, echo]);
      assert.match(stderr, /own\.js: .*; allowed\n$/s);
    });
  }

  test('run(raw) is called in this process, with the options and variables of the contract', (t) => {
    const body = 'return JSON.stringify({ options, pid: process.ppid, cut: process.env.SA_HOOK_INPUT_TRUNCATED });';
    const { run } = flowWorld(t, { 'scripts/hooks/own.js': exporting(body) });
    const { stdout } = run(call('own.js'), payload, trusted);
    const expected = { options: { truncated: false, maxStdin: 1_048_576 }, pid: process.pid, cut: '0' };
    assert.deepEqual(JSON.parse(stdout), expected);
  });

  const variables = [
    'FLOW_AGENTS_HOOK_RUNTIME',
    'FLOW_AGENTS_TELEMETRY_RUNTIME',
    'SA_HOOK_INPUT_TRUNCATED',
    'SA_HOOK_INPUT_MAX_BYTES',
  ];
  const printing = variables.map((name) => `echo "$${name}"`).join('; ');
  for (const [runtime, shown] of [
    [undefined, 'flow'],
    ['codex', 'codex'],
  ] as const) {
    test(`a script without run() is started as a process with payload and variables, runtime ${shown}`, (t) => {
      const { run } = flowWorld(t, { '.agents/hooks/deep/own.sh': `#!/bin/sh\ncat; ${printing}\n` });
      const names = runtime && { FLOW_AGENTS_HOOK_RUNTIME: runtime, FLOW_AGENTS_TELEMETRY_RUNTIME: runtime };
      const { code, stdout } = run(call('deep/own.sh'), payload, { ...trusted, ...names });
      assert.deepEqual([code, stdout], [0, `${echo}${shown}\n${shown}\n0\n1048576\n`]);
    });
  }

  const processes: readonly [string, string, string, object][] = [
    ['exit 2 blocks', 'own.sh', 'echo no >&2; exit 2', { code: 2, stdout: '', stderr: 'no\n' }],
    ['no output echoes the input', 'own.sh', 'exit 0', { code: 0, stdout: echo, stderr: '' }],
    [
      'an ES module is started',
      'own.mjs',
      "export const run = 1; console.error('mjs'); process.exit(2)",
      { code: 2, stdout: '', stderr: 'mjs\n' },
    ],
    [
      'a script that only mentions exports is started',
      'own.js',
      "// module.exports run\nprocess.stdout.write('js')",
      { code: 0, stdout: 'js', stderr: '' },
    ],
    [
      'a .js file without exports is started',
      'own.js',
      "process.stdin.on('data', (d) => process.stdout.write(d))",
      { code: 0, stdout: echo, stderr: '' },
    ],
  ];
  for (const [what, name, text, expected] of processes) {
    test(`as a process: ${what}`, (t) => {
      const { run } = flowWorld(t, { [`scripts/hooks/${name}`]: text });
      assert.deepEqual(run(call(name), payload, trusted), expected);
    });
  }

  test('exit 2 without output still has a reason', (t) => {
    const { run } = flowWorld(t, { 'scripts/hooks/own.sh': 'exit 2' });
    assert.match(run(call('own.sh'), payload, trusted).stderr, /Blocked by .*own\.sh, which gave no reason/);
  });

  test('a script that fails or hangs allows the call and reports it', (t) => {
    const { run } = flowWorld(t, {
      'scripts/hooks/fails.sh': 'echo why >&2; exit 7',
      'scripts/hooks/hangs.sh': 'while :; do sleep 1; done',
      'scripts/hooks/late.js': exporting('return new Promise(() => {});'),
    });
    const failed = run(call('fails.sh'), payload, trusted);
    assert.deepEqual([failed.code, failed.stdout], [0, echo]);
    assert.match(failed.stderr, /^why\nanyhook: .*fails\.sh: exited with code 7; allowed\n$/);
    for (const name of ['hangs.sh', 'late.js']) {
      const late = run(call(name), payload, { ...trusted, FLOW_AGENTS_FLOW_HOOK_TIMEOUT_MS: '300' });
      assert.deepEqual([late.code, late.stdout], [0, echo], name);
      assert.match(late.stderr, /(timeout|did not finish within 300 ms); allowed\n$/, name);
    }
  });

  test('a script name that leads out of the hook folders is refused', (t) => {
    const {
      run,
      write: add,
      dir,
    } = flowWorld(t, { 'scripts/hooks/keep': '', 'evil.sh': 'echo ran; exit 2', 'scripts/evil.sh': 'exit 2' });
    add({ [join(dir, '../outside.sh')]: 'exit 2' });
    symlinkSync(join(dir, '../outside.sh'), join(dir, 'scripts/hooks/link.sh'));
    symlinkSync(join(dir, '..'), join(dir, '.agents'));
    add({ [join(dir, '../hooks/far.sh')]: 'exit 2' });
    const names = [
      '../evil.sh',
      '../../evil.sh',
      'scripts/hooks/../evil.sh',
      join(dir, 'evil.sh'),
      'link.sh',
      'far.sh',
      'x/../../evil.sh',
      '..',
      '.',
      '',
      'missing.js',
    ];
    for (const name of names.filter((name) => name !== '')) {
      const { code, stdout, stderr } = run(call(name), payload, trusted);
      assert.deepEqual([code, stdout], [0, echo], name);
      assert.match(
        stderr,
        /^anyhook: own: skipped: expected a file below scripts\/hooks or \.agents\/hooks, got /,
        name,
      );
    }
  });

  test('an untrusted script is skipped, and the message says how to trust it', (t) => {
    const { run } = flowWorld(t, { 'scripts/hooks/own.js': exporting("return { exitCode: 2, stderr: 'ran' };") });
    const { code, stdout, stderr } = run(call('own.js'), payload);
    assert.deepEqual([code, stdout], [0, echo]);
    assert.match(stderr, /^anyhook: own: skipped: own\.js is not trusted\. .*"anyhook trust"\n$/);
  });

  test('a script is trusted with the hook that names it, and blocks once it changes', (t) => {
    const script = exporting("return { exitCode: 2, stderr: 'ran' };");
    const config = 'hooks:\n  - {on: tool.before, run: anyhook flow run-hook own scripts/hooks/own.js}\n';
    const { run, write: add } = flowWorld(t, { 'scripts/hooks/own.js': script, '.agents/anyhook.yaml': config });
    assert.equal(run(call('own.js'), payload).code, 0);
    assert.equal(run(['trust', '--lock'], '').code, 0);
    const lock = { ANYHOOK_TRUST: 'lock' };
    for (const name of ['own.js', 'scripts/hooks/own.js']) {
      assert.deepEqual(run(call(name), payload, lock), { code: 2, stdout: '', stderr: 'ran' }, name);
    }
    add({ 'scripts/hooks/own.js': exporting('return raw;') });
    const changed = run(call('own.js'), payload, lock);
    assert.deepEqual([changed.code, changed.stdout], [2, '']);
    assert.match(changed.stderr, /own\.js was changed/);
    const prompt = run(call('own.js'), { hook_event_name: 'UserPromptSubmit' }, lock);
    assert.deepEqual([prompt.code, /was changed/.test(prompt.stderr)], [0, true]);
  });
});
