import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeContext, recordedPayloads } from '../../test/support/agent-codec.js';
import { callerOf, findAgent, loadInstalls } from './index.js';
import type { InstallPlace } from './kit/install.js';

const installs = await loadInstalls();

const place: InstallPlace = {
  scope: 'project',
  home: '/home/dev',
  env: {},
  root: '/p',
  isWindows: false,
  realPath: (path) => path,
  namesIn: () => [],
};

test('every file into which init writes a project’s entries is looked into for them', () => {
  for (const { agent, target } of installs) {
    const made = target(place);
    const file = made.kind === 'files' ? made.file('{event}') : made.file;
    if (!file.startsWith('/p/')) continue;
    assert.ok(findAgent(agent).projectEntryFiles?.includes(file.slice('/p/'.length)), `${agent}: ${file}`);
  }
});

const inCopilot = { COPILOT_CLI: '1', COPILOT_PROJECT_DIR: '/p' };

for (const [folder, env, agent] of [
  ['claude-code', {}, 'claude-code'],
  ['claude-code', inCopilot, 'claude-code'],
  ['copilot-pascal', inCopilot, 'copilot'],
  ['cursor', {}, 'cursor'],
] as const)
  test(`an entry of Claude Code knows ${agent} by the payloads in ${folder}${env === inCopilot ? ', in Copilot’s shell' : ''}`, () => {
    for (const { name, payload } of recordedPayloads(folder))
      assert.equal(callerOf(findAgent('claude-code'), payload, env).name, agent, `${folder}/${name}`);
  });

test('an entry of another agent is called by that agent, whatever comes', () => {
  for (const payload of [undefined, null, [], 'x', { cursor_version: '2' }, { timestamp: 1 }])
    assert.equal(callerOf(findAgent('codex'), payload, inCopilot).name, 'codex');
  for (const payload of [undefined, null, [], 'x', {}])
    assert.equal(callerOf(findAgent('claude-code'), payload, inCopilot).name, 'claude-code');
});

test('Cursor is understood by Claude’s names of its events and tools', () => {
  const payload = {
    cursor_version: '2',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command: 'ls' },
  };
  const event = findAgent('cursor').decode(payload, decodeContext);
  assert.deepEqual(
    [event.name, event.nativeName, event.name === 'tool.before' && event.call.kind],
    ['tool.before', 'preToolUse', 'shell'],
  );
});
