import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { policies } from '../../../flow/src/policies.js';
import { maxInputBytes, runPolicy as policyAnswer } from '../../../flow/src/policy.js';
import {
  type Adapter,
  type ConformanceReport,
  commandAdapter,
  loadFixtures,
  runConformance,
} from '../../../flow/src/testing/index.js';
import { bin, flowWorld } from './flow-world.js';

const fixtures = loadFixtures();
const node = `'${process.execPath}'`;
const failuresOf = ({ results }: ConformanceReport) =>
  results.filter(({ status }) => status !== 'passed').map(({ name, failures }) => `${name}: ${failures.join('; ')}`);

test('--self reaches L2 with every fixture', (t) => {
  const { code, stdout, stderr } = flowWorld(t).run(['flow', 'conformance', '--self', '--json'], '');
  const report = JSON.parse(stdout) as ConformanceReport & { asked: string };
  assert.deepEqual(failuresOf(report), []);
  assert.deepEqual([code, stderr, report.asked, report.reached], [0, '', 'L2', 'L2']);
  assert.equal(report.results.length, fixtures.length);
});

describe('the policy fixtures also pass through run-hook and run()', () => {
  const own = fixtures.filter(({ hookScript }) => hookScript !== undefined);

  for (const policy of policies) {
    test(`run-hook ${policy.name}`, async () => {
      const adapter = commandAdapter(`${node} '${bin}' run-hook ${policy.name} ${policy.name}.js standard,strict`);
      const mine = own.filter(({ hookId }) => hookId === policy.name);
      const report = await runConformance({ adapter, fixtures: mine, env: process.env });
      assert.ok(report.results.length > 5);
      assert.deepEqual(failuresOf(report), []);
    });

    test(`run() of ${policy.name}`, async () => {
      const adapter: Adapter = ({ input, env, workspace }) => {
        const maxStdin = maxInputBytes(env);
        const truncated = input.length > maxStdin;
        const world = { env, cwd: workspace, home: env['HOME'] ?? '' };
        return policyAnswer(policy, truncated ? input.slice(0, maxStdin) : input, { truncated, maxStdin }, world);
      };
      // Profiles and the disabled list are handled by the runner.
      const isRunners = (env: Readonly<Record<string, string>>) =>
        'SA_DISABLED_HOOKS' in env || env['SA_HOOK_PROFILE'] === 'minimal';
      const mine = own.filter(({ hookId, env }) => hookId === policy.name && !isRunners(env));
      const report = await runConformance({ adapter, fixtures: mine, env: process.env });
      assert.ok(report.results.length > 5);
      assert.deepEqual(failuresOf(report), []);
    });
  }
});

/** A few fixtures of each level are enough to tell bad adapters apart. */
const few = fixtures.filter(({ name }) =>
  /^pass-through--(?:stop|no-fields)|--agent-spawn$|--redacts-prompt|--inject-active|--allow-no-(?:state|path)|--block-biome$/.test(
    name,
  ),
);
const record = `case $i in *SessionStart*) echo '{"event":"agentSpawn"}' >>"$ANYHOOK_CONFORMANCE_TELEMETRY";; esac`;
const adapters: readonly [string, string, string][] = [
  ['echoes everything and records nothing', 'cat', 'none'],
  ['exits 0 without output', 'exit 0', 'none'],
  ['blocks everything', 'cat >/dev/null; echo no >&2; exit 2', 'none'],
  ['blocks everything and records', `i=$(cat); ${record}; echo no >&2; exit 2`, 'none'],
  ['dies', 'kill -KILL $$', 'none'],
  ['does not exist', 'no-such-adapter', 'none'],
  ['echoes and records a session start', `i=$(cat); ${record}; printf %s "$i"`, 'L0'],

  [
    'records the prompt',
    `i=$(cat); ${record}; printf '%s\\n' "$i" >>"$TELEMETRY_DIR/all.jsonl"; printf %s "$i"`,
    'none',
  ],
  ['is ours', `${node} '${bin}' run --host flow`, 'L2'],
];
for (const [what, command, reached] of adapters) {
  test(`an adapter that ${what} reaches ${reached}`, async () => {
    const report = await runConformance({ adapter: commandAdapter(command), fixtures: few, env: process.env });
    assert.equal(report.reached, reached, failuresOf(report).join('\n'));
  });
}

