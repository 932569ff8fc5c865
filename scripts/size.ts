// "npm run size" prints the size of each package and its limit; with "-- --lower" it lowers limits that are too high.
import { writeFileSync } from 'node:fs';
import { measureSizes, readSizeTable, sizeFile, sizeUnits } from './package-sizes.js';

const limits = readSizeTable();
const sizes = measureSizes();
for (const [name, size] of Object.entries(sizes))
  console.log(`${name}: ${sizeUnits.map((unit) => `${size[unit]}/${limits[name]?.[unit] ?? 0} ${unit}`).join(', ')}`);

if (process.argv.includes('--lower')) {
  const lowered = Object.entries(sizes).map(([name, size]) => {
    const wanted = { ...size, lines: Math.ceil(size.lines / 100) * 100 };
    return [
      name,
      Object.fromEntries(sizeUnits.map((unit) => [unit, Math.min(wanted[unit], limits[name]?.[unit] ?? wanted[unit])])),
    ];
  });
  writeFileSync(sizeFile, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
}
