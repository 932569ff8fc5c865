// Writes dist/: the hub as one file next to its dependencies, its page, and the simulator.
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { throughDoors } from '../../scripts/doors.mjs';

const absWorkingDir = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../..', import.meta.url));
const behindDoors = {
  name: 'behind-doors',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.tsx?$/ }, ({ path }) => ({
      contents: throughDoors(readFileSync(path, 'utf8'), (file) => `${root}${file}`),
      loader: path.endsWith('x') ? 'tsx' : 'ts',
    })),
};
const common = {
  absWorkingDir,
  outdir: 'dist',
  bundle: true,
  format: 'esm',
  logLevel: 'warning',
  plugins: [behindDoors],
};

await build({
  ...common,
  entryPoints: { hub: 'src/main.ts', 'fleet-sim': 'sim/main.ts', 'fleet-sim-devices': 'sim/device-process.ts' },
  platform: 'node',
  target: 'node22',
  external: ['@nats-io/*', 'postgres'],
});
await build({
  ...common,
  entryPoints: { page: 'page/page.tsx' },
  platform: 'browser',
  target: 'es2022',
  tsconfig: 'page/tsconfig.json',
  minify: true,
});
// The style of `anyhook ui`, plus the styles of this page.
const styles = ['../anyhook/page/page.css', 'page/page.css'].map((file) =>
  readFileSync(`${absWorkingDir}${file}`, 'utf8'),
);
writeFileSync(`${absWorkingDir}dist/page.css`, styles.join('\n'));
