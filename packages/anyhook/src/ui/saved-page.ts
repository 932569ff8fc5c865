import { createHash } from 'node:crypto';
import { AnyhookError, packageFile, readText } from '@anyhook/core';
import type { WhyView } from './page-types.js';

/** One decision as a self-contained page: it opens anywhere, loads nothing and sends nothing. */
export function savedWhy(
  view: WhyView,
  { script, style }: { readonly script: string; readonly style: string },
): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const ownScript = script.replaceAll('</script', '<\\/script');
  const policy = [
    "default-src 'none'",
    `script-src ${hash(ownScript)}`,
    `style-src ${hash(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>anyhook: why ${view.id}</title>
<style>${style}</style>
<script type="application/json" id="saved">${jsonInHtml(view)}</script>
</head>
<body><script type="module">${ownScript}</script></body>
</html>
`;
}

/** JSON that is safe inside HTML: every character with a meaning in HTML is escaped. */
const jsonInHtml = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** The script and the style of the page, as the build made them. */
export function pageAssets(): { readonly script: string; readonly style: string } {
  const asset = (name: string): string => {
    const text = readText(packageFile(`dist/ui/${name}`));
    if (text !== undefined) return text;
    throw new AnyhookError('BAD_STATE', `${packageFile(`dist/ui/${name}`)} is missing: install anyhook again`);
  };
  return { script: asset('page.js'), style: asset('page.css') };
}
