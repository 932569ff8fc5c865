import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import type { Approval } from './model/step.js';

const program = fileURLToPath(new URL('../packages/anyhook/bin/anyhook.cjs', import.meta.url));
const chromium = process.env['ANYHOOK_CHROMIUM'] ?? '/usr/bin/chromium';

/** Why the page cannot be opened here; undefined if it can. */
export const whyNoBrowser = (): string | undefined => (existsSync(chromium) ? undefined : `${chromium} is missing`);

interface PagePlace {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

const maxMs = 40_000;

/** Opens the page of an `anyhook ui` in a terminal, and approves the pending call, or clicks without the code. */
export async function approveOnPage({ cwd, env }: PagePlace, deed: Exclude<Approval, 'approve'>): Promise<void> {
  const words = [process.execPath, program, 'ui', '--no-open'].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
  const folder = mkdtempSync(join(tmpdir(), 'anyhook-e2e-tmux-'));
  // A window of root's tmux counts as a person's terminal.
  const tmux = (...args: readonly string[]) =>
    spawnSync('tmux', ['-S', join(folder, 'socket'), '-f', '/dev/null', ...args], { cwd, env, encoding: 'utf8' })
      .stdout;
  tmux('new-session', '-d', '-x', '400', '-y', '500', words.join(' '));
  let shown = '';
  const inTerminal = async (pattern: RegExp): Promise<string> => {
    for (const until = performance.now() + maxMs; performance.now() < until; await wait(50)) {
      shown = tmux('capture-pane', '-p');
      const [, found] = pattern.exec(shown) ?? [];
      if (found !== undefined) return found;
    }
    throw new Error(`the terminal of "anyhook ui" never showed ${pattern}: ${shown.slice(-500)}`);
  };
  const { chromium: browserType } = await import('playwright-core');
  const browser = await browserType.launch({ executablePath: chromium, args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(maxMs);
    await page.goto(await inTerminal(/(http:\/\/localhost:\d+\/#code=[\w-]+)/));
    await decide(page, () => (deed === 'click' ? Promise.resolve('000 000') : inTerminal(/page: (\d{3} \d{3})/)));
    await page.getByText(deed === 'click' ? 'wrong code' : 'No calls wait for approval.').waitFor();
  } finally {
    await browser.close();
    tmux('kill-server');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function decide(page: Page, code: () => Promise<string>): Promise<void> {
  await page.locator('nav a[href="#/approvals"]').click();
  await page.getByRole('button', { name: 'Approve once…' }).click();
  await page.getByRole('button', { name: 'Approve this call once' }).click();
  await page.locator('.card input.code').waitFor();
  await page.locator('.card input.code').fill(await code());
  await page.getByRole('button', { name: 'Confirm' }).click();
}
