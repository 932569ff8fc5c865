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

test("every project file that init writes entries to is one of the agent's projectEntryFiles", () => {
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
  test(`a Claude Code entry recognizes ${agent} by its payloads in ${folder}${env === inCopilot ? ', in Copilot’s shell' : ''}`, () => {
    for (const { name, payload } of recordedPayloads(folder))
      assert.equal(callerOf(findAgent('claude-code'), payload, env).name, agent, `${folder}/${name}`);
  });

test("an agent's own entry always has that agent as its caller, even if the payload is malformed", () => {
  for (const payload of [undefined, null, [], 'x', { cursor_version: '2' }, { timestamp: 1 }])
    assert.equal(callerOf(findAgent('codex'), payload, inCopilot).name, 'codex');
  for (const payload of [undefined, null, [], 'x', {}])
    assert.equal(callerOf(findAgent('claude-code'), payload, inCopilot).name, 'claude-code');
});

test("Cursor events are accepted under Claude's event and tool names", () => {
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
