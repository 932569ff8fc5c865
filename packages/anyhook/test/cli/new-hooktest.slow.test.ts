import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { formatNamed, formatNames } from '../../src/formats/index.js';
import { loadPresets } from '../../src/hooks/presets.js';
import { testProject } from './harness.js';

for (const format of formatNames()) {
  test(`the generated test of a new ${format} hook passes at every event, and makes the hook run`, async (t) => {
    const here = testProject(t);
    const events = Object.keys(formatNamed(format).events);
    for (const [i, event] of events.entries())
      assert.equal((await here.run(['hooks', 'new', `n-${i}`, '--format', format, '--event', event])).code, 0);
    const { code, stdout } = await here.run(['hooks', 'test', '--require-coverage', 'hooks']);
    assert.equal(code, 0, stdout);
    assert.match(stdout, new RegExp(`in ${events.length} files?, `));
  });
}

const places: readonly (readonly [string, string])[] = [
  ['hook-md', '.agents/hooks/my-guard/my-guard.hooktest.yaml'],
  ['docker', '.agents/my-guard.hooktest.yaml'],
  ['ability', '.system/hooks/my-guard.hooktest.yaml'],
  ['claude', 'hooks/my-guard.hooktest.yaml'],
  ['flow', '.agents/hooks/my-guard.hooktest.yaml'],
];
for (const [format, path] of places) {
  test(`the generated test of a ${format} hook is next to it, and fails if the script does nothing`, async (t) => {
    const here = testProject(t);
    const { stdout } = await here.run(['hooks', 'new', 'my-guard', '--format', format, '--event', 'tool.before']);
    assert.ok(stdout.includes(`wrote ${path}\n`), stdout);
    assert.match(stdout, /\n {2}anyhook hooks test\n {2}anyhook trust\n/);
    assert.deepEqual(await here.json(['hooks', 'validate', '--json']), []);
    assert.equal((await here.run(['hooks', 'test'])).code, 0);
    const [script = ''] = /\S+\.(?:sh|mjs)/.exec(stdout) ?? [];
    const text = readFileSync(join(here.dir, script), 'utf8');
    assert.match(text, format === 'ability' ? /hook_signals/ : /never let this pass/);
    here.write({
      [script]: format === 'ability' ? '#!/bin/sh\nexit 1\n' : text.replace('never let this pass', 'xyz'),
    });
    assert.equal((await here.run(['hooks', 'test'])).code, 1);
  });
}

const matchers: readonly (readonly [string, string, string, boolean])[] = [
  ['hook-md', 'before_tool', 'WriteFile', true],
  ['hook-md', 'before_tool', 'StrReplaceFile|Shell', true],
  ['docker', 'post_tool_use', 'my_own_tool', true],
  ['ability', 'PreAbilityCall', 'write_file', true],
  ['claude', 'SessionStart', 'startup|resume', true],
  ['claude', 'PreCompact', 'auto', true],
  ['claude', 'SubagentStop', 'reviewer', true],
  ['claude', 'PreToolUse', 'mcp__.*', false],
];
for (const [format, event, matcher, written] of matchers) {
  const what = written ? 'passes' : 'is left out, for nobody can guess what it means';
  test(`the generated test of a ${format} hook with the matcher ${matcher} ${what}`, async (t) => {
    const here = testProject(t);
    const args = ['hooks', 'new', 'a', '--format', format, '--event', event, '--matcher', matcher];
    const { code, stdout } = await here.run(args);
    assert.equal(code, 0);
    assert.equal(stdout.includes('.hooktest.yaml'), written);
    const ran = await here.run(['hooks', 'test', '--require-coverage', 'hooks']);
    assert.equal(ran.code, written ? 0 : 1, ran.stdout);
  });
}

test('every preset is copied with its tests, and they pass in the new place', async (t) => {
  const here = testProject(t);
  await here.run(['hooks', 'new', '--preset', 'starter']);
  for (const { name } of loadPresets())
    assert.ok(existsSync(join(here.dir, `.agents/hooks/${name}/${name}.hooktest.yaml`)), name);
  const { code, stdout } = await here.run(['hooks', 'test', '--filter', 'protected-files']);
  assert.equal(code, 0, stdout);
});
