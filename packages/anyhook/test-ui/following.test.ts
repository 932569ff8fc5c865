import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { DecisionRow } from '../src/ui/page-types.js';
import { anyhookProgram, dialProtocol } from '../test/resident/engine-world.js';
import { allHooks, closeBrowser, type UiWorld, uiWorld, until, whyNoBrowser } from './ui-world.js';

after(closeBrowser);
const skip = whyNoBrowser;

const call = (world: UiWorld, command: string, session = 's1') => ({
  session_id: session,
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command },
  cwd: world.project,
});

const subjects = (page: Page) => page.locator('.row .subject').allInnerTexts();
const rowCount = async (page: Page) => Number(await page.locator('.decisions').getAttribute('aria-rowcount'));

test('the page opens before any decision, and shows the first one', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const page = await world.open();
  await page.getByText('Nothing has been decided yet').waitFor();
  await page.getByText('engine stopped; starts with the next event').waitFor();
  spawnSync(process.execPath, [anyhookProgram, 'run', '--host', 'claude-code'], {
    env: world.env,
    cwd: world.project,
    input: JSON.stringify(call(world, 'ls first')),
  });
  await page.locator('.row', { hasText: 'ls first' }).waitFor();
});

test('after kill -9 of the engine no decision is missing or shown twice', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true, config: 'trust: project\n' });
  const page = await world.open();
  let answered = 0;
  for (let round = 0; round < 3; round++) {
    const engine = await world.up();
    await page.locator('.status.live').waitFor();
    const line = dialProtocol(world);
    for (let i = 0; i < 20; i++) {
      const reply = await line.ask(world, call(world, `ls ${round}-${i}`));
      if (reply?.exitCode !== undefined) answered++;
    }
    engine.kill('SIGKILL');
    await page.locator('.status.polling').waitFor();
    spawnSync(process.execPath, [anyhookProgram, 'run', '--host', 'claude-code'], {
      env: world.env,
      cwd: world.project,
      input: JSON.stringify(call(world, `alone ${round}`)),
    });
    answered++;
  }
  await until(async () => (await rowCount(page)) >= answered);
  assert.equal(await rowCount(page), answered);
  await page.locator('.row', { hasText: 'alone 2' }).waitFor();
});

