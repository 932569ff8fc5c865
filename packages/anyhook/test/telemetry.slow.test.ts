import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TelemetryRecord } from '../src/telemetry/record.js';
import { type TestProject, testProject } from './cli/harness.js';
import { entryArgs } from './support/entry-args.js';
import { isAlive } from './support/is-alive.js';

const bin = resolve('packages/anyhook/bin/anyhook.cjs');

interface Options {
  readonly env?: Readonly<Record<string, string>>;
  readonly program?: string;
}

function anyhook({ dir: cwd, env }: TestProject, args: readonly string[], input = '', options: Options = {}) {
  const { program = bin } = options;
  const variables: Readonly<Record<string, string>> = { ...env, ...options.env };
  return spawnSync(process.execPath, [program, ...entryArgs(args, variables)], {
    cwd,
    env: variables,
    input,
    encoding: 'utf8',
  });
}

const folder = ({ env }: TestProject) => join(env['XDG_STATE_HOME'] ?? '', 'anyhook', 'telemetry');

function records(given: TestProject, channel: string): readonly TelemetryRecord[] {
  const file = join(folder(given), `${channel}.jsonl`);
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

function userConfig({ env }: TestProject, text: string): void {
  const dir = join(env['HOME'] ?? '', '.config', 'anyhook');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'config.yaml'), text);
}

/** Every file below the telemetry folder, by its path. */
function filesOf(given: TestProject): ReadonlyMap<string, string> {
  const base = folder(given);
  const names = readdirSync(base, { recursive: true, encoding: 'utf8' });
  const files = names.filter((name) => statSync(join(base, name)).isFile());
  return new Map(files.map((name) => [name, readFileSync(join(base, name), 'utf8')]));
}

const secrets = {
  prompt: 'S3CRET-PROMPT',
  input: 'S3CRET-INPUT',
  output: 'S3CRET-OUTPUT',
  query: 'S3CRET-QUERY',
} as const;

/** The eight events as an agent sends them, with a secret in every possible place. */
function payloads(cwd: string): readonly Readonly<Record<string, unknown>>[] {
  const base = { session_id: 's1', cwd, transcript_path: `${cwd}/transcript.jsonl` };
  const shell = { tool_name: 'Bash', tool_input: { command: `echo ${secrets.input}` }, tool_use_id: 't1' };
  const task = {
    tool_name: 'Task',
    tool_input: { prompt: secrets.query, description: secrets.query, subagent_type: 'x' },
  };
  const write = { tool_name: 'Write', tool_input: { file_path: `${cwd}/a.txt`, content: secrets.input } };
  return [
    { ...base, hook_event_name: 'SessionStart', source: 'startup', model: 'm1' },
    { ...base, hook_event_name: 'UserPromptSubmit', prompt: secrets.prompt },
    { ...base, ...shell, hook_event_name: 'PreToolUse' },
    { ...base, ...task, hook_event_name: 'PreToolUse' },
    { ...base, ...write, hook_event_name: 'PreToolUse' },
    { ...base, ...shell, hook_event_name: 'PermissionRequest' },
    { ...base, ...shell, hook_event_name: 'PostToolUse', tool_response: { stdout: secrets.output, stderr: '' } },
    {
      ...base,
      ...task,
      hook_event_name: 'PostToolUse',
      tool_response: { content: [{ type: 'text', text: secrets.output }] },
    },
    { ...base, ...shell, hook_event_name: 'PostToolUseFailure', error: `Exit code 1: ${secrets.output}` },
    { ...base, hook_event_name: 'SubagentStart', agent_id: 'a1', agent_type: 'x', agent_name: 'worker' },
    {
      ...base,
      hook_event_name: 'SubagentStop',
      agent_id: 'a1',
      agent_type: 'x',
      last_assistant_message: secrets.output,
      outcome: `done: ${secrets.output}`,
    },
    { ...base, hook_event_name: 'Stop', stop_reason: 'end_turn', last_assistant_message: secrets.output },
    { ...base, hook_event_name: 'SessionEnd', reason: `typed ${secrets.prompt}` },
  ];
}

const events = [
  'agentSpawn',
  'userPromptSubmit',
  'preToolUse',
  'preToolUse',
  'preToolUse',
  'permissionRequest',
  'postToolUse',
  'postToolUse',
  'postToolUse',
  'subagentStart',
  'subagentStop',
  'stop',
  'stop',
];

