// Writes dist/: the hub as one file beside its dependencies, and the simulator.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

await build({
  absWorkingDir: fileURLToPath(new URL('.', import.meta.url)),
  entryPoints: { hub: 'src/main.ts', 'fleet-sim': 'sim/main.ts', 'fleet-sim-devices': 'sim/device-process.ts' },
  outdir: 'dist',
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node22',
  external: ['@nats-io/*'],
  logLevel: 'warning',
});
