import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { now } from '../../core/src/platform/clock.js';
import { createApprovalStore } from '../src/approvals/approval-store.js';
import { dialProtocol } from '../test/resident/engine-world.js';
import { closeBrowser, type UiWorld, uiWorld, until, whyNoBrowser } from './ui-world.js';

after(closeBrowser);
const skip = whyNoBrowser;

const guardConfig = 'trust: project\nhooks:\n  - { id: guard, on: tool.before, use: shell-guard }\n';
const configFile = (world: UiWorld) => join(world.home, '.config/anyhook/config.yaml');

test('run again: a recorded call is decided with the current hooks', { skip }, async (t) => {
  const world = await uiWorld(t, { config: guardConfig, withoutAsking: true });
  await world.shell('claude-code', 's1', 'rm -rf ~/Documents');
  const page = await world.open();
  await page.locator('.row.mark-deny').first().click();
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.locator('.again', { hasText: 'deny, as then' }).waitFor();
  writeFileSync(configFile(world), 'trust: project\n');
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.locator('.again', { hasText: 'pass instead of deny' }).waitFor();
});

test('run again starts no hook programs, and names the command that does', { skip }, async (t) => {
  const world = await uiWorld(t);
  await world.shell('claude-code', 's1', 'git push --force');
  const page = await world.open();
  await page.locator('.row.mark-deny').first().click();
  await page.getByRole('button', { name: 'Run again' }).click();
  await page.locator('.again', { hasText: 'anyhook replay --session s1 --run-commands' }).waitFor();
});

test('a rule being typed shows its problems by line and the decisions it would change, and is not saved', {
  skip,
}, async (t) => {
  const world = await uiWorld(t, { config: 'trust: project\n', withoutAsking: true });
  await world.shell('claude-code', 's1', 'rm -rf ~/Documents');
  for (const file of ['a', 'b']) await world.shell('claude-code', 's1', `ls ${file}`);
  const page = await world.open();
  await page.locator('.row', { hasText: 'ls b' }).waitFor();
  await page.locator('nav a[href="#/what-if"]').click();
  const text = page.getByLabel('the text of the file');
  await text.fill('hooks:\n  - id: guard\n    on: tool.before\n    use: shell-gard\n');
  await page.locator('.typed-result .problem', { hasText: /line \d+: .*shell-gard/ }).waitFor();
  await page.locator('.numbers .error').first().waitFor();
  await text.fill('hooks:\n  - id: guard\n    on: tool.before\n    use: shell-guard\n');
  await page.locator('.typed-result .verdict-line', { hasText: '1 of 3 decisions would change' }).waitFor();
  assert.equal(await page.locator('.typed-result .problem').count(), 0);
  // A typed rule starts no programs, even if every hook of the project is trusted.
  const trace = join(world.project, 'started');
  await text.fill(`hooks:\n  - { id: x, on: tool.before, pure: true, run: "touch ${trace}; exit 2" }\n`);
  await page.locator('.typed-result summary', { hasText: '3 decisions not compared' }).waitFor();
  assert.ok(!existsSync(trace));
  assert.ok(!existsSync(join(world.project, '.agents/anyhook.yaml')), 'the page must not write a hook file');
  await text.fill('hooks:\n  - id: guard\n    on: tool.before\n    use: shell-guard\n');
  await page.locator('.typed-result .list button').click();
  await page.locator('.why').getByText('rm -rf ~/Documents').first().waitFor();
});

test('why opens the file of the deciding hook for a change', { skip }, async (t) => {
  const world = await uiWorld(t, { config: guardConfig, withoutAsking: true });
  await world.shell('claude-code', 's1', 'rm -rf ~/Documents');
  const page = await world.open();
  await page.locator('.row.mark-deny').first().click();
  await page.getByRole('button', { name: 'What if I change this rule?' }).click();
  const text = page.getByLabel('the text of the file');
  await until(async () => (await text.inputValue()) === guardConfig);
  await text.fill('trust: project\n');
  await page.locator('.typed-result .verdict-line', { hasText: '1 of 1 decision would change' }).waitFor();
  assert.equal(readFileSync(configFile(world), 'utf8'), guardConfig);
});

test('an approval shows the difference to the last approved call of its kind', { skip }, async (t) => {
  const world = await uiWorld(t);
  const ask = (command: string) => world.shell('codex', 's1', command);
  await ask('psql -c "delete from a"');
  const store = createApprovalStore(world.state, { now, minutes: 15 });
  await store.decide(store.all()[0]?.id ?? '', 'approved', { by: 'me' });
  await ask('psql -c "drop table a"');
  const page = await world.open();
  await page.locator('nav a[href="#/approvals"]').click();
  const difference = page.locator('.card details.diff');
  await difference.getByText('Differs from the call that was approved').waitFor();
  assert.match((await difference.locator('.removed').textContent()) ?? '', /delete from a/);
  assert.match((await difference.locator('.added').textContent()) ?? '', /drop table a/);
});

test('the page of tasks lists abilities and the problems of their files', { skip }, async (t) => {
  const world = await uiWorld(t, { isDown: true });
  const ability = (name: string) =>
    `operation_key: ${name}\nversion: 1.0.0\nsummary: Writes one row\nimplementations:\n  - id: main\n    kind: builtin\n    use: echo\n`;
  world.write('.system/registry/low-level/row.yaml', ability('db.write.row'));
  world.write('.system/registry/low-level/bad.yaml', 'operation_key: [\n');
  const page = await world.open();
  await page.locator('nav a[href="#/tasks"]').click();
  await page.locator('.problem', { hasText: 'bad.yaml' }).first().waitFor();
  await page.getByText('Abilities of').waitFor();
});

test('the page lists an agent’s turns that can be undone, and undoes nothing', { skip }, async (t) => {
  const world = await uiWorld(t, {
    config:
      'trust: project\nhooks:\n  - { on: [prompt.submit, tool.before, tool.after, tool.failure, agent.done, session.end], use: undo }\n',
    withoutAsking: true,
  });
  execFileSync('git', ['init', '--quiet', world.project]);
  world.write('kept.txt', 'old\n', 0o644);
  const line = dialProtocol(world);
  const notify = (name: string, more: object) =>
    line.ask(world, { session_id: 's1', hook_event_name: name, cwd: world.project, ...more });
  const call = { tool_name: 'Bash', tool_input: { command: 'echo new > kept.txt' }, tool_use_id: 't1' };
  await notify('UserPromptSubmit', { prompt: 'please change kept.txt <b>now</b>' });
  await notify('PreToolUse', call);
  world.write('kept.txt', 'new\n', 0o644);
  await notify('PostToolUse', { ...call, tool_response: { stdout: '' } });
  await notify('Stop', {});
  const page = await world.open();
  await page.locator('nav a[href="#/undo"]').click();
  const turn = page.locator('.turns li').first();
  await turn.getByText('please change kept.txt <b>now</b>').waitFor();
  await turn.getByText('1 file').waitFor();
  assert.equal(readFileSync(join(world.project, 'kept.txt'), 'utf8'), 'new\n');
});