/** A receiver of the HTTP sink. */
async function receiver(t: TestContext, port = 0) {
  const bodies: string[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      bodies.push(text);
      response.writeHead(200).end('{}');
    });
  });
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening));
  t.after(() => close(server));
  return { bodies, server, port: (server.address() as AddressInfo).port };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

describe('redacted text', () => {
  for (const agent of ['flow', 'claude-code'])
    test(`is not in files, spools or sent data after the eight events of ${agent}`, async (t) => {
      const given = testProject(t);
      const { bodies, port, server } = await receiver(t);
      const url = `http://127.0.0.1:${port}/`;
      userConfig(given, `telemetry:\n  http: {url: "${url}"}\n  otel: {endpoint: "${url}"}\n`);
      const cwd = join(given.dir, 'S3CRET-CWD');
      mkdirSync(cwd);
      for (const payload of payloads(cwd)) anyhook(given, ['run', '--host', agent], JSON.stringify(payload));
      for (const channel of ['full', 'analytics']) {
        assert.deepEqual(
          records(given, channel).map(({ event }) => event),
          events,
          channel,
        );
      }
      await waitFor(() => bodies.some((body) => body.includes('SessionEnd') && !body.includes('resourceLogs')));
      await endSenders(given);
      await close(server);
      const files = [...filesOf(given), ...bodies.map((body, i): [string, string] => [`sent ${i}`, body])];
      assert.ok(files.some(([name]) => name.startsWith('spool/otel')));
      for (const [name, text] of files) {
        for (const secret of Object.values(secrets)) assert.ok(!text.includes(secret), `${secret} in ${name}`);
        if (name !== 'full.jsonl') assert.ok(!text.includes('S3CRET-CWD'), `the cwd in ${name}`);
      }
      assert.equal(records(given, 'full')[0]?.context?.cwd, cwd);
    });

  test('is written only if the redaction variables allow it', (t) => {
    const given = testProject(t);
    const env = { TELEMETRY_CHANNEL_FULL_REDACT: 'none', TELEMETRY_CHANNEL_ANALYTICS_REDACT: 'context' };
    const payload = payloads(given.dir)[6];
    anyhook(given, ['run', '--host', 'flow'], JSON.stringify(payload), { env });
    const [full] = records(given, 'full');
    assert.deepEqual(full?.hook.raw_input, payload);
    assert.equal(full?.tool?.output, secrets.output);
    const [analytics] = records(given, 'analytics');
    assert.equal(analytics?.context, undefined);
    assert.deepEqual(analytics?.tool?.input, { command: `echo ${secrets.input}` });
  });
});

/** Ends the senders that a test started, which would otherwise run for some seconds. */
async function endSenders(given: TestProject): Promise<void> {
  for (const sink of ['http', 'otel']) {
    const lock = join(folder(given), 'spool', sink, 'lock');
    const pid = existsSync(lock) ? Number(readFileSync(lock, 'utf8').split(' ')[0]) : 0;
    if (!(pid > 0) || !isAlive(pid)) continue;
    process.kill(pid);
    await waitFor(() => !isAlive(pid));
  }
}

/** Waits for a result of another process. */
async function waitFor(done: () => boolean): Promise<void> {
  for (let i = 0; !done(); i++) {
    assert.ok(i < 1_500, 'it never happened');
    await sleep(20);
  }
}

const prompt = (session: string) =>
  JSON.stringify({ hook_event_name: 'UserPromptSubmit', prompt: 'x', session_id: session });

