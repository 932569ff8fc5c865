import assert from 'node:assert/strict';
import { test } from 'node:test';
import { slashedPath } from '../../../core/src/file-path.js';
import { hookMdWithScript, testProject } from './harness.js';

test('the prompt block names exactly the HOOK.md hooks that run', async (t) => {
  const here = testProject(t, {
    ...hookMdWithScript('guard', 'before_tool', 'exit 0', 'matcher:\n  tool: Shell\n'),
    '.agents/anyhook.yaml': 'hooks:\n  - {on: session.start, use: add_date}\n',
  });
  const { code, stdout, stderr } = await here.run(['hooks', 'prompt', '--trust-project']);
  assert.deepEqual([code, stderr], [0, '']);
  assert.equal(
    stdout,
    [
      '<available_hooks>',
      '  <hook>',
      '    <name>guard</name>',
      '    <description>A hook for tests.</description>',
      '    <trigger>before_tool</trigger>',
      '    <matcher tool="Shell" />',
      `    <location>${slashedPath(here.dir)}/.agents/hooks/guard/HOOK.md</location>`,
      '  </hook>',
      '</available_hooks>',
      '',
    ].join('\n'),
  );
});

test('the description of an untrusted hook does not reach the model', async (t) => {
  const here = testProject(t, hookMdWithScript('guard', 'before_tool', 'exit 0'));
  const { code, stdout, stderr } = await here.run(['hooks', 'prompt']);
  assert.deepEqual([code, stdout], [0, '<available_hooks>\n</available_hooks>\n']);
  assert.match(stderr, /^anyhook: left out 1 hook that does not run: see "anyhook list"\n$/);
});
