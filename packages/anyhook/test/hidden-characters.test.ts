import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { showHidden, showHiddenKeepColors, visibleJson } from '../../core/src/hidden-characters.js';
import { emptyVerdict } from '../../core/src/verdict.js';
import type { Agent } from '../src/agents/agent.js';
import { canonical } from '../src/agents/canonical/agent.js';
import { agents } from '../src/agents/index.js';
import { type TestProject, testProject } from './cli/harness.js';
import { decodeContext, recordedPayloads } from './support/agent-codec.js';

/** Clears the screen, sets the title, forges a line, goes back, turns the direction, breaks lines, hides, tags. */
const hostile =
  'x\u001b[2J\u001b]0;t\u0007\u001b[8m\r\nforged\r\b\u007f\u009b31m\u0085\u202e\u2066\u2028\u2029\u200b\u200d\ufeff\u00ad\u061c\u{e0041}y';
const raw = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]|\udb40/;
const ownColor = /\u001b\[(?:[0-4]|22|3[1-79]|39|9[0-7])m/g;
const yaml = JSON.stringify(hostile);

/** A project and a home in which every text is the hostile one. */
const files: Readonly<Record<string, string>> = {
  '.agents/hooks/odd/HOOK.md': `---\nname: odd\ndescription: ${yaml}\ntrigger: at_noon\nmatcher: {tool: ${yaml}}\n---\n`,
  '.agents/hooks/odd/scripts/run.sh': '#!/bin/sh\nexit 0\n',
  '.agents/anyhook.yaml': `hooks:\n  - {id: ${yaml}, on: tool.before, run: ${yaml}, match: {input: ${yaml}}}\n  - {${yaml}: 1}\n${yaml}: 2\n`,
  'hooks/hooks.json': `{"hooks": {${yaml}: [], "PreToolUse": [{"matcher": ${yaml}, "hooks": [{"type": "command", "command": ${yaml}}]}]}}`,
  '.agents/odd.hooktest.yaml': `cases:\n  - name: ${yaml}\n    event: tool.before\n    tool: shell\n    input: {command: ${yaml}}\n    expect: {decision: deny, reason: ${yaml}}\n`,
  '.system/registry/low-level/odd.yaml': `key: a.b\nversion: "1"\nsummary: ${yaml}\nimplementations:\n  one: {kind: builtin, use: noop, note: ${yaml}}\n`,
};
const userConfig = `hooks:
  - {id: ${yaml}, on: tool.before, run: ${JSON.stringify(`printf '%s' ${JSON.stringify(hostile)} >&2; exit 2`)}}
  - {id: ${JSON.stringify(`broken ${hostile}`)}, on: tool.before, run: ${JSON.stringify(`echo '${hostile}'; exit 7`)}}
  - {id: ${JSON.stringify(`shadow ${hostile}`)}, on: tool.before, run: exit 2, mode: shadow}
`;
const payload = {
  session_id: `s ${hostile}`,
  hook_event_name: 'PreToolUse',
  tool_name: `T ${hostile}`,
  tool_use_id: `c ${hostile}`,
  tool_input: { command: hostile, [hostile]: hostile },
  agent_id: hostile,
  agent_type: hostile,
};

/** A command, and where the hostile text is in it. */
const commands: readonly (readonly string[])[] = [
  ['list'],
  ['list', '--json'],
  ['hooks', 'validate'],
  ['hooks', 'validate', '--json'],
  ['trust', '--list'],
  ['hooks', 'matrix'],
  ['hooks', 'matrix', '--json'],
  ['hooks', 'prompt'],
  ['log'],
  ['log', '--all'],
  ['log', '--json'],
  ['log', '--json', '--details'],
  ['log', '--stats'],
  ['log', '--stats', '--json'],
  ['log', '--shadow'],
  ['log', '--session', hostile],
  ['log', '--hook', hostile],
  ['log', '--tool', `T ${hostile}`],
  ['log', 'export'],
  ['log', 'export', '--format', 'jsonl'],
  ['log', '--event', hostile],
  ['log', '--since', hostile],
  ['why', 'last'],
  ['why', hostile],
  ['log', 'record'],
  ['approve', '--list'],
  ['approve', '--list', '--json'],
  ['ability', 'list'],
  ['ability', 'list', '--json'],
  ['ability', 'show', hostile],
  ['task', 'list'],
  ['task', 'get', hostile],
  ['hooks', 'test', '--trust-project'],
  ['hooks', 'test', '--trust-project', '--reporter', 'tap'],
  ['hooks', 'test', hostile],
  ['fire', 'tool.before', '--tool', 'shell', '--input', JSON.stringify({ command: hostile })],
  ['fire', 'tool.before', '--tool', hostile, '--json', '--input', JSON.stringify({ command: hostile })],
  ['fire', hostile],
  ['fire', 'tool.before', '--data', `{"${hostile}`],
  ['hooks', 'convert', hostile, '--to', 'docker'],
  ['undo', '--list'],
  ['undo', '--snapshot', hostile, '--dry-run'],
  ['help', hostile],
  [hostile],
  ['list', `--${hostile}`],
  ['list', '--json', `--${hostile}`],
  ['engine', 'status'],
  ['off', '--for', hostile],
  ['hooks', 'new', hostile],
  ['list', '--cwd', `/${hostile}`],
];
const title = (words: readonly string[]): string =>
  `anyhook ${words.map((word) => (word.includes('\u001b') ? '<hostile>' : word.slice(0, 20))).join(' ')}`;

describe('no hidden character reaches the terminal, a pipe or a log from', () => {
  let here: TestProject;
  const endings: (() => unknown)[] = [];
  before(() => {
    here = testProject({ after: (end: () => unknown) => endings.push(end) } as never, files);
    const config = join(here.env['HOME'] ?? '', '.config/anyhook/config.yaml');
    mkdirSync(dirname(config), { recursive: true });
    writeFileSync(config, userConfig);
    for (const agent of ['claude-code', 'codex'])
      spawnSync(process.execPath, [resolve('packages/anyhook/bin/anyhook.cjs'), 'run', '--host', agent], {
        cwd: here.dir,
        env: here.env,
        input: JSON.stringify({ ...payload, cwd: here.dir }),
        timeout: 60_000,
      });
  });
  after(() => {
    for (const end of endings) end();
  });

  for (const words of commands)
    test(title(words), async () => {
      for (const columns of [undefined, 100]) {
        const { stdout, stderr } = await here.run(words, columns === undefined ? {} : { columns });
        const shown = (stdout + stderr).replace(columns === undefined ? /(?!)/g : ownColor, '');
        assert.doesNotMatch(shown, raw);
        assert.doesNotMatch(shown, /^forged/m);
        if (words.includes('--json') && stdout.startsWith('{') && words[0] !== 'log') JSON.parse(stdout);
      }
    });

  test('the journal contains the decisions that the commands show', async () =>
    assert.match((await here.run(['log'])).stdout, /broken x\\u001b\[2J/));
});

/** An agent's recorded payloads; for a protocol without recordings, a made-up one. */
const payloadsOf = (agent: Agent): readonly unknown[] => {
  if (agent.name === canonical.name) return [{ event: 'tool.before', tool: 'shell', input: { command: 'ls' } }];
  return recordedPayloads(agent.isProtocol ? 'claude-code' : agent.name).map((one) => one.payload);
};

describe('answers to an agent contain no hidden character, and keep their meaning', () => {
  for (const agent of agents)
    test(agent.name, () => {
      for (const one of payloadsOf(agent))
        for (const decision of ['deny', 'ask', 'pass'] as const) {
          const event = agent.decode(one, decodeContext);
          const verdict = { ...emptyVerdict, decision, reason: hostile, context: [hostile], messages: [hostile] };
          const { stdout, stderr } = agent.encode(event, verdict, { ...decodeContext, text: '{}' });
          assert.doesNotMatch(stderr, raw);
          // An agent that expects its input back gets it unchanged.
          if (agent.echoesInput) continue;
          assert.doesNotMatch(stdout, raw);
          if (stdout.startsWith('{') && stdout.includes('u202e'))
            assert.ok(JSON.stringify(JSON.parse(stdout)).includes('\u202e'));
        }
    });
});

describe('a hidden character', () => {
  test('is written as a JSON escape, so JSON values stay equal', () => {
    const value = { [hostile]: [hostile, { a: hostile }] };
    assert.deepEqual(JSON.parse(visibleJson(value)), value);
    assert.doesNotMatch(visibleJson(value), raw);
  });

  test('is not an emoji, a letter of another script, a tab or a line feed', () => {
    for (const text of ['a\tb\nc', 'é ß 日本語 العربية עברית ไทย', '😀 👍🏽 ☎️', '…“”→✓'])
      assert.equal(showHidden(text), text);
  });

  test('that starts one of our own colors is kept, and no other', () => {
    assert.equal(showHiddenKeepColors('\u001b[31mred\u001b[39m'), '\u001b[31mred\u001b[39m');
    for (const sequence of ['\u001b[8m', '\u001b[5m', '\u001b[30m', '\u001b[2J', '\u001b[31;8m', '\u001b]0;x'])
      assert.equal(showHiddenKeepColors(sequence), `\\u001b${sequence.slice(1)}`);
  });
});
