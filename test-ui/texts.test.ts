import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { closeBrowser, openBrowser, uiWorld, whyNoBrowser } from './ui-world.js';

after(closeBrowser);
const skip = whyNoBrowser;

const hostile = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(2)</script>',
  '"><svg onload=alert(3)>',
  '{{constructor.constructor("alert(4)")()}}',
  "javascript:alert('5')",
  '\u202egnp.exe \u001b[31mred\u001b[0m \u200bzero \u2066left',
  '<!--<script>',
  '&lt;b&gt; &#x3c;',
];

/** Counts what the browser refused, and dialogs that opened. */
async function guardPage(page: Page): Promise<() => Promise<number>> {
  let dialogs = 0;
  page.on('dialog', (dialog) => {
    dialogs++;
    void dialog.dismiss();
  });
  await page.evaluate(
    `globalThis.refused = 0; document.addEventListener('securitypolicyviolation', () => { globalThis.refused++; })`,
  );
  return async () => dialogs + (await page.evaluate<number>('globalThis.refused'));
}

test('hostile texts are shown as text everywhere, with hidden characters visible', { skip }, async (t) => {
  const world = await uiWorld(t);
  const page = await world.open();
  const faults = await guardPage(page);
  for (const [i, text] of hostile.entries()) {
    await world.shell('claude-code', text, `psql ${text}`);
    await world.shell('codex', `s${i}`, `psql push --force check ${text}`);
  }
  await page.locator('.row', { hasText: 'psql <img src=x' }).first().waitFor();
  await page.locator('.row', { hasText: 'psql </script><script>' }).first().waitFor();
  await page.locator('.row', { hasText: '\\u202egnp.exe \\u001b[31mred\\u001b[0m \\u200bzero' }).first().waitFor();
  await page.locator('.row', { hasText: 'codex' }).first().click();
  await page.locator('.why').waitFor();
  for (const name of ['approvals', 'sessions', 'hooks', 'live']) {
    await page.locator(`nav a[href="#/${name}"]`).click();
    if (name === 'sessions') await page.locator('.list button').first().click();
    await page.locator('main').getByText(/\w/).first().waitFor();
    assert.equal(await page.locator('main :is(img, script, iframe, object)').count(), 0, name);
    assert.doesNotMatch(
      (await page.locator('main').textContent()) ?? '',
      /[\u202a-\u202e\u2066-\u2069\u001b\u200b]/,
      name,
    );
  }
  assert.equal(await faults(), 0);
});

test('a decision saved as a file opens by itself, shows the same, and loads nothing', { skip }, async (t) => {
  const world = await uiWorld(t);
  const page = await world.open();
  await world.shell('claude-code', 'session', `git push --force ${hostile.join(' ')}`);
  await page.locator('.row').first().click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = join(mkdtempSync(join(tmpdir(), 'anyhook-saved-')), 'why.html');
  await (await download).saveAs(file);
  const saved = await (await openBrowser()).newPage();
  t.after(() => saved.close());
  const asked: string[] = [];
  saved.on('request', (request) => asked.push(request.url()));
  await saved.goto(`file://${file}`);
  const faults = await guardPage(saved);
  await saved.getByText('Force pushes rewrite history').first().waitFor();
  await saved.locator('.fields', { hasText: '<img src=x onerror=alert(1)>' }).waitFor();
  assert.deepEqual(asked, [`file://${file}`]);
  assert.equal(await faults(), 0);
});

test('without a usable journal the page says why, and still shows what the engine tells', { skip }, async (t) => {
  const world = await uiWorld(t, { newerJournal: true });
  const page = await world.open();
  await page.locator('.trouble', { hasText: 'has version 99' }).waitFor();
  await page.locator('.status.live').waitFor();
  await world.shell('claude-code', 's1', 'git push --force');
  await page.locator('.row.mark-deny', { hasText: 'no-force' }).waitFor();
});