describe('recorded agents and calls', () => {
  test('a record has the runtime and call id of the payload', (t) => {
    const given = testProject(t);
    const payload = { hook_event_name: 'preToolUse', tool_name: 'Bash', tool_id: 'T-1', runtime: 'kiro' };
    const record = (env: Readonly<Record<string, string>> = {}, said: object = payload) => {
      anyhook(given, ['run', '--host', 'flow'], JSON.stringify(said), { env });
      const last = records(given, 'full').at(-1);
      return [last?.hook.runtime, last?.tool?.id];
    };
    assert.deepEqual(record(), ['kiro', 'T-1']);
    assert.deepEqual(record({ FLOW_AGENTS_TELEMETRY_RUNTIME: 'codex' }), ['codex', 'T-1']);
    assert.deepEqual(record({}, { ...payload, runtime: 'a sentence', tool_use_id: 'U' }), ['flow', 'U']);
  });

  test('flow is recorded by default, other agents if the user or managed config enables it', (t) => {
    const given = testProject(t);
    anyhook(given, ['run', '--host', 'claude-code'], prompt('a'));
    assert.equal(existsSync(folder(given)), false);
    anyhook(given, ['run', '--host', 'flow'], prompt('b'));
    writeFileSync(given.env['ANYHOOK_MANAGED_CONFIG'] ?? '', 'telemetry: {channels: [analytics]}\n');
    anyhook(given, ['run', '--host', 'claude-code'], prompt('c'));
    const sessions = (channel: string) => records(given, channel).map(({ context }) => context?.session_id);
    assert.deepEqual(sessions('full'), ['b']);
    assert.deepEqual(sessions('analytics'), ['b', 'c']);
    const runtimes = records(given, 'analytics').map(({ hook }) => hook.runtime);
    assert.deepEqual(runtimes, ['flow', 'claude-code']);
  });

  test('nothing is recorded if telemetry or anyhook is switched off', (t) => {
    const given = testProject(t);
    anyhook(given, ['flow', 'telemetry', 'stop', 'dev'], '', { env: { ANYHOOK: 'off' } });
    userConfig(given, 'telemetry: {enabled: false}\n');
    anyhook(given, ['run', '--host', 'flow'], prompt('b'));
    anyhook(given, ['flow', 'telemetry', 'stop', 'dev']);
    assert.equal(existsSync(folder(given)), false);
  });

  test('a project file cannot enable telemetry or set its destination', (t) => {
    const given = testProject(t, { '.agents/anyhook.yaml': 'telemetry: {http: {url: "http://127.0.0.1:9/"}}\n' });
    anyhook(given, ['run', '--host', 'claude-code'], prompt('a'));
    assert.equal(existsSync(folder(given)), false);
    anyhook(given, ['run', '--host', 'flow'], prompt('b'));
    assert.deepEqual([...filesOf(given).keys()].sort(), ['analytics.jsonl', 'full.jsonl']);
    const { status, stdout, stderr } = anyhook(given, ['hooks', 'validate']);
    assert.equal(status, 1);
    assert.match(stdout + stderr, /"telemetry" is a key of the user or managed config/);
  });

  test('an event that is fired by hand leaves no record', (t) => {
    const given = testProject(t);
    userConfig(given, 'telemetry: {}\n');
    anyhook(given, ['fire', 'session.start', '--agent', 'flow']);
    anyhook(given, ['fire', 'session.start']);
    assert.equal(existsSync(folder(given)), false);
  });

  test('telemetry has its own folder, private to the user', (t) => {
    const given = testProject(t);
    userConfig(given, 'telemetry: {dir: ~/records, channels: [full]}\n');
    anyhook(given, ['run', '--host', 'claude-code'], prompt('a'));
    const dir = join(given.env['HOME'] ?? '', 'records');
    assert.deepEqual(readdirSync(dir), ['full.jsonl']);
    assert.equal(statSync(dir).mode & 0o777, 0o700);
    assert.equal(statSync(join(dir, 'full.jsonl')).mode & 0o777, 0o600);
  });
});

