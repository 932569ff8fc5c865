import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { agentDrivers } from '../../../e2e/agents/index.js';
import { installedFolder } from '../../../e2e/install.js';
import { runSession } from '../../../e2e/session.js';
import { startUi } from '../src/ui/start-ui.js';
import { removeFolderAtLast } from '../test/support/remove-folder.js';
import { pictureInAllSizes, pictures } from './pictures.js';
import { closeBrowser, newPage, until, whyNoBrowser } from './ui-world.js';

after(closeBrowser);
after(() => console.log(`pictures: ${pictures}`));

const agents = ['claude-code', 'codex', 'gemini'];
const missing = agents.filter((agent) => installedFolder(agent) === undefined);
const skip =
  whyNoBrowser ||
  (missing.length > 0 &&
    `${missing.join(', ')} missing: "npm run e2e -- ${missing.join(' ')} --install" installs them`);

test('every page shows what three real agents did', { skip }, async (t) => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'anyhook-agents-')));
  for (const agentName of agents) {
    const agent = agentDrivers.find((one) => one.name === agentName);
    assert.ok(agent);
    const session = await runSession(agent, installedFolder(agentName) ?? '', {
      root,
      prompt: 'please do the next step',
      steps: [
        agent.shell(`echo hello > ${agentName}.txt`),
        agent.shell('echo forbidden-marker > forbidden.txt'),
        agent.shell('echo ask-marker > ask.txt'),
        { say: 'all done' },
      ],
      workplace: 'trusted project',
    });
    assert.equal(session.file(`${agentName}.txt`), 'hello\n', session.output);
  }
  const [home, cwd] = [join(root, 'home'), join(root, 'project')];
  const ui = await startUi({
    world: { cwd, env: { HOME: home, PATH: process.env['PATH'] ?? '' }, home },
    port: 0,
    notify: () => {},
    whyNoDecisions: undefined,
  });
  // In this order: the page writes to the folder until it ends.
  t.after(async () => {
    ui.close();
    await ui.ended;
    removeFolderAtLast(root);
  });
  const page = await newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' });
  t.after(() => page.close());
  await page.goto(ui.openUrl());
  for (const agent of agents) {
    const row = page.locator('.row.mark-deny', { hasText: agent }).filter({ hasText: 'forbidden-marker' }).first();
    await row.click();
    await page.locator('.why', { hasText: 'forbid-marker' }).getByText('echo forbidden-marker').first().waitFor();
    assert.match((await page.locator('.why .wire pre').first().textContent()) ?? '', /\w/, agent);
  }
  assert.equal(await page.locator('.lane').count(), 3);
  await pictureInAllSizes(page, 'agents-live');
  const shows: Readonly<Record<string, string>> = {
    approvals: '.card',
    sessions: '.steps li',
    hooks: '.details',
    matrix: '.matrix',
    'what-if': '.typed-result .verdict-line',
    tasks: 'td:has-text("file.mark")',
    undo: '.empty',
    doctor: '.doctor',
  };
  for (const [name, shown] of Object.entries(shows)) {
    await page.locator(`nav a[href="#/${name}"]`).click();
    if (name === 'sessions') {
      await until(async () => (await page.locator('.list tbody tr').count()) >= 3);
      await page.locator('.list button').first().click();
    }
    if (name === 'hooks') await page.locator('.list button', { hasText: 'forbid-marker' }).first().click();
    await page.locator(shown).first().waitFor({ timeout: 60_000 });
    await pictureInAllSizes(page, `agents-${name}`);
  }
});
