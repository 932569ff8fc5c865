import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { parse } from 'yaml';
import { anyhookProgram } from '../test/resident/engine-world.js';
import { hiddenCharacters, hostile } from './hostile-texts.js';
import { closeBrowser, type UiWorld, uiWorld, whyNoBrowser } from './ui-world.js';

after(closeBrowser);
const skip = whyNoBrowser;

/** The page, and a function that reads its clipboard after a click. */
async function openWithClipboard(world: UiWorld) {
  const page = await world.open();
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const copied = async (button: ReturnType<Page['locator']>): Promise<string> => {
    await page.evaluate(`navigator.clipboard.writeText('nothing')`);
    await button.click();
    await button.page().getByRole('button', { name: 'Copied' }).first().waitFor();
    const text = await page.evaluate<string>('navigator.clipboard.readText()');
    await page.getByRole('button', { name: 'Copied' }).first().waitFor({ state: 'hidden' });
    return text;
  };
  return { page, copied };
}

test('doctor’s fixes are copied as shown, without hidden characters', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const { page, copied } = await openWithClipboard(world);
  // Fixes contain no text of project files, so these come from a server that fails to escape them.
  const checks = hostile.map((text) => ({
    title: text,
    findings: [{ cause: 'x', severity: 'error', what: text, fix: `mv ${text}` }],
  }));
  await page.route('**/api/doctor*', (route) => route.fulfill({ json: [{ title: 'machine', checks }] }));
  await page.locator('nav a[href="#/doctor"]').click();
  const fixes = page.locator('.fix');
  await fixes.first().waitFor();
  for (const i of hostile.keys()) {
    const fix = fixes.nth(i);
    const text = await copied(fix.getByRole('button'));
    assert.equal(text, await fix.locator('code').textContent());
    assert.doesNotMatch(text, hiddenCharacters);
  }
});

test('a decision is copied as a hook test with the same payload and without hidden characters', { skip }, async (t) => {
  const world = await uiWorld(t, { config: 'trust: project\n' });
  const command = `psql ${hostile.join(' ')}`;
  await world.shell('gemini', 's1', command);
  const { page, copied } = await openWithClipboard(world);
  await page.locator('.row.mark-deny').first().click();
  const text = await copied(page.getByRole('button', { name: 'Copy as hook test' }));
  assert.doesNotMatch(text, hiddenCharacters);
  const { cases } = parse(text) as { readonly cases: readonly { readonly payload: { tool_input: object } }[] };
  assert.deepEqual(cases[0]?.payload.tool_input, { command });
  // It is a hook test: the program accepts it and the hook decides the same again.
  const file = join(world.project, 'copied.hooktest.yaml');
  writeFileSync(file, text);
  const tried = spawnSync(process.execPath, [anyhookProgram, 'hooks', 'test', file], {
    env: world.env,
    cwd: world.project,
    encoding: 'utf8',
  });
  assert.equal(tried.status, 0, tried.stdout + tried.stderr);
});
