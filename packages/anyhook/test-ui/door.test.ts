import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { after, type TestContext, test } from 'node:test';
import { anyhookProgram } from '../test/resident/engine-world.js';
import { closeBrowser, newContext, newPage, type UiWorld, uiWorld, until, whyNoBrowser } from './ui-world.js';

after(closeBrowser);
const skip = whyNoBrowser;

/** The status of the server’s answer to a request that no browser would send. */
function ask(url: string, headers: Readonly<Record<string, string>>, body?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: body === undefined ? 'GET' : 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const codeOf = (world: UiWorld): string => world.ui.openUrl().split('#code=')[1] ?? '';
const json = { 'content-type': 'application/json' };

/** A request that a browser or another program might send, and the expected status. */
interface Attack {
  readonly name: string;
  readonly status: number;
  readonly send: (world: UiWorld, token: string) => Promise<number>;
}

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const portOf = ({ ui }: UiWorld): string => new URL(ui.url).port;
const hello = ({ ui }: UiWorld): string => `${ui.url}/api/hello`;
const enter = ({ ui }: UiWorld): string => `${ui.url}/api/enter`;
const codeBody = (world: UiWorld): string => JSON.stringify({ code: codeOf(world) });

const attacks: readonly Attack[] = [
  { name: 'a request without the token', status: 401, send: (world) => ask(hello(world), {}) },
  { name: 'a wrong token', status: 401, send: (world) => ask(hello(world), bearer('wrong')) },
  { name: 'the token in the address', status: 401, send: (world, token) => ask(`${hello(world)}?token=${token}`, {}) },
  {
    name: 'the token in a cookie',
    status: 401,
    send: (world, token) => ask(hello(world), { cookie: `token=${token}` }),
  },
  {
    name: 'the right token of a page of another origin',
    status: 403,
    send: (world, token) => ask(hello(world), { ...bearer(token), origin: 'https://evil.example' }),
  },
  {
    name: 'the right token of a page on another port of this machine',
    status: 403,
    send: (world, token) => ask(hello(world), { ...bearer(token), origin: 'http://localhost:1' }),
  },
  {
    name: 'a forged host',
    status: 403,
    send: (world, token) => ask(hello(world), { ...bearer(token), host: `evil.test:${portOf(world)}` }),
  },
  {
    name: 'a forged host that asks for the page itself',
    status: 403,
    send: (world) => ask(`${world.ui.url}/`, { host: `evil.test:${portOf(world)}` }),
  },
  {
    name: 'a request that the browser calls cross-site',
    status: 403,
    send: (world, token) => ask(hello(world), { ...bearer(token), 'sec-fetch-site': 'cross-site' }),
  },
  { name: 'a POST without an origin', status: 403, send: (world) => ask(enter(world), json, codeBody(world)) },
  {
    name: 'a POST as text',
    status: 415,
    send: (world) => ask(enter(world), { 'content-type': 'text/plain', origin: world.ui.url }, codeBody(world)),
  },
  {
    name: 'a POST as a form',
    status: 415,
    send: (world) =>
      ask(enter(world), { 'content-type': 'application/x-www-form-urlencoded', origin: world.ui.url }, 'code=x'),
  },
  {
    name: 'a guessed code',
    status: 403,
    send: (world) => ask(enter(world), { ...json, origin: world.ui.url }, JSON.stringify({ code: 'a'.repeat(32) })),
  },
  {
    name: 'a decision without the token',
    status: 401,
    send: (world) => ask(`${world.ui.url}/api/approvals/decide`, { ...json, origin: world.ui.url }, '{}'),
  },
  {
    name: 'a body that never ends',
    status: 400,
    send: (world, token) =>
      ask(`${world.ui.url}/api/code`, { ...json, ...bearer(token), origin: world.ui.url }, ' '.repeat(100_000)),
  },
  {
    name: 'a hook file outside the project',
    status: 400,
    send: (world, token) => ask(`${world.ui.url}/api/what-if/file?path=/etc/passwd`, bearer(token)),
  },
];

test('requests without the token, from elsewhere or with a bad body are refused', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const token = await world.token();
  assert.equal(await ask(hello(world), bearer(token)), 200, 'the page itself is served');
  for (const { name, status, send } of attacks)
    await t.test(`${name} is refused`, async () => assert.equal(await send(world, token), status));
});

test('the code disappears from the address, and the token is not stored where others could read it', {
  skip,
}, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const context = await newContext();
  t.after(() => context.close());
  const page = await context.newPage();
  await page.goto(world.ui.openUrl());
  await page.locator('nav').waitFor();
  assert.equal(page.url(), `${world.ui.url}/#/live`);
  assert.deepEqual(await context.cookies(), []);
  const stored = await page.evaluate('JSON.stringify([localStorage.length, sessionStorage.length, document.cookie])');
  assert.equal(stored, '[0,0,""]');
});

test('a used code does not open the page', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const address = world.ui.openUrl();
  const context = await newContext();
  t.after(() => context.close());
  const first = await context.newPage();
  await first.goto(address);
  await first.locator('nav').waitFor();
  const second = await context.newPage();
  await second.goto(address);
  await second.getByText('this code was used already').waitFor();
});

test('a code older than a minute does not open the page', { skip }, async (t) => {
  let time = 0;
  const world = await uiWorld(t, { isDown: true, clock: () => time });
  const [early, late] = [world.ui.openUrl(), world.ui.openUrl()];
  const context = await newContext();
  t.after(() => context.close());
  time = 59_000;
  const first = await context.newPage();
  await first.goto(early);
  await first.locator('nav').waitFor();
  time = 60_000;
  const second = await context.newPage();
  await second.goto(late);
  await second.getByText('older than a minute').waitFor();
  assert.equal(await second.locator('nav').count(), 0);
});

