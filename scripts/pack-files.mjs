// The files from outside a package that `npm pack` needs: `put` copies them into the current folder, `restore` removes
// them again, byte for byte. The manifest is packed without `prepare`, which npm would run on install, without
// workspaces, and with the exports of `publishConfig`: in a checkout our packages export their sources.
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const manifest = 'package.json';
// npm packs every file whose name begins with "readme." or "license.".
const kept = (file) => `kept-${file}.before-pack`;

/** The files of the repository that each package publishes. */
const fromRoot = { anyhook: ['README.md', 'CHANGELOG.md', 'LICENSE'], '@anyhook/guard': ['LICENSE'] };
const [action] = process.argv.slice(2);
const { name, repository } = JSON.parse(readFileSync(manifest, 'utf8'));
const files = fromRoot[name] ?? [];

if (action === 'put') {
  restore();
  for (const file of files) replace(file, published(file));
  replace(manifest, packedManifest());
} else if (action === 'restore') restore();
else {
  console.error(`expected put or restore, got ${action ?? 'nothing'}`);
  process.exitCode = 1;
}

function replace(file, text) {
  if (existsSync(file)) renameSync(file, kept(file));
  writeFileSync(`${file}.new`, text);
  renameSync(`${file}.new`, file);
}

/** The manifest is restored last: while its copy exists, other files are not restored yet. */
function restore() {
  if (!existsSync(kept(manifest))) return;
  for (const file of files)
    if (existsSync(kept(file))) renameSync(kept(file), file);
    else rmSync(file, { force: true });
  renameSync(kept(manifest), manifest);
}

function packedManifest() {
  const { workspaces: _, ...all } = JSON.parse(readFileSync(manifest, 'utf8'));
  const { exports = all.exports, ...publishConfig } = all.publishConfig;
  const { prepare: __, ...scripts } = all.scripts;
  return `${JSON.stringify({ ...all, exports, publishConfig, scripts }, null, 2)}\n`;
}

/** A file of the repository, with its relative links leading to the repository: the package lacks their targets. */
function published(file) {
  const text = readFileSync(join(root, file), 'utf8');
  const address = repository.url.replace(/^git\+(.*)\.git$/, '$1');
  const target = (path) => `${address}/${/\.(?:svg|png)$/.test(path) ? 'raw' : 'blob'}/main/${path}`;
  return text
    .replace(/(\]\()(?![a-z]+:|#)([^)\s]+)/g, (_, before, path) => before + target(path))
    .replace(/(\bsrc=")(?![a-z]+:)([^"]+)/g, (_, before, path) => before + target(path));
}
