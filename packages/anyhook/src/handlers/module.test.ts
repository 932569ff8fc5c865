import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Event } from '@anyhook/core';
import { deny, done, pass } from '@anyhook/core';
import { build } from 'esbuild';
import { register } from 'tsx/esm/api';
import { handlerHook, handlerToolEvent, promptEvent, sampleContext } from '../../test/support/handler-samples.js';
import { runModule } from './module.js';

const dir = mkdtempSync(join(tmpdir(), 'anyhook-module-'));
after(() => rmSync(dir, { recursive: true }));

let count = 0;
function file(text: string, name = `hook-${count++}.mjs`): string {
  writeFileSync(join(dir, name), text);
  return name;
}

const run = (
  name: string,
  { event = handlerToolEvent(), timeoutMs = 20_000 }: { event?: Event; timeoutMs?: number } = {},
) => {
  const handler = { kind: 'module', file: name, args: { word: 'x' } } as const;
  return runModule(handler, handlerHook(handler, { root: dir }), event, sampleContext({ timeoutMs }));
};

const on = (body: string, events = `'tool.before'`) =>
  file(`export default { on: ${events}, run(event, context) { ${body} } }`);

test('a module hook gets the event and its arguments, and its result is applied', async () => {
  const name = on(
    'return { decision: "deny", reason: `${event.call.input.command} ${context.args.word} ${context.hookId}` }',
  );
  assert.deepEqual(await run(name), done(deny('ls x sample')));
});

test('a module can export its hook by name, be asynchronous, and return nothing', async () => {
  assert.deepEqual(await run(file('export const hook = { on: "tool.before", run: async () => {} }')), done(pass()));
});

test('a module ignores events that it does not name', async () => {
  const name = on('return { decision: "deny", reason: "no" }', `['tool.before', 'tool.after']`);
  assert.deepEqual(await run(name), done(deny('no')));
  assert.deepEqual(await run(name, { event: promptEvent }), done(pass()));
});

test('a TypeScript module written with defineHook runs if the runtime supports TypeScript', async (t) => {
  t.after(register());
  const source = new URL('./define-hook.ts', import.meta.url).href;
  const name = file(
    `import { defineHook, deny } from ${JSON.stringify(source)};
     export default defineHook({ on: 'tool.before', run: (event) => deny(String(event.call.input['command'] as string)) });`,
    'typed.mts',
  );
  assert.deepEqual(await run(name), done(deny('ls')));
});

test('a module is imported once, and again after it was edited', async () => {
  const name = 'edited.mjs';
  const text = (answer: string) =>
    `let n = 0; export default { on: 'tool.before', run: () => ({ decision: 'deny', reason: '${answer}' + ++n }) }`;
  file(text('old'), name);
  assert.deepEqual(await run(name), done(deny('old1')));
  assert.deepEqual(await run(name), done(deny('old2')));
  file(text('new'), name);
  utimesSync(join(dir, name), 1_000_000, 1_000_000);
  assert.deepEqual(await run(name), done(deny('new1')));
});

const failures: [string, () => string, string, RegExp][] = [
  ['a missing file', () => 'missing.mjs', 'spawn', /missing\.mjs: no such module file/],
  ['a syntax error', () => file('export default {'), 'spawn', /cannot be imported/],
  ['an exception during import', () => file('throw new Error("boom")'), 'spawn', /boom/],
  ['no exported hook', () => file('export const x = 1'), 'spawn', /exports no hook/],
  [
    'a run that is not a function',
    () => file('export default { on: "tool.before" }'),
    'spawn',
    /"run" must be a function/,
  ],
  ['a misspelled event', () => on('', '"tool.befor"'), 'spawn', /did you mean "tool.before"/],
  ['an empty list of events', () => on('', '[]'), 'spawn', /"on"/],
  ['a throw', () => on('throw new TypeError("oops")'), 'error', /threw: oops/],
  [
    'a misspelled decision',
    () => on('return { decision: "dney" }'),
    'bad-output',
    /one of pass, allow, ask, deny, got "dney"/,
  ],
  ['a misspelled key', () => on('return { decison: "deny" }'), 'bad-output', /did you mean "decision"/],
  ['a promise that never resolves', () => on('return new Promise(() => {})'), 'timeout', /did not finish/],
];
for (const [title, make, why, detail] of failures)
  test(`a module with ${title} is the failure "${why}"`, async () => {
    const ending = await run(make(), why === 'timeout' ? { timeoutMs: 100 } : {});
    assert.equal(ending.kind === 'failed' && ending.why, why, JSON.stringify(ending));
    assert.match(ending.kind === 'failed' ? ending.detail : '', detail);
  });

test('plain Node runs a TypeScript module, or the failure says what to do instead', async () => {
  const name = file(
    'const word: string = "typed"; export default { on: "tool.before", run: () => ({ decision: "deny", reason: word }) }',
    'plain.mts',
  );
  const bundle = join(dir, 'modules.mjs');
  const entryPoints = [fileURLToPath(new URL('../../../core/src/platform/import-file.ts', import.meta.url))];
  await build({ entryPoints, bundle: true, platform: 'node', format: 'esm', outfile: bundle });
  const code = `import { importFile } from ${JSON.stringify(pathToFileURL(bundle).href)};
    const [hook, error] = await importFile(${JSON.stringify(join(dir, name))}).then((m) => [m.default], (e) => [, e]);
    console.log(hook ? hook.run().reason : error.message);`;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] },
  });
  assert.match(
    stdout,
    /^typed$|plain\.mts: Node [\d.]+ cannot run TypeScript; compile it to \.js, or use Node 22\.15 or later/m,
  );
});