test('a second tab without a code is refused', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const context = (await world.open()).context();
  const second = await context.newPage();
  await second.goto(`${world.ui.url}/#/live`);
  await second.getByText('opened without a code').waitFor();
});

/** A page of another origin in the browser; its script is text, because compiled test code would not run there. */
async function foreignPage(t: TestContext, html: string) {
  const foreign = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(html);
  });
  foreign.listen(0, '127.0.0.1');
  t.after(() => foreign.close());
  await new Promise((resolve) => foreign.once('listening', resolve));
  const page = await newPage();
  t.after(() => page.close());
  await page.goto(`http://127.0.0.1:${(foreign.address() as AddressInfo).port}/`);
  const send = (url: string, options: object) =>
    page.evaluate<string>(
      `fetch(${JSON.stringify(url)}, ${JSON.stringify(options)}).then(({ type }) => type, ({ name }) => name)`,
    );
  return { page, send };
}

test('a page of another origin cannot read', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const { send } = await foreignPage(t, '');
  assert.equal(await send(hello(world), {}), 'TypeError');
  assert.equal(await send(`${world.ui.url}/page.js`, {}), 'TypeError');
  assert.equal(await send(`${world.ui.url}/page.js`, { mode: 'no-cors' }), 'TypeError');
});

for (const [name, options] of [
  ['in plain text, with an opaque response', { method: 'POST', mode: 'no-cors' }],
  ['as JSON', { method: 'POST', headers: json }],
] as const)
  test(`a page of another origin cannot use up a code: ${name}`, { skip }, async (t) => {
    const world = await uiWorld(t, { isDown: true });
    const { send } = await foreignPage(t, '');
    const body = codeBody(world);
    assert.equal(await send(enter(world), { ...options, body }), 'TypeError');
    const own = { ...json, origin: world.ui.url };
    assert.equal(await ask(enter(world), own, body), 200, 'the server refused the request, so the code still works');
  });

test('a page of another origin cannot frame the page', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const { page } = await foreignPage(t, `<iframe src="${world.ui.url}/"></iframe>`);
  const [, frame] = page.frames();
  assert.ok(!(await frame?.content())?.includes('page.js'), 'the frame must stay empty');
});

test('a foreign host name that resolves to this machine is refused', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const page = await newPage();
  t.after(() => page.close());
  const rebound = await page.goto(world.ui.url.replace('localhost', 'evil.test'));
  assert.equal(rebound?.status(), 403);
});

test('the page is not served at another address of this machine', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const [other] = Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4');
  const url = `http://${other?.address ?? '127.0.0.2'}:${portOf(world)}/`;
  await assert.rejects(ask(url, {}), /ECONNREFUSED/);
});

test('an agent that runs anyhook ui in a shell command is stopped by self-protection', { skip }, async (t) => {
  const world = await uiWorld(t);
  await world.shell('claude-code', 's1', 'anyhook ui --no-open');
  const page = await world.open();
  await page.locator('.row.mark-deny', { hasText: 'anyhook ui --no-open' }).waitFor();
});

test('text cannot become markup or script in the page, even through a bug in it', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const page = await world.open();
  const attempt = (work: string) =>
    page.evaluate<string>(`(() => { try { ${work}; return 'done'; } catch (error) { return error.name; } })()`);
  const tried = [
    await attempt(`document.body.innerHTML = '<img src=x onerror=alert(1)>'`),
    await attempt(`document.createElement('script').text = 'alert(1)'`),
  ];
  assert.deepEqual(tried, ['TypeError', 'TypeError']);
});

test('anyhook ui refuses to start inside an agent, and without a terminal it is read-only', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true, whyNoDecisions: 'there is no terminal' });
  const { status, stderr } = spawnSync(process.execPath, [anyhookProgram, 'ui', '--no-open'], {
    env: { ...world.env, CLAUDECODE: '1' },
    encoding: 'utf8',
  });
  assert.equal(status, 1);
  assert.match(stderr, /"anyhook ui" needs a person, but this runs inside/);
  const headers = { ...json, origin: world.ui.url, authorization: `Bearer ${await world.token()}` };
  const answer = await fetch(`${world.ui.url}/api/approvals/ask`, { method: 'POST', headers, body: '{}' });
  assert.deepEqual([answer.status, await answer.json()], [400, { error: 'there is no terminal' }]);
});

test('anyhook ui prints an address that opens once, serves the page and ends on a signal', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const child = spawn(process.execPath, [anyhookProgram, 'ui', '--no-open'], { env: world.env, cwd: world.project });
  t.after(() => child.kill('SIGKILL'));
  let text = '';
  child.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await until(() => /#code=.*\n/.test(text));
  const [url = ''] = /http:\/\/localhost:\d+\/#code=[\w-]+/.exec(text) ?? [];
  const page = await newPage();
  t.after(() => page.close());
  await page.goto(url);
  await page.getByText('Nothing has been decided yet').waitFor();
  // The server has taken the code.
  await page.locator('.status.polling').waitFor();
  // Without a terminal, the page cannot decide.
  await page.keyboard.press('2');
  await page.getByText('No calls wait for approval.').waitFor();
  assert.equal(await page.getByText('Decide with a passkey').count(), 0);
  child.kill('SIGTERM');
  await page.locator('.status.gone').waitFor();
  await until(() => child.exitCode !== null);
  assert.equal(child.exitCode, 0);
});