test('an adapter that does not answer fails after its timeout', async () => {
  const [fixture] = few;
  assert.ok(fixture);
  const adapter = commandAdapter('sleep 60');
  const { results } = await runConformance({ adapter, fixtures: [fixture], env: process.env, timeoutMs: 200 });
  assert.deepEqual(results[0]?.failures, ['did not answer within 200 ms']);
});

test('an adapter in this process may record after its answer', async () => {
  const spawn = fixtures.filter(({ name }) => name === 'telemetry--agent-spawn');
  const adapter: Adapter = ({ input, env }) => {
    const late = `sleep 0.2; echo '{"event":"agentSpawn"}' >>"$ANYHOOK_CONFORMANCE_TELEMETRY"`;
    void commandAdapter(late)({ input, env, workspace: '/', timeoutMs: 10_000 });
    return { exitCode: 0, stdout: input, stderr: '' };
  };
  assert.equal((await runConformance({ adapter, fixtures: spawn, env: process.env })).reached, 'L0');
});

test('the environment in which the kit runs does not affect the adapter', async () => {
  const [fixture] = few;
  assert.ok(fixture);
  let seen: Readonly<Record<string, string | undefined>> = {};
  const adapter: Adapter = ({ env, input }) => {
    seen = env;
    return { exitCode: 0, stdout: input, stderr: '' };
  };
  const given = {
    SA_HOOK_PROFILE: 'minimal',
    FLOW_AGENTS_X: '1',
    ANYHOOK: 'off',
    TELEMETRY_X: '1',
    HOME: '/h',
    OTHER: 'o',
    PATH: '/bin',
  };
  await runConformance({ adapter, fixtures: [fixture], env: given });
  const { OTHER, HOME, PATH, ...rest } = seen;
  assert.equal(OTHER, 'o');
  assert.ok(HOME !== '/h' && PATH?.endsWith('/tools:/bin'));
  for (const name of ['SA_HOOK_PROFILE', 'FLOW_AGENTS_X', 'ANYHOOK', 'TELEMETRY_X'])
    assert.equal(rest[name], undefined);
});

describe('the conformance command', () => {
  test('exits 1 if the requested level is not reached, and names the failed fixtures', (t) => {
    const { code, stdout } = flowWorld(t).run(['flow', 'conformance', '--adapter-cmd', 'cat', '--level', 'L0'], '');
    assert.equal(code, 1);
    assert.match(
      stdout,
      /^failed {2}L0 {2}telemetry--agent-spawn\n {12}expected a telemetry record of agentSpawn, got none$/m,
    );
    assert.match(stdout, /^L0 {2}failed /m);
    assert.match(stdout, /asked for L0, reached none\n$/);
    assert.doesNotMatch(stdout, /^L1/m);
  });

  test('runs the fixtures of a given folder in the current folder', (t) => {
    const fixture = {
      description: 'd',
      policy_class: 'p',
      canonical_event: 'stop',
      conformance_level: 'L1',
      payload: { hook_event_name: 'Stop' },
      expected: { exit_code: 0, stdout_echoes_input: true },
    };
    const here = flowWorld(t, { 'kit/one.json': JSON.stringify(fixture), 'adapter.sh': 'cat' });
    const args = ['flow', 'conformance', '--adapter-cmd', 'sh ./adapter.sh', '--fixtures', 'kit', '--level'];
    assert.equal(here.run([...args, 'L1'], '').code, 0);
    const { code, stdout } = here.run([...args, 'L2'], '');
    assert.deepEqual([code, /^L2 {2}untested/m.test(stdout)], [1, true]);
  });

  for (const args of [[], ['--self', '--adapter-cmd', 'cat']]) {
    test(`"${args.join(' ')}" is refused: one adapter is needed`, (t) => {
      const { code, stderr } = flowWorld(t).run(['flow', 'conformance', ...args], '');
      assert.deepEqual([code, /^anyhook: expected either --self or --adapter-cmd/.test(stderr)], [1, true]);
    });
  }

  test('a folder without fixtures is refused', (t) => {
    const { code, stderr } = flowWorld(t).run(['flow', 'conformance', '--self', '--fixtures', '.'], '');
    assert.equal(code, 1);
    assert.match(stderr, /^anyhook: expected conformance fixtures \(\*\.json\) in .*, got none\n$/);
  });
});
