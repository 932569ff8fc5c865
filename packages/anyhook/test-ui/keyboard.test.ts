import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { now } from '../../core/src/platform/clock.js';
import { createApprovalStore } from '../src/approvals/approval-store.js';
import { closeBrowser, type UiWorld, uiWorld, until, whyNoBrowser } from './ui-world.js';

after(closeBrowser);
const skip = whyNoBrowser;

const maxStops = 60;

/** The focused element: its name, and whether its focus is visible. */
const focused = (page: Page) =>
  page.evaluate<{ readonly name: string; readonly isSeen: boolean; readonly isBody: boolean }>(`(() => {
    const one = document.activeElement;
    const { outlineStyle, outlineWidth } = getComputedStyle(one);
    const box = one.getBoundingClientRect();
    return {
      isBody: one === document.body,
      name: (one.ariaLabel ?? one.labels?.[0]?.textContent ?? one.textContent ?? '').trim() || one.tagName,
      isSeen: outlineStyle !== 'none' && parseFloat(outlineWidth) > 0 && box.width > 0 && box.bottom > 0,
    };
  })()`);

/** Presses Tab until this element has the focus; returns the names of the elements on the way. */
async function tabTo(page: Page, name: RegExp): Promise<readonly string[]> {
  const names: string[] = [];
  for (let i = 0; i < maxStops; i++) {
    await page.keyboard.press('Tab');
    const one = await focused(page);
    // After the last control the browser's toolbar has the focus.
    if (one.isBody) continue;
    assert.ok(one.isSeen, `the focus on "${one.name}" cannot be seen`);
    names.push(one.name);
    if (name.test(one.name)) return names;
  }
  throw new Error(`Tab never reached ${name}: ${names.join(' | ')}`);
}

const storeOf = ({ state }: UiWorld) => createApprovalStore(state, { now, minutes: 15 });

/** The code that the terminal shows. */
async function codeIn(world: UiWorld): Promise<string> {
  await until(() => world.told.some((line) => line.includes('type this code')));
  return /: (\d{3} \d{3})$/.exec(world.told.at(-1) ?? '')?.[1] ?? '';
}

for (const [decision, button, record] of [
  ['approve', /^Approve once/, 'approved'],
  ['refuse', /^Refuse/, 'refused'],
] as const)
  test(`a person can ${decision} a call with the keyboard alone, and the focus is always visible`, {
    skip,
  }, async (t) => {
    const world = await uiWorld(t);
    await world.shell('codex', 'session-1', 'psql -c "drop table a"');
    const page = await world.open();
    await page.keyboard.press('2');
    await page.locator('.card').waitFor();
    const names = await tabTo(page, button);
    const before = names.filter((name) => /^(?:Live|Approve once…|Refuse…)$/.test(name));
    assert.deepEqual(before, ['Live', 'Approve once…', 'Refuse…'].slice(0, before.length), 'in the order of the page');
    await page.keyboard.press('Enter');
    await page.locator('.card .decide').waitFor();
    // The reason field has the focus at once, then the code field.
    await page.keyboard.type('as agreed');
    await page.keyboard.press('Enter');
    await page.locator('input.code').waitFor();
    assert.equal(storeOf(world).all()[0]?.decision, undefined, 'keys are no decision without the code');
    await page.keyboard.type(await codeIn(world));
    await page.keyboard.press('Enter');
    await page.getByText('No calls wait for approval.').waitFor();
    const [decided] = storeOf(world).all();
    assert.deepEqual([decided?.decision, decided?.why], [record, 'as agreed']);
  });

test('every page can be reached and used with the keyboard alone, and the focus is always visible', {
  skip,
}, async (t) => {
  const world = await uiWorld(t);
  for (const command of ['ls one', 'git push --force', 'npm run check'])
    await world.shell('claude-code', 's1', command);
  const page = await world.open();
  await page.locator('.row').nth(2).waitFor();
  await tabTo(page, /^Decisions/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.locator('.row.selected', { hasText: 'git push --force' }).waitFor();
  await tabTo(page, /^Save as a file/);
  await page.keyboard.press('3');
  await page.locator('.list button').first().waitFor();
  await tabTo(page, /^s1/);
  await page.keyboard.press('Enter');
  await page.locator('.steps li').first().waitFor();
  await page.keyboard.press('4');
  await page.locator('.list button', { hasText: 'no-force' }).waitFor();
  await tabTo(page, /^no-force/);
  await page.keyboard.press('Enter');
  await page.locator('tr.details').waitFor();
  await tabTo(page, /^Its decisions/);
  for (const [key, title] of [
    ['5', 'Matrix'],
    ['6', 'What if'],
    ['7', 'Tasks'],
    ['8', 'Undo'],
    ['9', 'Doctor'],
  ] as const) {
    await page.keyboard.press(key);
    await page.locator('h1', { hasText: title }).waitFor();
    await tabTo(page, /./);
  }
});