describe('the agent', () => {
  test('gets the same answer if the record cannot be written', (t) => {
    const given = testProject(t);
    mkdirSync(join(folder(given), '..'), { recursive: true });
    writeFileSync(folder(given), 'a file where the folder belongs');
    const { status, stdout, stderr } = anyhook(given, ['run', '--host', 'flow'], prompt('a'));
    assert.deepEqual([status, stdout, stderr], [0, prompt('a'), '']);
  });

  test('writes complete records when eight run at once', async (t) => {
    const given = testProject(t);
    const each = 4;
    await Promise.all(
      Array.from({ length: 8 }, async (_, agent) => {
        for (let i = 0; i < each; i++) {
          const child = spawn(process.execPath, [bin, 'run', '--host', 'flow'], {
            cwd: given.dir,
            env: given.env,
            stdio: 'pipe',
          });
          child.stdin.end(prompt(`${agent}-${i}`));
          child.stdout.resume();
          await new Promise((ended) => child.on('close', ended));
        }
      }),
    );
    const expected = Array.from({ length: 8 * each }, (_, i) => `${i % 8}-${Math.floor(i / 8)}`).sort();
    for (const channel of ['full', 'analytics']) {
      assert.deepEqual(
        records(given, channel)
          .map(({ context }) => context?.session_id)
          .sort(),
        expected,
      );
    }
    assert.equal(new Set(records(given, 'full').map(({ id }) => id)).size, 8 * each);
  });

  test('is not affected by an unreachable receiver, which gets the records once it is up', async (t) => {
    const given = testProject(t);
    const down = await receiver(t);
    await close(down.server);
    userConfig(given, `telemetry: {http: {url: "http://127.0.0.1:${down.port}/", channel: full}}\n`);
    for (const session of ['a', 'b', 'c']) {
      const { status, stderr } = anyhook(given, ['run', '--host', 'claude-code'], prompt(session));
      assert.deepEqual([status, stderr], [0, '']);
    }
    // The sender that the first event started gives up after its tries.
    const log = join(folder(given), 'sender.jsonl');
    await waitFor(() => existsSync(log) && readFileSync(log, 'utf8').endsWith('\n'));
    assert.match(readFileSync(log, 'utf8'), /"sink":"http","sent":0,.*ECONNREFUSED/);
    const failed = anyhook(given, ['flow', 'telemetry', '--flush']);
    assert.equal(failed.status, 1);
    assert.match(failed.stdout, /^http: 0 sent, ECONNREFUSED\n$/);
    const up = await receiver(t, down.port);
    const flushed = await new Promise<string>((done) => {
      const child = spawn(process.execPath, [bin, 'flow', 'telemetry', '--flush'], { cwd: given.dir, env: given.env });
      let out = '';
      child.stdout.on('data', (chunk) => {
        out += chunk;
      });
      child.on('close', () => done(out));
    });
    assert.equal(flushed, 'http: 3 sent\n');
    const sent = up.bodies.map((body) => JSON.parse(body)).flatMap((body) => body.records as TelemetryRecord[]);
    assert.deepEqual(
      sent.map(({ context }) => context?.session_id),
      ['a', 'b', 'c'],
    );
    assert.deepEqual(sent, records(given, 'full'));
  });

  test('has the time limit for policies that the environment sets', (t) => {
    const given = testProject(t);
    given.write({ 'biome.json': '{}', 'a.ts': 'x', 'tools/biome': '#!/bin/sh\nexec sleep 20\n' });
    const tools = join(given.dir, '..', 'tools');
    cpSync(join(given.dir, 'tools'), tools, { recursive: true });
    userConfig(given, 'hooks: [{on: tool.after, use: quality-gate}, {on: tool.after, run: "sleep 1; exit 2"}]\n');
    const env = { FLOW_AGENTS_CLAUDE_CODE_HOOK_TIMEOUT_MS: '150', PATH: `${tools}:${given.env['PATH']}` };
    const input = { file_path: join(given.dir, 'a.ts') };
    const event = { hook_event_name: 'PostToolUse', tool_name: 'Write', cwd: given.dir, tool_input: input };
    const { status, stdout } = anyhook(given, ['run', '--host', 'claude-code'], JSON.stringify(event), { env });
    assert.equal(status, 0);
    assert.match(stdout, /"decision":"block"/, 'a hook of the user keeps its own time');
    const why = anyhook(given, ['why', '--json'], '', { env });
    assert.match(why.stdout, /FLOW_AGENTS_CLAUDE_CODE_HOOK_TIMEOUT_MS/);
    const [gate] = (JSON.parse(why.stdout) as { hooks: { hook: string; ms: number }[] }).hooks;
    assert.ok((gate?.ms ?? 20_000) < 5_000, JSON.stringify(gate));
  });
});

describe('OpenTelemetry', () => {
  test('gets the records through its SDK, in a separate process', async (t) => {
    const given = testProject(t);
    const { bodies, port } = await receiver(t);
    userConfig(given, `telemetry: {otel: {endpoint: "http://127.0.0.1:${port}"}}\n`);
    anyhook(given, ['run', '--host', 'claude-code'], prompt('otel-session'));
    await waitFor(() => bodies.length > 0);
    await endSenders(given);
    const [logs] = JSON.parse(bodies[0] ?? '').resourceLogs;
    const [record] = logs.scopeLogs[0].logRecords;
    assert.equal(record.eventName, 'anyhook.userPromptSubmit');
    const session = record.attributes.find(({ key }: { key: string }) => key === 'anyhook.context.session_id');
    assert.deepEqual(session.value, { stringValue: 'otel-session' });
  });

  test('reports which packages to install if they are missing, and keeps the records', (t) => {
    const given = testProject(t);
    const copy = join(given.dir, '..', 'installed');
    for (const name of ['bin', 'dist', 'package.json'])
      cpSync(join('packages/anyhook', name), join(copy, name), { recursive: true });
    userConfig(given, 'telemetry: {otel: {endpoint: "http://127.0.0.1:9"}}\n');
    const program = join(copy, 'bin', 'anyhook.cjs');
    const event = anyhook(given, ['flow', 'telemetry', 'agentSpawn', 'dev'], '', { program });
    assert.deepEqual([event.status, event.stdout, event.stderr], [0, '', '']);
    const { status, stdout } = anyhook(given, ['flow', 'telemetry', '--flush'], '', { program });
    // The event's sender may still be running.
    assert.equal(status, 1);
    assert.match(
      stdout,
      /^otel: 0 sent, (?:telemetry\.otel is configured, but its packages are not installed; .*npm install|another sender)/,
    );
    assert.ok(
      [...filesOf(given)].some(([name, text]) => name.startsWith('spool/otel/') && text.includes('agentSpawn')),
    );
  });
});

