/**
 * What the browser may do with the page: run only our own script. Texts of agents and hooks cannot become code, even by
 * a bug in the page: the browser itself refuses to turn text into markup or script.
 */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' data:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

const icon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Cpath d='M5 2v6a3.5 3.5 0 0 0 7 0V7' fill='none' stroke='%234a90d9' stroke-width='2.4' stroke-linecap='round'/%3E%3C/svg%3E";

/** A page: its script creates everything in it. */
export const pageHtml = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<title>${title}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/page.css">
<script src="/page.js" type="module"></script>
</head>
<body><noscript>This page needs JavaScript.</noscript></body>
</html>
`;
