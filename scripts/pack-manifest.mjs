// Makes the package.json that is packed: without `prepare`, which builds in a checkout only (npm would take it for an install
// script of the package and warn about it at each install), without workspaces, and with the exports of `publishConfig`: in a
// checkout our packages export their sources. `restore` brings the old file back, byte for byte.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const [file, kept] = ['package.json', 'package.json.before-pack'];
const [action] = process.argv.slice(2);

if (action === 'strip') {
  const text = readFileSync(file, 'utf8');
  const manifest = JSON.parse(text);
  const { exports = manifest.exports, ...publishConfig } = manifest.publishConfig;
  const { prepare: _, ...scripts } = manifest.scripts;
  const { workspaces: __, ...packed } = { ...manifest, exports, publishConfig, scripts };
  if (JSON.stringify(packed) !== JSON.stringify(manifest)) {
    writeFileSync(kept, text);
    writeFileSync(`${file}.new`, `${JSON.stringify(packed, null, 2)}\n`);
    renameSync(`${file}.new`, file);
  }
} else if (action === 'restore') {
  if (existsSync(kept)) renameSync(kept, file);
} else {
  console.error(`expected strip or restore, got ${action ?? 'nothing'}`);
  process.exitCode = 1;
}
