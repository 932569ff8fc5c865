import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { builtinsPage } from '../../../scripts/reference/pages.js';
import type { FireReport } from '../src/answer/fire-report.js';
import { type BuiltinRow, builtinRows } from '../src/handlers/builtins/index.js';
import { testProject } from './cli/harness.js';

/** The row that a new builtin adds to the table. The rest of it is its file. */
const toy: BuiltinRow = async () => (await import('./support/toy-builtin.js')).toyBuiltin;
Object.assign(builtinRows(), { toy });

const config = (entry: string) => ({ '.agents/anyhook.yaml': `hooks:\n  - {on: tool.before, use: toy, ${entry}}\n` });

test('a hook of the config runs the new builtin with its arguments and its timeout', async (t) => {
  const here = testProject(t, config('args: {kind: shell}'));
  assert.deepEqual(await here.json(['hooks', 'validate', '--json']), []);
  const [hook] = await here.json<{ timeoutMs: number }[]>(['list', '--json']);
  assert.equal(hook?.timeoutMs, 1234);
  const fire = (tool: string, input: string) =>
    here.json<FireReport>(['fire', 'tool.before', '--tool', tool, '--input', input, '--json', '--trust-project']);
  const denied = await fire('shell', '{"command":"ls"}');
  assert.deepEqual([denied.decision, denied.reason], ['deny', '[toy] no shell here']);
  assert.equal((await fire('read', '{"path":"a"}')).decision, 'pass');
});

test("the new builtin's name, arguments and events are checked when a file is loaded", async (t) => {
  const wrong = await testProject(t, config('args: {knd: shell}')).run(['hooks', 'validate']);
  assert.match(wrong.stdout, /toy: there is no field "knd"; did you mean "kind"\?/);
  const misspelt = { '.agents/anyhook.yaml': 'hooks:\n  - {on: tool.before, use: toyy}\n' };
  assert.match(
    (await testProject(t, misspelt).run(['hooks', 'validate'])).stdout,
    /no builtin "toyy", did you mean "toy"\?/,
  );
  const idle = { '.agents/anyhook.yaml': 'hooks:\n  - {on: session.start, use: toy}\n' };
  assert.match((await testProject(t, idle).run(['hooks', 'validate'])).stdout, /toy does nothing at session\.start/);
});

test('the reference lists the new builtin', async () => {
  const page = await builtinsPage();
  assert.match(page, /`toy` *\| denies tool calls of one kind *\| `tool\.before`/);
  assert.match(page, /`toy` *\| `kind` *\| a string *\| the kind of tool to deny/);
});

test('no other file mentions the new builtin', () => {
  const sources = readdirSync('packages/anyhook/src', { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  const knowing = sources.filter((name) => /\btoy\b/i.test(readFileSync(join('packages/anyhook/src', name), 'utf8')));
  assert.deepEqual([sources.length > 500, knowing], [true, []]);
});