describe('anyhook flow telemetry', () => {
  const all = [
    'agentSpawn',
    'userPromptSubmit',
    'preToolUse',
    'permissionRequest',
    'postToolUse',
    'stop',
    'subagentStart',
    'subagentStop',
  ];

  for (const name of all)
    test(`records ${name} with and without a payload`, async (t) => {
      const given = testProject(t);
      for (const input of ['', '{"session_id":"s1","tool_name":"Bash"}', 'not json', '[1]']) {
        const ran = await given.run(['flow', 'telemetry', name, 'dev'], { stdin: input });
        assert.deepEqual(ran, { code: 0, stdout: '', stderr: '' }, input);
      }
      const made = records(given, 'full');
      assert.deepEqual(
        made.map(({ event }) => event),
        [name, name, name, name],
      );
      assert.deepEqual(
        made.map(({ agent }) => agent?.name),
        ['dev', 'dev', 'dev', 'dev'],
      );
      assert.deepEqual(
        made.map(({ context }) => context?.session_id),
        [undefined, 's1', undefined, undefined],
      );
      assert.equal(made[0]?.hook.event_name, name);
    });

  const natives: [string, string, string, string][] = [
    ['flow', 'SessionStart', '{}', 'agentSpawn'],
    ['opencode', 'tool.execute.before', '{"tool_name":"bash"}', 'preToolUse'],
    ['gemini', 'BeforeTool', '{"tool_name":"run_shell_command"}', 'preToolUse'],
    ['gemini', 'preToolUse', '{"tool_name":"run_shell_command"}', 'preToolUse'],
    [
      'claude-code',
      'postToolUse',
      '{"hook_event_name":"PostToolUseFailure","tool_name":"Bash","error":"x"}',
      'postToolUse',
    ],
    ['claude-code', 'stop', '{"hook_event_name":"PreToolUse"}', 'stop'],
  ];
  for (const [runtime, name, payload, expected] of natives)
    test(`${name} of ${runtime} with ${payload} is ${expected}`, async (t) => {
      const given = testProject(t);
      const env = { FLOW_AGENTS_TELEMETRY_RUNTIME: runtime };
      await given.run(['flow', 'telemetry', name, 'dev'], { stdin: payload, env });
      const [made] = records(given, 'analytics');
      assert.deepEqual([made?.event, made?.hook.runtime], [expected, runtime]);
    });

  for (const args of [['nonsense', 'dev'], ['PreCompact', 'dev'], ['constructor'], ['stop', 'dev', 'more', '--odd']])
    test(`exits 0 for ${args.join(' ')}`, (t) => {
      const { status, stdout } = anyhook(testProject(t), ['flow', 'telemetry', ...args]);
      assert.deepEqual([status, stdout], [0, '']);
    });

  test('does not wait forever for a payload that does not end', async (t) => {
    const given = testProject(t);
    const env = { ...given.env, FLOW_AGENTS_FLOW_TELEMETRY_TIMEOUT_MS: '200' };
    const child = spawn(process.execPath, [bin, 'flow', 'telemetry', 'stop', 'dev'], { cwd: given.dir, env });
    child.stdin.write('{"half":');
    assert.equal(await new Promise((ended) => child.on('exit', ended)), 0);
    assert.equal(records(given, 'full').length, 1);
  });

  test('reports that no flush target is configured', (t) => {
    assert.match(anyhook(testProject(t), ['flow', 'telemetry', '--flush']).stdout, /no receiver is configured/);
  });
});
