import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measureSizes, readSizeTable, sizeFile, sizeUnits } from '../../../scripts/package-sizes.js';

const rule =
  `A package grew beyond its row in ${sizeFile}. Remove as much as you add. If nothing can go, raise the number there and ` +
  'add a line to docs/decisions/size.md that says what you considered for removal. "npm run size" prints all numbers.';

test('no package is larger than its row in the size table', () => {
  const limits = readSizeTable();
  const grown = Object.entries(measureSizes()).flatMap(([name, size]) =>
    sizeUnits.flatMap((unit) => {
      const limit = limits[name]?.[unit] ?? 0;
      return size[unit] > limit ? [`${name}: ${size[unit]} ${unit}, at most ${limit}`] : [];
    }),
  );
  assert.ok(grown.length === 0, `${grown.join('; ')}. ${rule}`);
});

test('every row of the size table is a package', () => {
  const packages = Object.keys(measureSizes());
  assert.deepEqual(
    Object.keys(readSizeTable()).filter((name) => !packages.includes(name)),
    [],
    `delete the row in ${sizeFile}`,
  );
});
