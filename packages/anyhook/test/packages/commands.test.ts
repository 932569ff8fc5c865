import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decision, packageWorld } from './package-world.js';

const guard = '#!/bin/sh\ngrep -q forbidden && { echo no >&2; exit 2; }\nexit 0\n';
const settings = (command: string) =>
  JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command }] }] } });

for (const [what, command] of [
  ['by a relative path', 'bin/guard.sh now'],
  ['by ./', 'sh ./bin/guard.sh'],
  ['by the folder of the project', '"$CLAUDE_PROJECT_DIR"/bin/guard.sh'],
  ['by the folder of the project in quotes', '"${CLAUDE_PROJECT_DIR}/bin/guard.sh" a'],
] as const)
  test(`a package of project settings starts its own script ${what}`, async (t) => {
    const world = packageWorld(t, { '.claude/settings.json': settings(command), 'bin/guard.sh': guard });
    const { code, stderr } = await world.run(['hooks', 'add', world.source, '--yes']);
    assert.equal(code, 0, stderr);
    assert.deepEqual([await decision(world, 'forbidden'), await decision(world, 'ls')], ['deny', 'pass']);
  });

test('a docker-agent file and a HOOK.md folder of a package run from its folder', async (t) => {
  const docker = `hooks:\n  pre_tool_use:\n    - matcher: shell\n      hooks:\n        - type: command\n          command: ./bin/guard.sh\n`;
  const yaml = packageWorld(t, { 'hooks.yaml': docker, 'bin/guard.sh': guard });
  await yaml.run(['hooks', 'add', yaml.source, '--yes']);
  assert.equal(await decision(yaml, 'forbidden'), 'deny');
  const md = packageWorld(t, {
    '.agents/hooks/guard/HOOK.md': '---\nname: guard\ndescription: A guard.\ntrigger: pre-tool-call\n---\n',
    '.agents/hooks/guard/scripts/run.sh': guard,
  });
  await md.run(['hooks', 'add', md.source, '--yes']);
  assert.equal(await decision(md, 'forbidden'), 'deny');
});

test('words that are not files of the package stay unchanged', async (t) => {
  const world = packageWorld(t, {
    '.claude/settings.json': settings('test "$(grep -c forbidden)" = 0 || { echo no >&2; exit 2; }'),
    test: 'x',
  });
  await world.run(['hooks', 'add', world.source, '--yes']);
  assert.deepEqual([await decision(world, 'forbidden'), await decision(world, 'ls')], ['deny', 'pass']);
});
