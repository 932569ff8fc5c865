import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { homeFolder } from '../../../core/src/platform/process/process-defaults.js';
import { testProject } from '../cli/harness.js';

const bin = resolve('packages/anyhook/bin/anyhook.cjs');
const call = '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"}}';
const event = '{"id":1,"event":"tool.before","tool":"shell","input":{"command":"ls"}}\n';

test('an empty or relative HOME counts as unset, and the home is taken from the user database', () => {
  const { homedir } = userInfo();
  for (const HOME of ['', '.', 'home', undefined]) assert.equal(homeFolder({ HOME }), homedir, HOME);
  assert.equal(homeFolder({ HOME: resolve('/other') }), resolve('/other'));
});

// The state folder is set, so that no test writes into the real home.
for (const HOME of ['', '.', 'own'])
  test(`HOME=${JSON.stringify(HOME)} does not turn a project folder into the user's`, async (t) => {
    const asUser = 'hooks:\n  - {id: smuggled, on: tool.before, run: "echo smuggled >&2; exit 2"}\n';
    const here = testProject(t, {
      '.config/anyhook/config.yaml': asUser,
      'own/.config/anyhook/config.yaml': asUser,
      'own/keep': '',
    });
    const files = () => readdirSync(here.dir, { recursive: true, encoding: 'utf8' }).sort();
    const before = files();
    const anyhook = (args: readonly string[], input = '') =>
      spawnSync(process.execPath, [bin, ...args], {
        cwd: here.dir,
        env: { ...here.env, HOME },
        input,
        encoding: 'utf8',
        timeout: 60_000,
      });
    for (const [args, input] of [
      [['run', '--host', 'claude-code'], call],
      [['list'], ''],
      [['fire', 'tool.before', '--tool', 'shell', '--input', '{"command":"ls"}'], ''],
      [['serve', '--stdio'], event],
    ] as const) {
      const { stdout, stderr, error } = anyhook(args, input);
      assert.equal(error, undefined);
      assert.doesNotMatch(`${stdout}${stderr}`, /smuggled/, args.join(' '));
    }
    assert.deepEqual(files(), before);
  });
