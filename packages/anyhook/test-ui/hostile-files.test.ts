import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { openTaskStore } from '../../abilities/src/tasks/store/open-task-store.js';
import { newTask } from '../../abilities/test/tasks/store/store-world.js';
import { undo } from '../src/handlers/builtins/undo.js';
import { contextWith, eventAt, initRepository } from '../test/builtin-world.js';
import { guardPage, hostile, hostileNames, hostileTraces } from './hostile-texts.js';
import { closeBrowser, type UiWorld, uiWorld, until, whyNoBrowser } from './ui-world.js';

after(closeBrowser);
const skip = whyNoBrowser;

/** Opens a page and waits until all its data is loaded. */
async function openPage(page: Page, name: string): Promise<string> {
  await page.locator(`nav a[href="#/${name}"]`).click();
  await page.locator('h1').waitFor();
  await until(async () => (await page.locator('main .empty', { hasText: '…' }).count()) === 0);
  return (await page.locator('main').textContent()) ?? '';
}

test('hostile texts in tasks are shown as text: project, ability, caller, input, note, error and result', {
  skip,
}, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const store = await openTaskStore(world.state);
  for (const text of hostile) {
    const fields = { root: `/tmp/${text}`, input: { [text]: text }, note: text, environment: text };
    const named = { ability: { kind: 'operation_key', value: text }, version: text, implementation: text } as const;
    const caller = { source: 'manual_cli', session_id: text, job_id: text, triggered_by: text } as const;
    const error = { code: 'EXIT', message: text, suggestion: text, stderr: text } as const;
    await store.insert(newTask({ ...fields, ...named, caller }));
    const failed = await store.insert(newTask({ ...fields, ...named, caller }));
    await store.claim({ key: failed.key, seenInput: failed.input });
    await store.finish(failed.key, { result: { status: 'failure', error }, durationMs: 3 });
    const done = await store.insert(newTask({ ...fields, ...named, caller }));
    await store.claim({ key: done.key, seenInput: done.input });
    await store.finish(done.key, { result: { status: 'success', output: text }, durationMs: 3, outputSummary: text });
  }
  store.close();
  const page = await world.open();
  const faults = await guardPage(page);
  const text = await openPage(page, 'tasks');
  assert.equal(await page.locator('tbody tr').count(), 3 * hostile.length);
  assert.deepEqual(await hostileTraces(page), []);
  for (const shown of ['<img src=x onerror=alert(1)>', '\\u202egnp.exe', '</script><script>', '&lt;b&gt;'])
    assert.ok(text.includes(shown), shown);
  assert.equal(await faults(), 0);
});

/** An ability with the hostile text in every field that allows one. */
const abilityWith = (text: string, name: string): string =>
  JSON.stringify({
    key: name,
    version: text,
    summary: text,
    description: text,
    input: { type: 'object', description: text, properties: { [text]: { type: 'string', description: text } } },
    output: { type: 'object', description: text },
    routing: { keywords: [text], negative_keywords: [text], documents: [text] },
    environments: [text],
    implementations: { one: { kind: 'script', command: text, args: [text] } },
    configuration: { default: { implementation: 'one', settings: { [text]: text } } },
  });

test('hostile texts in abilities and in their problems are shown as text', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  for (const [i, text] of hostile.entries()) {
    world.write(`.system/registry/low-level/fine.a${i}.yaml`, abilityWith(text, `fine.a${i}`));
    world.write(`.system/registry/low-level/${hostileNames[i]}.yaml`, abilityWith(text, text));
    world.write(`.system/registry/low-level/broken${i}.yaml`, `key: [${text}\n${text}: {`);
  }
  const page = await world.open();
  const faults = await guardPage(page);
  const text = await openPage(page, 'tasks');
  assert.ok(text.includes('<img src=x onerror=alert(1)>'), text.slice(0, 2_000));
  const rows = page.locator('.list button.name');
  for (let i = 0; i < (await rows.count()); i++) {
    await rows.nth(i).click();
    await page.locator('tr.details').waitFor();
    assert.deepEqual(await hostileTraces(page), [], `ability ${i}`);
  }
  assert.equal(await faults(), 0);
});

/** A project with a hostile name, and a turn in it with a hostile prompt. */
async function playTurn(world: UiWorld, name: string, text: string): Promise<void> {
  const root = join(world.home, name);
  mkdirSync(root);
  initRepository(root, { 'a.txt': 'before\n' });
  const context = contextWith({ ...world.env, XDG_STATE_HOME: join(world.home, '.local/state') });
  const send = (...[event, fields]: [Parameters<typeof eventAt>[0], Readonly<Record<string, unknown>>?]) =>
    undo.run(eventAt(event, root, { sessionId: text, host: text, ...fields }), undefined, context);
  await send('prompt.submit', { prompt: text });
  const call = { kind: 'write', input: { path: join(root, name) }, nativeName: text, id: text };
  await send('tool.before', { call });
  writeFileSync(join(root, name), text);
  await send('tool.after', { call, result: { ok: true, text } });
  await send('agent.done');
}

test('hostile texts in turns that can be undone are shown as text: project, agent, prompt', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const some = [0, 2, 5, 8, 11];
  for (const i of some) await playTurn(world, hostileNames[i] ?? '', hostile[i] ?? '');
  const page = await world.open();
  const faults = await guardPage(page);
  await openPage(page, 'undo');
  const projects = page.getByLabel('project');
  const roots = await projects
    .locator('option')
    .evaluateAll((all) => all.map((one) => (one as { value?: string }).value));
  for (const i of some) {
    const root = roots.find((one) => one?.endsWith(`/${hostileNames[i]}`));
    assert.ok(root !== undefined, hostileNames[i]);
    await projects.selectOption(root);
    await page.locator('.turns li', { hasText: '1 file' }).waitFor();
    assert.deepEqual(await hostileTraces(page), [], `turn ${i}`);
  }
  // The list of the previous project may still be shown.
  await page.locator('.turns', { hasText: /\\udb40\\udc41/ }).waitFor();
  assert.deepEqual(await hostileTraces(page), []);
  assert.equal(await faults(), 0);
});

test('hostile texts in hook files are shown as text: doctor, matrix and what if', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  for (const [i, text] of hostile.entries()) {
    const name = hostileNames[i];
    world.write(`.agents/hooks/${name}/HOOK.md`, `---\nname: ${JSON.stringify(text)}\nevent: ${text}\n---\n${text}\n`);
    world.write(`.agents/hooks/broken${i}/HOOK.md`, `---\nname: [${text}\n---\n`);
  }
  const config = { hooks: hostile.map((text) => ({ id: text, on: 'tool.before', run: text, match: { tool: text } })) };
  writeFileSync(join(world.home, '.config/anyhook/config.yaml'), JSON.stringify({ trust: 'project', ...config }));
  const page = await world.open();
  const faults = await guardPage(page);
  let all = '';
  for (const name of ['doctor', 'matrix', 'what-if']) {
    all += await openPage(page, name);
    assert.deepEqual(await hostileTraces(page), [], name);
  }
  assert.ok(all.includes('<img src=x onerror=alert(1)>'), all.slice(0, 3_000));
  assert.equal(await faults(), 0);
});
