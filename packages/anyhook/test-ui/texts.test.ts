import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openTaskStore } from '../../abilities/src/tasks/store/open-task-store.js';
import { newTask } from '../../abilities/test/tasks/store/store-world.js';
import { anyhookProgram } from '../test/resident/engine-world.js';
import { guardPage, hostile, hostileTraces } from './hostile-texts.js';
import { writeHostile } from './past-decisions.js';
import { closeBrowser, newPage, uiWorld, until, whyNoBrowser } from './ui-world.js';

after(closeBrowser);
const skip = whyNoBrowser;

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
    assert.deepEqual(await hostileTraces(page), [], name);
  }
  assert.equal(await faults(), 0);
});

test('hostile texts in every field of the journal and of tasks are shown as text on every page', {
  skip,
}, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  writeHostile(world.state, hostile);
  const store = await openTaskStore(world.state);
  for (const text of hostile) await store.insert(newTask({ root: `/tmp/${text}`, input: { [text]: text } }));
  store.close();
  const page = await world.open();
  const faults = await guardPage(page);
  const check = async (name: string) => {
    assert.deepEqual(await hostileTraces(page), [], name);
    return (await page.locator('main').textContent()) ?? '';
  };
  await until(async () => (await page.locator('.row').count()) === hostile.length);
  assert.match(await check('live'), /<img src=x onerror=alert\(1\)>/);
  for (let i = 0; i < hostile.length; i++) {
    await page.locator('.row').nth(i).click();
    await page.locator('.why .wire').waitFor();
    await check(`why ${i}`);
    await page.getByRole('button', { name: 'Run again' }).click();
    await page.locator('.again').waitFor();
    await check(`run again ${i}`);
    await page.locator('.hints, .lane').first().waitFor();
  }
  await page.locator('nav a[href="#/sessions"]').click();
  for (let i = 0; i < hostile.length; i++) {
    await page.locator('.list button').nth(i).click();
    await page.locator('.steps li').first().waitFor();
    await check(`session ${i}`);
  }
  await page.locator('nav a[href="#/hooks"]').click();
  await page.locator('.list button').first().waitFor();
  for (let i = 0; i < (await page.locator('.list button.name').count()); i++) {
    await page.locator('.list button.name').nth(i).click();
    await page.locator('.details').waitFor();
    await check(`hook ${i}`);
  }
  for (const name of ['approvals', 'matrix', 'what-if', 'tasks', 'undo', 'doctor']) {
    await page.locator(`nav a[href="#/${name}"]`).click();
    await page.locator('h1').waitFor();
    await until(async () => (await page.locator('main .empty', { hasText: '…' }).count()) === 0);
    await check(name);
  }
  assert.equal(await faults(), 0);
});

test('a decision saved as a file opens on its own, shows the same and loads nothing else', { skip }, async (t) => {
  const world = await uiWorld(t);
  const page = await world.open();
  await world.shell('claude-code', 'session', `git push --force ${hostile.join(' ')}`);
  await page.locator('.row').first().click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save as a file' }).click();
  const file = join(mkdtempSync(join(tmpdir(), 'anyhook-saved-')), 'why.html');
  await (await download).saveAs(file);
  const saved = await newPage();
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

test('without SQLite the page says so, and still shows the engine’s decisions', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  // The package alone, without optional dependencies.
  const alone = mkdtempSync(join(tmpdir(), 'anyhook-alone-'));
  t.after(() => rmSync(alone, { recursive: true, force: true }));
  for (const part of ['bin', 'dist', 'package.json'])
    cpSync(join('packages/anyhook', part), join(alone, part), { recursive: true });
  const start = (...args: readonly string[]) =>
    spawn(process.execPath, [join(alone, 'bin/anyhook.cjs'), ...args], { env: world.env, cwd: world.project });
  const engine = start('up', '--foreground');
  const ui = start('ui', '--no-open');
  world.endFirst(() => [engine, ui].map((one) => one.kill('SIGKILL')));
  let text = '';
  ui.stdout.on('data', (chunk) => {
    text += chunk;
  });
  await until(() => /#code=[\w-]+ /.test(text));
  await until(async () => (await world.status())?.pid === engine.pid);
  const page = await newPage();
  t.after(() => page.close());
  await page.goto(/http:\/\/localhost:\d+\/#code=[\w-]+/.exec(text)?.[0] ?? '');
  await page.locator('.trouble', { hasText: 'libsql cannot be loaded' }).waitFor();
  await page.locator('.status.live').waitFor();
  await world.shell('claude-code', 's1', 'git push --force');
  await page.locator('.row.mark-deny', { hasText: 'no-force' }).waitFor();
  for (const name of ['sessions', 'hooks']) {
    await page.locator(`nav a[href="#/${name}"]`).click();
    await page.locator('.problem', { hasText: 'libsql cannot be loaded' }).waitFor();
  }
});

test('without a usable journal the page says why, and still shows the engine’s decisions', { skip }, async (t) => {
  const world = await uiWorld(t, { newerJournal: true });
  const page = await world.open();
  await page.locator('.trouble', { hasText: 'has version 99' }).waitFor();
  await page.locator('.status.live').waitFor();
  await world.shell('claude-code', 's1', 'git push --force');
  await page.locator('.row.mark-deny', { hasText: 'no-force' }).waitFor();
});

test('a broken journal is set aside with a line in the terminal, and decisions are shown', { skip }, async (t) => {
  const world = await uiWorld(t, { brokenJournal: true, isDown: true });
  assert.match(world.told.join('\n'), /was broken .+; it was renamed to .+, and a new one was created/);
  await world.up();
  const page = await world.open();
  await page.locator('.status.live').waitFor();
  await world.shell('claude-code', 's1', 'git push --force');
  await page.locator('.row.mark-deny', { hasText: 'no-force' }).waitFor();
  await page.locator('.row.mark-deny').first().click();
  await page.locator('.why').getByText('Force pushes rewrite history').first().waitFor();
});

test('a journal deleted while the page is open is replaced, and new decisions are explained', {
  skip,
}, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const page = await world.open();
  const run = (command: string) =>
    spawnSync(process.execPath, [anyhookProgram, 'run', '--host', 'claude-code'], {
      env: world.env,
      cwd: world.project,
      input: JSON.stringify({
        ...{ session_id: 's1', hook_event_name: 'PreToolUse', tool_name: 'Bash', cwd: world.project },
        tool_input: { command },
      }),
    });
  run('ls before');
  await page.locator('.row', { hasText: 'ls before' }).waitFor();
  rmSync(join(world.state, 'journal'), { recursive: true });
  // A reader of the deleted file would never get this decision.
  await until(() => existsSync(join(world.state, 'journal')));
  run('git push --force after');
  await page.locator('.row.mark-deny', { hasText: 'after' }).first().click();
  await page.locator('.why').getByText('Force pushes rewrite history').first().waitFor();
});
