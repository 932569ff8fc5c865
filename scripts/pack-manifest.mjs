// Makes the package.json that is packed: without `prepare`, which builds in a checkout only. npm would take it for an
// install script of the package and warn about it at each install. `restore` brings the old file back, byte for byte.
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

const [file, kept] = ['package.json', 'package.json.before-pack'];
const [action] = process.argv.slice(2);

if (action === 'strip') {
  const text = readFileSync(file, 'utf8');
  const manifest = JSON.parse(text);
  if (manifest.scripts.prepare !== undefined) {
    writeFileSync(kept, text);
    const { prepare: _, ...scripts } = manifest.scripts;
    writeFileSync(`${file}.new`, `${JSON.stringify({ ...manifest, scripts }, null, 2)}\n`);
    renameSync(`${file}.new`, file);
  }
} else if (action === 'restore') {
  if (existsSync(kept)) renameSync(kept, file);
} else {
  console.error(`expected strip or restore, got ${action ?? 'nothing'}`);
  process.exitCode = 1;
}
