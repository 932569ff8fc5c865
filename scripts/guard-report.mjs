// Bundles packages/anyhook/bench/guard-report.ts as the benches are bundled, and runs it: `npm run guard:report [-- --set file.jsonl]`.
import { spawnSync } from 'node:child_process';
import { rolldown } from 'rolldown';
import { makeSources } from './make-sources.mjs';

makeSources();

const bundle = await rolldown({
  input: 'packages/anyhook/bench/guard-report.ts',
  platform: 'node',
  resolve: { mainFields: ['module', 'main'] },
});
await bundle.write({ dir: '.cache/guard-report', format: 'esm' });
await bundle.close();
const { status } = spawnSync(process.execPath, ['.cache/guard-report/guard-report.js', ...process.argv.slice(2)], {
  stdio: 'inherit',
});
process.exit(status ?? 1);
