import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The folder for screenshots: `ANYHOOK_PICTURES`, or a temporary one that is printed at the end. */
export const pictures = process.env['ANYHOOK_PICTURES'] ?? mkdtempSync(join(tmpdir(), 'anyhook-ui-'));
mkdirSync(pictures, { recursive: true });

export const picture = (page: Page, name: string): Promise<Buffer> =>
  page.screenshot({ path: join(pictures, `${name}.png`) });

const widths = [
  [1440, 900],
  [900, 800],
  [400, 800],
] as const;

/** Screenshots of the page in every width, dark and light. */
export async function pictureInAllSizes(page: Page, name: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Time lines are drawn twice a second.
    await page.waitForTimeout(700);
    for (const [width, height] of widths) {
      await page.setViewportSize({ width, height });
      await picture(page, `${name}-${width}-${colorScheme}`);
    }
  }
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 1440, height: 900 });
}
