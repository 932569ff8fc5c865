import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { after, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { guardPage, hostile, hostileTraces } from '../../anyhook/test-ui/hostile-texts.js';
import { pictureInAllSizes } from '../../anyhook/test-ui/pictures.js';
import { approverOf } from '../../fleet/src/approver.js';
import type { CentralApproval } from '../../fleet/src/central-approval.js';
import type { ChannelDocument } from '../../fleet/src/documents.js';
import { send } from '../sim/hub-world.js';
import { waitUntil } from '../sim/programs.js';
import type { SimDevice } from '../sim/sim-device.js';
import { addAuthenticator, openBrowser, servePolicy, whyNoBrowser } from './support/hub-page.js';
import { json, testHub } from './support/test-hub.js';

const day = 86_400_000;
const document: ChannelDocument = {
  ...{ org: 'acme', channel: 'stable', serial: 9, created: Date.now(), expires: Date.now() + 30 * day },
  minVersion: '0.2.0',
  bundles: [7, 8].map((serial) => ({ serial, sha256: 'a'.repeat(64), bytes: 1000 })),
  rings: [
    { upTo: 5000, serial: 8, mode: 'shadow' },
    { upTo: 10_000, serial: 7, mode: 'enforce' },
  ],
};
const tokens = { ada: randomBytes(32).toString('base64url'), bob: randomBytes(32).toString('base64url') };
const people = (['ada', 'bob'] as const).map((name) => ({
  ...{ name, may: name === 'ada' ? 'decide' : 'look' },
  token: createHash('sha256').update(tokens[name]).digest('hex'),
}));
let policy: { readonly url: string; readonly server: Server };
after(() => policy?.server.close());

const tested = testHub({
  async change([port]) {
    policy = await servePolicy(document);
    return { page: { origin: `https://localhost:${port}` }, people, policy: { url: policy.url } };
  },
});
const { askAs, enrolled } = tested;
const skip = tested.skip || whyNoBrowser;
const origin = () => `https://localhost:${tested.world.ports[0]}`;

let browser: Browser | undefined;
after(() => browser?.close());

async function openPage(t: { after(end: () => Promise<void>): void }): Promise<Page> {
  browser ??= await openBrowser(tested.world.certificate);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(origin());
  return page;
}

async function logIn(page: Page, name: keyof typeof tokens): Promise<void> {
  await page.getByLabel('Your token').fill(tokens[name]);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator('nav').waitFor();
}

async function ask(device: SimDevice, changes: Partial<CentralApproval> = {}): Promise<CentralApproval> {
  const now = Date.now();
  const asked: CentralApproval = {
    ...{ key: randomBytes(32).toString('base64url'), device: device.name, agent: 'claude-code', tool: 'shell' },
    ...{ effects: ['git: push to main'], hooks: ['fleet/no-push'], asked: now, expires: now + 600_000, ...changes },
  };
  assert.equal((await askAs(device, 'POST', '/v1/approvals', json(asked))).status, 200);
  return asked;
}

const answerFor = ({ key }: CentralApproval, device: SimDevice) => askAs(device, 'GET', `/v1/approvals/${key}`);

/** A device that reports, with changes to its report. */
async function reporting(changes: object, records = 40): Promise<SimDevice> {
  const device = await enrolled();
  for (let i = 0; i < records; i += 1) device.decide(Date.now());
  await askAs(device, 'POST', '/v1/audit', device.batch([1, Math.max(1, records - 5)]));
  const report = { ...JSON.parse(device.report().toString()), ...changes };
  assert.equal((await askAs(device, 'POST', '/v1/report', json(report))).status, 200);
  return device;
}

test('a person logs in with a token, sees rings, devices, gaps and flips, and logs out', { skip }, async (t) => {
  const candidate = { serial: 8, total: 2300, same: 2286, notReplayed: 12, unknown: 3 };
  const flips = [
    { hook: 'fleet/no-force-push', from: 'pass', to: 'deny', count: 11 },
    { hook: 'fleet/secrets', from: 'allow', to: 'ask', count: 3 },
  ];
  for (let i = 0; i < 8; i += 1)
    await reporting({ serial: i < 5 ? 9 : 8, ...(i % 2 === 0 && { candidate: { ...candidate, flips } }) });
  const lossy = await reporting({ serial: 9, oldest: 38, spoolFull: true });
  const page = await openPage(t);
  const faults = await guardPage(page);
  await page.getByLabel('Your token').fill('x'.repeat(43));
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByText('unknown token').waitFor();
  await pictureInAllSizes(page, 'hub-login');
  await logIn(page, 'bob');
  await page.getByText('serial 9 is published').waitFor();
  await page.getByText('56 of 9,200 decisions on 4 devices').waitFor();
  const rows = await page.locator('.channel .list').first().locator('tbody tr').allInnerTexts();
  assert.equal(rows.length, 2);
  assert.match(rows[0] ?? '', /^shadow\s+50 %\s+8\s/);
  assert.match(rows[1] ?? '', /^enforce\s+100 %\s+7\s+9\s+6 of 9/);
  await pictureInAllSizes(page, 'hub-fleet');
  await page.locator('.figure', { hasText: 'with holes' }).click();
  await page.getByText('its spool is full').waitFor();
  await page.getByRole('button', { name: lossy.name.slice(0, 10) }).click();
  await page.getByText('36 to 40; the next report requests them').waitFor();
  await pictureInAllSizes(page, 'hub-devices');
  await page.getByLabel('Which devices').selectOption('behind');
  await waitUntil(async () => (await page.locator('.list tbody tr').count()) === 3, 'three devices');
  await page.getByLabel('Start of a device name').fill('zz');
  await page.getByText('Device names consist of').waitFor();
  assert.equal(await faults(), 0);
  await page.reload();
  await page.locator('nav').waitFor();
  const [cookie] = await page.context().cookies();
  assert.deepEqual(
    [cookie?.name, cookie?.httpOnly, cookie?.secure, cookie?.sameSite],
    ['__Host-anyhook-hub', true, true, 'Strict'],
  );
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByLabel('Your token').waitFor();
  const again = await api('/api/fleet', { cookie: `${cookie?.name}=${cookie?.value}` });
  assert.equal(again.status, 401, 'the cookie is invalid after logging out');
});

test('a decision needs the approver’s passkey, and its device finds that key in the policy', { skip }, async (t) => {
  const device = await enrolled();
  const asked = await ask(device, { call: 'git push origin main', reason: 'pushes to main need a person' });
  const page = await openPage(t);
  await logIn(page, 'ada');
  const { setFinger } = await addAuthenticator(page);
  await page.locator('nav a[href="#/approvals"]').click();
  const card = page.locator('.card', { hasText: 'git push origin main' });
  await card.waitFor();
  await pictureInAllSizes(page, 'hub-approvals');
  await page.getByText('Your passkey').click();
  await page.getByRole('button', { name: 'Make a passkey' }).click();
  const line = await page.locator('.fix code').textContent();
  const [, name = '', id = '', publicKey = ''] =
    /^- \{ name: (\S+), id: (\S+), publicKey: (\S+) \}$/.exec(line ?? '') ?? [];
  const approvers = { origin: origin(), people: [{ name, id, publicKey }] };
  assert.equal(name, 'ada');

  await setFinger(false);
  await card.getByRole('button', { name: 'Approve once…' }).click();
  await card.getByRole('button', { name: 'Approve this call once' }).click();
  await card.getByText('nothing was decided').waitFor();
  assert.equal((await answerFor(asked, device)).status, 204, 'a click without the passkey decides nothing');
  await setFinger(true);
  await card.locator('input').fill('release day');
  await card.getByRole('button', { name: 'Approve this call once' }).click();
  await page.getByText('No calls wait for approval.').waitFor();
  await page.locator('td', { hasText: 'release day' }).waitFor();
  const { value } = await answerFor(asked, device);
  assert.deepEqual([value.decision, value.by], ['approved', 'ada']);
  assert.deepEqual(approverOf(asked, value, approvers), { approver: approvers.people[0] });
  assert.ok('problem' in approverOf({ ...asked, call: 'git push --force' }, value, approvers));
});

test('a read-only user sees pending questions and cannot decide, even by direct requests', { skip }, async (t) => {
  const device = await enrolled();
  const asked = await ask(device, { effects: ['looked at only'] });
  const page = await openPage(t);
  await logIn(page, 'bob');
  await page.goto(`${origin()}/#/approvals`);
  await page.locator('.card', { hasText: 'looked at only' }).waitFor();
  await page.getByText('You may look but not decide').waitFor();
  assert.equal(await page.getByRole('button', { name: 'Approve once…' }).count(), 0);
  const status = await page.evaluate<number>(
    `fetch('/api/approvals/decide', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' }).then((one) => one.status)`,
  );
  assert.equal(status, 403);
  assert.equal((await answerFor(asked, device)).status, 204);
});

test('hostile texts from a machine are shown as text', { skip }, async (t) => {
  const device = await enrolled();
  for (const text of hostile) {
    const name = text.replaceAll(/\p{Cc}/gu, '?');
    await ask(device, { call: text, reason: text, tool: name, agent: name, effects: [name], hooks: [name] });
  }
  const flips = hostile.map((text) => {
    return { hook: text.replaceAll(/\p{Cc}/gu, '?'), from: 'pass', to: 'deny', count: 1 };
  });
  await reporting({ serial: 9, candidate: { serial: 666, total: 50, same: 38, flips, notReplayed: 0, unknown: 0 } });
  const page = await openPage(t);
  await logIn(page, 'ada');
  const faults = await guardPage(page);
  await page.getByText('serial 666 flips').waitFor();
  await page.getByText('<img src=x onerror=alert(1)>').first().waitFor();
  assert.deepEqual(await hostileTraces(page), []);
  await page.locator('nav a[href="#/approvals"]').click();
  await page
    .locator('.card')
    .nth(hostile.length - 1)
    .waitFor();
  await page.getByText('\\u202egnp.exe').first().waitFor();
  assert.deepEqual(await hostileTraces(page), []);
  assert.equal(await faults(), 0);
});

/** A browser's request to the API of the page, with changes. */
function api(path: string, headers: Record<string, string>, method = 'GET', body = '') {
  const [port, ca] = [tested.world.ports[0] ?? 0, tested.world.certificate];
  const own = { host: `localhost:${port}`, 'sec-fetch-site': 'same-origin' };
  return send({ port, ca, path, method, headers: { ...own, ...headers }, body: Buffer.from(body) });
}

test('requests from other origins, to other hosts, without a session or in other formats are refused', {
  skip,
}, async (t) => {
  const body = JSON.stringify({ token: tokens.ada });
  const enter = (headers: Record<string, string>, text = body) =>
    api('/api/enter', { origin: origin(), 'content-type': 'application/json', ...headers }, 'POST', text);
  assert.equal((await enter({})).status, 200);
  assert.equal((await enter({ origin: 'https://evil.example' })).status, 403);
  assert.equal((await enter({ host: 'evil.example' })).status, 403);
  assert.equal((await enter({ 'sec-fetch-site': 'cross-site' })).status, 403);
  assert.equal((await enter({ 'content-type': 'text/plain' })).status, 400);
  assert.equal((await enter({}, JSON.stringify({ token: tokens.ada.slice(1) }))).status, 401);
  assert.equal((await enter({}, 'x'.repeat(70_000))).status, 413);
  const withoutOrigin = { 'content-type': 'application/json' };
  assert.equal((await api('/api/enter', withoutOrigin, 'POST', body)).status, 403);
  for (const path of ['/api/hello', '/api/fleet', '/api/approvals'])
    assert.equal((await api(path, { cookie: `__Host-anyhook-hub=${'x'.repeat(43)}` })).status, 401);
  assert.equal((await api('/', { host: '127.0.0.1' })).status, 403);
  assert.equal((await api('/hub.js', {})).status, 404);
  const page = await openPage(t);
  const sent = (await page.reload())?.headers() ?? {};
  assert.match(sent['content-security-policy'] ?? '', /default-src 'none'.*require-trusted-types-for 'script'/);
  assert.deepEqual(
    ['x-frame-options', 'x-content-type-options', 'cross-origin-resource-policy'].map((name) => sent[name]),
    ['DENY', 'nosniff', 'same-origin'],
  );
  assert.match(sent['strict-transport-security'] ?? '', /^max-age=\d+$/);
  // Another page in the same browser, where a user is logged in.
  await logIn(page, 'ada');
  const other = await page.context().newPage();
  await other.goto(`${policy.url}/stable.json`);
  const tried = await other.evaluate<string>(
    `fetch('${origin()}/api/fleet', { credentials: 'include' }).then((one) => 'read ' + one.status, () => 'blocked')`,
  );
  assert.equal(tried, 'blocked');
});
