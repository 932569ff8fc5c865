import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import type { Page } from 'playwright-core';
import { now } from '../../core/src/platform/clock.js';
import { createApprovalStore } from '../src/approvals/approval-store.js';
import { closeBrowser, type UiWorld, uiWorld, until, whyNoBrowser } from './ui-world.js';

after(closeBrowser);
const skip = whyNoBrowser;

const storeOf = ({ state }: UiWorld) => createApprovalStore(state, { now, minutes: 15 });
const asksAbout = (world: UiWorld, command: string) => world.shell('codex', 'session-1', command);

/** The code that the terminal shows for the latest call. */
async function codeIn(world: UiWorld, after = 0): Promise<string> {
  await until(() => world.told.slice(after).some((line) => line.includes('type this code')));
  return /: (\d{3} \d{3})$/.exec(world.told.at(-1) ?? '')?.[1] ?? '';
}

async function approvalsPage(world: UiWorld): Promise<Page> {
  const page = await world.open();
  await page.locator('nav a[href="#/approvals"]').click();
  return page;
}

test('a call is approved once, with the code of the terminal; a click without it approves nothing', {
  skip,
}, async (t) => {
  const world = await uiWorld(t);
  await asksAbout(world, 'psql -c "drop table a"');
  const page = await approvalsPage(world);
  const card = page.locator('.card');
  await card.getByText('psql -c "drop table a"').waitFor();
  await card.getByRole('button', { name: 'Approve once…' }).click();
  await card.getByRole('button', { name: 'Approve this call once' }).click();
  const field = card.locator('input.code');
  await field.waitFor();
  assert.equal(storeOf(world).all()[0]?.decision, undefined, 'clicks without the code decide nothing');
  const code = await codeIn(world);
  assert.match(world.told.at(-1) ?? '', /^to approve \w+ \(shell, asked by prod-guard\), type this code/);
  await field.fill(code === '000 000' ? '000 001' : '000 000');
  await card.getByRole('button', { name: 'Confirm' }).click();
  await card.getByText('wrong code').waitFor();
  await field.fill(code);
  await card.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('No calls wait for approval.').waitFor();
  const [record] = storeOf(world).all();
  assert.deepEqual([record?.decision, record?.proof], ['approved', { kind: 'code' }]);
  await page.locator('td', { hasText: 'approved' }).waitFor();
  await asksAbout(world, 'psql -c "drop table a"');
  await until(() => storeOf(world).all()[0]?.used !== undefined);
});

test('a refusal on the page is stored with its reason', { skip }, async (t) => {
  const world = await uiWorld(t);
  await asksAbout(world, 'psql -c "drop table b"');
  const page = await approvalsPage(world);
  await page.getByRole('button', { name: 'Refuse…' }).click();
  await page.locator('.decide input').first().fill('use the staging database');
  await page.getByRole('button', { name: 'Refuse this call' }).click();
  await page
    .locator('input.code')
    .first()
    .fill(await codeIn(world));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('No calls wait for approval.').waitFor();
  const [record] = storeOf(world).all();
  assert.deepEqual([record?.decision, record?.why], ['refused', 'use the staging database']);
});

test('the first decision wins, and the page shows it', { skip }, async (t) => {
  const world = await uiWorld(t);
  await asksAbout(world, 'psql -c "drop table c"');
  const page = await approvalsPage(world);
  await page.getByRole('button', { name: 'Approve once…' }).click();
  await page.getByRole('button', { name: 'Approve this call once' }).click();
  const code = await codeIn(world);
  const [record] = storeOf(world).all();
  const answered = page.waitForResponse(/approvals\/decide/, { timeout: 5_000 });
  // The page does not know yet: its stream checks twice a second.
  await storeOf(world).decide(record?.id ?? '', 'refused', { by: 'me, in a terminal' });
  await page
    .locator('input.code')
    .first()
    .fill(code)
    .then(() => page.getByRole('button', { name: 'Confirm' }).click({ timeout: 2_000 }))
    .catch(() => {});
  const seen = await Promise.race([
    answered.then(
      (response) => response.text(),
      () => 'no answer',
    ),
    page
      .getByText('No calls wait for approval.')
      .waitFor()
      .then(() => 'the card went'),
  ]);
  assert.match(seen, /refused this call already|the card went/);
  assert.equal(storeOf(world).all()[0]?.decision, 'refused');
});

test('a passkey signs exactly the shown call, and only with its owner present', { skip }, async (t) => {
  const world = await uiWorld(t);
  await asksAbout(world, 'psql -c "drop table d"');
  const page = await approvalsPage(world);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  await page.getByRole('button', { name: 'Decide with a passkey instead of codes' }).click();
  await page.locator('input.code').fill(await codeIn(world));
  await page.getByRole('button', { name: 'Confirm' }).click();
  await page.getByText('Registered').waitFor();
  const before = world.told.length;
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
  await page.getByRole('button', { name: 'Approve once…' }).click();
  await page.getByRole('button', { name: 'Approve this call once' }).click();
  await codeIn(world, before);
  assert.equal(storeOf(world).all()[0]?.decision, undefined);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
  await page.getByRole('button', { name: 'Approve once…' }).click();
  await page.getByRole('button', { name: 'Approve this call once' }).click();
  await page.getByText('No calls wait for approval.').waitFor();
  const [record] = storeOf(world).all();
  assert.deepEqual([record?.decision, record?.proof?.kind], ['approved', 'passkey']);
});
