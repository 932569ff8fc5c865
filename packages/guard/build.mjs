// Writes dist/, for the package alone: one file with `judge` and all that it needs, and its types.
import { rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { throughDoors } from '../../scripts/doors.mjs';
import { licences } from '../../scripts/licences.mjs';
import { makeSources } from '../../scripts/make-sources.mjs';
import { writeTypes } from '../../scripts/types.mjs';

process.chdir(resolve(import.meta.dirname, '../..'));
makeSources();
const out = 'packages/guard/dist';
rmSync(out, { recursive: true, force: true });
const build = await rolldown({
  input: { index: 'packages/guard/src/judge.ts' },
  platform: 'node',
  plugins: [
    {
      name: 'behind-doors',
      transform: { filter: { code: '@anyhook/' }, handler: (code) => throughDoors(code, (file) => resolve(file)) },
    },
  ],
  transform: { target: 'node20' },
});
const { output } = await build.write({ file: `${out}/index.js`, format: 'esm', minify: true });
await build.close();
writeFileSync(`${out}/THIRD-PARTY-LICENSES.txt`, licences(output.flatMap(({ moduleIds }) => moduleIds ?? [])));
writeTypes({
  config: 'packages/guard/tsconfig.build.json',
  folder: `${out}/types`,
  entries: ['packages/guard/src/judge.d.ts'],
});