test('a page that reconnects gets all decisions since its last one', { skip }, async (t) => {
  const world = await uiWorld(t, { config: 'trust: project\n' });
  const token = await world.token();
  const rowsAfter = async (after: string): Promise<readonly DecisionRow[]> => {
    const ended = new AbortController();
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${world.ui.url}/api/live?after=${after}`, { headers, signal: ended.signal });
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      ended.abort();
      return (JSON.parse(chunk.split('\n')[0] ?? '') as { readonly rows: readonly DecisionRow[] }).rows;
    }
    return [];
  };
  await world.shell('claude-code', 's1', 'ls before');
  const [before] = await rowsAfter('');
  assert.ok(before);
  for (let i = 0; i < 30; i++) await world.shell('claude-code', 's2', `ls meanwhile ${i}`);
  const rows = await rowsAfter(before.id);
  assert.equal(rows.filter(({ session }) => session === 's2').length, 30);
  assert.equal(new Set(rows.map(({ id }) => id)).size, rows.length);
});

test('a hook that hangs is shown while it hangs', { skip }, async (t) => {
  const world = await uiWorld(t);
  const page = await world.open();
  await page.locator('.status.live').waitFor();
  const asked = world.shell('claude-code', 's1', 'scan everything');
  await page.locator('.running', { hasText: 'slow-scan' }).waitFor();
  assert.equal(await page.locator('.row', { hasText: 'scan everything' }).count(), 0);
  await asked;
  await page.locator('.row', { hasText: 'scan everything' }).waitFor();
  await until(async () => (await page.locator('.running').count()) === 0);
});

test('moving, opening, searching, pausing and changing the page work with keys alone', { skip }, async (t) => {
  const world = await uiWorld(t);
  for (const command of ['ls one', 'git push --force', 'ls three']) await world.shell('claude-code', 's1', command);
  const page = await world.open();
  await page.locator('.row').nth(2).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await page.locator('.row.selected', { hasText: 'git push --force' }).waitFor();
  await page.keyboard.press('Enter');
  await page.locator('.page .why').getByText('Force pushes').first().waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.decisions').waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('three');
  await until(async () => (await rowCount(page)) === 1);
  await page.keyboard.press('Escape');
  await page.keyboard.press('p');
  await page.getByRole('button', { name: 'resume' }).waitFor();
  await page.keyboard.press('4');
  await page.locator('h1', { hasText: 'Hooks' }).waitFor();
});

test('recycled rows get the colours of their new content, and keep their place in a smaller window', {
  skip,
}, async (t) => {
  const world = await uiWorld(t);
  const page = await world.open();
  const commands = ['ls', 'git push --force', 'ls', 'npm run check', 'psql', 'ls'];
  for (let i = 0; i < 60; i++) await world.shell('claude-code', 's1', `${commands[i % commands.length]} ${i}`);
  await page.locator('.row', { hasText: 'ls 59' }).click();
  const colors = await page.evaluate<readonly string[]>(
    `[...document.querySelectorAll('.row .verdict')].map((one) => one.textContent + ' ' + getComputedStyle(one).color)`,
  );
  assert.deepEqual(
    [...new Set(colors)].map((text) => text.split(' ')[0]).sort(),
    ['ask', 'broken', 'deny', 'pass'],
    'each verdict must have one colour',
  );
  for (const [width, height] of [
    [900, 500],
    [400, 800],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    assert.equal(await page.locator('.decisions').evaluate((one) => one.scrollTop), 0);
  }
});

test('filters apply to decisions of the journal and to new ones', { skip }, async (t) => {
  const world = await uiWorld(t);
  for (let i = 0; i < 5; i++) await world.shell('claude-code', 's1', `ls ${i}`);
  await world.shell('codex', 's2', 'git push --force');
  const page = await world.open();
  await page.locator('.row').first().waitFor();
  await page.getByLabel('verdict').selectOption('deny');
  await until(async () => (await rowCount(page)) === 1);
  await world.shell('claude-code', 's1', 'ls later');
  await world.shell('claude-code', 's1', 'git push --force later');
  await until(async () => (await rowCount(page)) === 2);
  await until(async () => (await subjects(page)).every((text) => text.includes('push --force')));
  await page.getByRole('button', { name: 'clear' }).click();
  await until(async () => (await rowCount(page)) === 8);
  await world.shell('gemini', 's3', 'ls with another tool');
  await until(async () => (await rowCount(page)) === 9);
  await page.getByLabel('tool').selectOption('run_shell_command');
  await until(async () => (await rowCount(page)) === 1);
  await page.getByLabel('tool').selectOption('shell');
  await until(async () => (await rowCount(page)) === 9);
});

test('fifty sessions and two hundred hooks fit on the page', { skip }, async (t) => {
  const many = [...Array(200).keys()].map(
    (i) =>
      `  - { id: hook-${i}, on: tool.before, use: max-iterations, args: { max: 1000 }, match: { input: 'word${i} ' } }`,
  );
  const world = await uiWorld(t, { config: `${allHooks}${many.join('\n')}\n` });
  for (let i = 0; i < 50; i++) await world.shell('claude-code', `session-${i}`, `ls ${i}`);
  const page = await world.open();
  await page.getByText('42 more').waitFor();
  await page.locator('.row').first().click();
  await page.locator('.idle summary', { hasText: /2\d\d did not run/ }).waitFor();
  await page.keyboard.press('3');
  await until(async () => (await page.locator('.list tbody tr').count()) === 50);
  await page.keyboard.press('4');
  await until(async () => (await page.locator('.list tbody tr').count()) > 200);
});
