import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { testProject } from './cli/harness.js';
import { runAgent } from './support/run-agent.js';

const call = { session_id: 's1', hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'ls' } };

describe('a module hook that is bound to no event', () => {
  const entry = 'hooks:\n  - {id: guard, on: tool.before, use: ./guard.mjs}\n';
  const denies = 'run: () => ({ decision: "deny", reason: "no" })';
  const modules: readonly [string, string][] = [
    ['no "on"', `export default { ${denies} };`],
    ['an undefined "on"', `export default { on: undefined, ${denies} };`],
    ['an empty list', `export default { on: [], ${denies} };`],
    ['a list with nothing in it', `export default { on: [undefined], ${denies} };`],
    ['an unknown event', `export default { on: "tool.befor", ${denies} };`],
    ['an "on" that only shows when it runs', `const on = undefined;\nexport default { on, ${denies} };`],
  ];
  for (const [what, text] of modules) {
    test(`(${what}) asks instead of silently passing`, (t) => {
      const project = testProject(t, { '.agents/anyhook.yaml': entry, 'guard.mjs': text });
      const { json } = runAgent(project, 'claude-code', call);
      const { permissionDecision, permissionDecisionReason = '' } = json['hookSpecificOutput'] as Readonly<
        Record<string, string>
      >;
      assert.equal(permissionDecision, 'ask');
      assert.match(permissionDecisionReason, /"on": expected an event/);
    });
  }

  test('is an error in validate and unloadable in list', async (t) => {
    const project = testProject(t, { '.agents/anyhook.yaml': entry, 'guard.mjs': `export default { ${denies} };` });
    const { code, stdout } = await project.run(['hooks', 'validate']);
    assert.equal(code, 1);
    assert.match(stdout, /anyhook\.yaml:2: error: .*guard\.mjs: "on": expected an event such as "tool\.before"/);
    assert.match((await project.run(['list', '--trust-project'])).stdout, /unloadable, asks/);
  });
});
