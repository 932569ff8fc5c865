import assert from 'node:assert/strict';
import { test } from 'node:test';
import { terminalPicture } from '../../../scripts/terminal-picture.js';

const bold = (text: string) => `\u001b[1m${text}\u001b[22m`;
const green = (text: string) => `\u001b[32m${text}\u001b[39m`;

test('a terminal picture keeps columns, styles and symbols, and fits light and dark pages', () => {
  const picture = terminalPicture(
    `$ run\n  ${green('✓')} ${bold('a <b>')}  done & over\n\n${bold(green('x'))}`,
    'A "run"',
  );
  const texts = [...picture.matchAll(/<text( class="[^"]*")? x="([\d.]+)" y="(\d+)"[^>]*>([^<]*)<\/text>/g)];
  assert.deepEqual(
    texts.map(([, style = '', x, y, text]) => [style.trim(), x, y, text]),
    [
      ['', '20.0', '50', '$ run'],
      ['class="green"', '36.8', '70', '✓'],
      ['class="bold"', '53.6', '70', 'a &lt;b>'],
      ['', '112.4', '70', 'done &amp; over'],
      ['class="bold green"', '20.0', '110', 'x'],
    ],
  );
  assert.match(picture, /<title id="t">A &quot;run&quot;<\/title>/);
  assert.match(picture, /@media \(prefers-color-scheme: dark\)/);
});
