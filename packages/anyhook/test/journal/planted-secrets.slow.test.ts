import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { dialProtocol, until } from '../resident/engine-world.js';
import { makeSamples } from '../support/secret-samples.js';
import { guardConfig, journalWorld } from './journal-world.js';

/** Telemetry with all that it can record, in addition to the journal. */
const config = `hooks:\n${guardConfig}\ntelemetry:\n  enabled: true\n  channels: [full, analytics]\n`;

test('none of 200 secrets of at least 40 kinds is in the journal, its exports, or telemetry', async (t) => {
  const samples = makeSamples(200, 20_261_115);
  assert.ok(new Set(samples.map(({ kind }) => kind)).size >= 40);
  const world = journalWorld(t, config);
  await world.up();
  const line = dialProtocol(world);
  const base = { session_id: 's', cwd: world.project };
  // In turn as a prompt, in a call, and in a tool's output; some calls are refused.
  for (const [n, { before, secret, after: behind }] of samples.entries()) {
    const text = `${before}${secret}${behind}`;
    const call = {
      tool_name: 'Bash',
      tool_input: { command: n % 2 ? text : `forbidden ${text}` },
      tool_use_id: `t${n}`,
    };
    const events = [
      { ...base, hook_event_name: 'UserPromptSubmit', prompt: text },
      { ...base, hook_event_name: 'PreToolUse', ...call },
      { ...base, hook_event_name: 'PostToolUse', ...call, tool_response: { stdout: text, stderr: '' } },
    ];
    const [, , after] = await Promise.all(events.map((payload) => line.ask(world, payload)));
    assert.equal(after?.exitCode, 0);
    // Also by a separate process, which redacts itself.
    if (n % 20 === 0) world.run(['run', '--host', 'claude-code'], JSON.stringify(events[1]));
  }
  await until(() => world.log('--decision', 'deny').length >= 100);
  const exported = world.run(['log', 'export', '--jsonl', '--details']).stdout;
  const csv = world.run(['log', 'export', '--csv', '--details']).stdout;
  await until(() => world.run(['why', '--tool-use', 't199', '--json']).stdout.includes('[redacted:'));
  const everything = [world.bytes(), exported, csv, world.run(['why', '--denied']).stdout].join('\n');
  assert.ok(everything.includes('[redacted:'), 'texts are kept without their secrets');
  for (const channel of ['full', 'analytics'])
    assert.ok(existsSync(join(world.state, 'telemetry', `${channel}.jsonl`)), `telemetry has the channel ${channel}`);
  const forms = (secret: string) => [secret, JSON.stringify(secret).slice(1, -1)];
  const leaked = samples.filter(({ secret }) => forms(secret).some((form) => everything.includes(form)));
  assert.deepEqual(
    leaked.map(({ kind }) => kind),
    [],
  );
});
