import type { Page } from 'playwright-core';

/** Texts that would do harm in a page that interprets them. */
export const hostile = [
  '<img src=x onerror=alert(1)>',
  '</script><script>alert(2)</script>',
  '"><svg onload=alert(3)>',
  '{{constructor.constructor("alert(4)")()}}',
  "javascript:alert('5')",
  '\u202egnp.exe \u001b[31mred\u001b[0m \u200bzero \u2066left',
  '<!--<script>',
  '&lt;b&gt; &#x3c;',
  '</title></style></textarea><iframe srcdoc="<script>alert(6)</script>">',
  '__proto__',
  "' autofocus onfocus=alert(7) x='",
  '\u{e0041}\u{e0042}tags \u00adsoft \ufefffiller \u0085next',
];

/** The same texts as names of files and folders. */
export const hostileNames = hostile.map((text) => text.replaceAll('/', '-'));

export const hiddenCharacters =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]|\udb40/u;

/** The damage of such texts in a page: elements that they created, and characters that stayed hidden. */
export async function hostileTraces(page: Page): Promise<readonly string[]> {
  const made = page.locator('main :is(img, script, iframe, object, embed, style, textarea[autofocus], svg[onload])');
  const texts = await page.evaluate<readonly string[]>(`
    [...document.querySelectorAll('main, main *')].flatMap((one) => [
      ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
      ...[...one.attributes].filter(({ name }) => name !== 'value').map(({ value }) => value),
    ])
  `);
  const handlers = await page.evaluate<readonly string[]>(`
    [...document.querySelectorAll('*')].flatMap((one) => [...one.attributes].map(({ name }) => name))
      .filter((name) => name.startsWith('on'))
  `);
  return [
    ...(await made.all()).map((one) => `an element: ${one}`),
    ...handlers.map((name) => `an attribute: ${name}`),
    ...texts.filter((text) => hiddenCharacters.test(text)).map((text) => `hidden: ${JSON.stringify(text)}`),
  ];
}

/** Counts what the browser refused, and dialogs that opened. */
export async function guardPage(page: Page): Promise<() => Promise<number>> {
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
