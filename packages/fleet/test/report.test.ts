import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { runAgent } from '../../anyhook/test/support/run-agent.js';
import type { DeviceReport } from '../src/hub-protocol.js';
import { fleetProject } from './fleet-project.js';

interface Replayed {
  readonly total: number;
  readonly same: number;
  readonly notReplayed: number;
  readonly unknown: number;
  readonly flips: readonly { readonly hook?: string; readonly before: string; readonly after: string }[];
}

/** Denies calls with this word; declared pure or not. */
const rule = (word: string, isPure: boolean): string =>
  `  - {id: no-${word}, on: tool.before, match: {input: ${word}}, run: "echo secret-reason >&2; exit 2"${isPure ? ', pure: true' : ''}}\n`;

test('a candidate’s report has the results of replay on that machine, without paths, commands or texts', async (t) => {
  const here = await fleetProject(t, { policy: { '.agents/anyhook.yaml': `hooks:\n${rule('rocket', true)}` } });
  assert.equal((await here.run(['fleet', 'fetch'])).code, 0);
  const commands = [
    'echo rocket',
    'echo comet private-word',
    'ls private-word',
    'echo moon private-word',
    'echo comet',
  ];
  for (const [i, command] of commands.entries())
    runAgent(here, 'claude-code', {
      ...{ hook_event_name: 'PreToolUse', session_id: `private-session-${i}`, cwd: here.dir, tool_name: 'Bash' },
      ...{ tool_input: { command }, tool_use_id: `private-call-${i}` },
    });
  const candidate = `hooks:\n${rule('comet', true)}${rule('moon', false)}`;
  here.publish({ '.agents/anyhook.yaml': candidate }, { enforce: 0, shadow: 10_000 });
  assert.equal((await here.run(['fleet', 'fetch'])).code, 0);

  const { candidate: told, ...rest } = await here.json<DeviceReport>(['fleet', 'report', '--json']);
  const replayed = await here.json<Replayed>(['replay', '--candidate', '--since', '14d', '--json']);
  const counts = new Map<string, number>();
  for (const { hook = 'several', before, after } of replayed.flips) {
    const key = `${hook} ${before} ${after}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  assert.deepEqual(
    { ...told, flips: told?.flips.map(({ hook, from, to, count }) => [`${hook} ${from} ${to}`, count]).sort() },
    {
      ...{ serial: 2, total: replayed.total, same: replayed.same, flips: [...counts].sort() },
      ...{ notReplayed: replayed.notReplayed, unknown: replayed.unknown },
    },
  );
  assert.deepEqual(
    [told?.total, told?.notReplayed, [...counts]],
    [
      5,
      1,
      [
        ['no-rocket deny pass', 1],
        ['no-comet pass deny', 2],
      ],
    ],
  );

  const shared = join(here.dir, 'reports');
  mkdirSync(shared);
  assert.equal((await here.run(['fleet', 'report', '--out', 'reports'])).code, 0);
  const [name = ''] = readdirSync(shared);
  const file = readFileSync(join(shared, name), 'utf8');
  const signed = Buffer.from((JSON.parse(file) as { payload: string }).payload, 'base64').toString();
  for (const text of [JSON.stringify(rest), JSON.stringify(told), file, signed]) {
    assert.doesNotMatch(text, /private|secret-reason|echo|exit 2|scripts/);
    assert.ok(!text.includes(here.dir) && !text.includes(here.env['HOME'] ?? '?'), 'a path');
  }
});
