import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import type { Event } from '@anyhook/core';
import { canonical } from '../agents/canonical/agent.js';
import { makeEvent } from '../agents/canonical/event.js';
import { wireEngine } from '../answer/engine.js';
import { createMemorySessionStore } from '../sessions/session-store.js';
import { createTelemetry, type SendJob, type TelemetryOptions } from './create-telemetry.js';
import type { TelemetryConfig } from './settings.js';

const now = '2030-01-02T03:04:05.000Z';
const event = (data = {}): Event => makeEvent({ name: 'prompt.submit', now, cwd: '/p', prompt: 'hi', data });
const on: TelemetryConfig = { enabled: true, channels: ['full'] };

function setUp(t: TestContext, options: Partial<TelemetryOptions> = {}) {
  const stateDir = mkdtempSync(join(tmpdir(), 'anyhook-observe-'));
  t.after(() => rmSync(stateDir, { recursive: true, force: true }));
  const jobs: SendJob[] = [];
  const telemetry = createTelemetry({
    config: on,
    stateDir,
    home: '/nowhere',
    env: {},
    version: '1',
    agentOf: ({ host: agent }) => ({ runtime: agent, byDefault: agent === 'eager' }),
    startSender: async (job) => jobs.push(job),
    ...options,
  });
  return { ...telemetry, stateDir, jobs, file: join(stateDir, 'telemetry', 'full.jsonl') };
}

describe('the observer', () => {
  test('never throws, whatever the event or the state of the disk', (t) => {
    const { observe, file } = setUp(t);
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    const hostile = [
      { ...event(), raw: cycle },
      { ...event(), prompt: undefined },
      { ...event(), name: 'no such event' },
      { ...makeEvent({ name: 'tool.before', now, cwd: '/p' }), call: undefined },
      {},
    ];
    for (const one of hostile) assert.doesNotThrow(() => observe(one as unknown as Event));
    const broken = setUp(t, { stateDir: '/dev/null' });
    assert.doesNotThrow(() => broken.observe(event()));
    assert.equal(readFileSync(file, 'utf8').split('\n').filter(Boolean).length, 2);
  });

  test('a variable cannot add fields to sent records, and the config can remove more', (t) => {
    const http = { url: 'http://127.0.0.1:9/', channel: 'full' } as const;
    const env = { TELEMETRY_CHANNEL_FULL_REDACT: 'none' };
    const { observe, stateDir, file } = setUp(t, { config: { ...on, http, redact: ['context.cwd'] }, env });
    observe(event());
    const spool = join(stateDir, 'telemetry/spool/http');
    const sent = readdirSync(spool).map((name) => readFileSync(join(spool, name), 'utf8'));
    assert.match(readFileSync(file, 'utf8'), /"prompt_text":"hi".*"cwd":"\/p"|"cwd":"\/p".*"prompt_text":"hi"/);
    assert.match(sent.join(''), /prompt\.submit|userPromptSubmit/);
    assert.doesNotMatch(sent.join(''), /prompt_text|"cwd"/);
  });

  test('starts a sender if records are pending, and only once', async (t) => {
    const http = { url: 'http://127.0.0.1:9/', channel: 'analytics' } as const;
    const env = { FLOW_AGENTS_ANYHOOK_TELEMETRY_TIMEOUT_MS: '77' };
    const { observe, ship, jobs, stateDir } = setUp(t, { config: { ...on, http }, env });
    await ship();
    assert.deepEqual(jobs, []);
    observe(event());
    await ship();
    observe(event());
    await ship();
    const dir = join(stateDir, 'telemetry');
    const sink = { kind: 'http', url: http.url, headers: {}, channel: 'analytics', spool: join(dir, 'spool', 'http') };
    assert.deepEqual(jobs, [{ dir, sinks: [sink], timeoutMs: 77, version: '1' }]);
  });

  test('a sender that cannot start is not an error', async (t) => {
    const http = { url: 'http://127.0.0.1:9/', channel: 'full' } as const;
    const { observe, ship } = setUp(t, { config: { ...on, http }, startSender: () => Promise.reject(new Error('no')) });
    observe(event());
    await ship();
  });

  test('a record never exceeds the size of a readable line', (t) => {
    const { observe, file } = setUp(t, { env: { TELEMETRY_CHANNEL_FULL_REDACT: 'none' } });
    observe({ ...event(), prompt: 'x'.repeat(10_000_000) } as Event);
    const text = readFileSync(file, 'utf8');
    assert.ok(text.length < 2 * 1024 * 1024 && JSON.parse(text).turn.prompt_text.endsWith('…'));
  });

  test('records nothing for agents that are not enabled', (t) => {
    const { observe, file } = setUp(t, { config: undefined });
    observe(event());
    assert.equal(existsSync(file), false);
    observe({ ...event(), host: 'eager' });
    assert.equal(existsSync(file), true);
  });
});

describe('the engine', () => {
  const engine = wireEngine({
    hooks: [],
    settings: { httpAllow: [], maxOutputBytes: 1024 },
    stopLimit: 8,
    store: createMemorySessionStore(),
    startAsync: async () => undefined,
  });
  const context = { env: {}, cwd: '/p', now };

  test('passes each event to the observer once, before processing it', async () => {
    const seen: Event[] = [];
    const given = event();
    await engine.decide(canonical, given, context, { env: {}, observe: (one) => void seen.push(one) });
    assert.equal(seen.length, 1);
    assert.equal(seen[0], given);
  });

  test('gives the same answer if the observer throws', async () => {
    const observe = () => {
      throw new Error('broken');
    };
    const { verdict } = await engine.decide(canonical, event(), context, { env: {}, observe });
    assert.equal(verdict.decision, 'pass');
    assert.deepEqual(verdict.notes, []);
  });
});
