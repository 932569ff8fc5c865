// Bundles the program into dist/ and writes its types. Everything we use is bundled, so the package needs nothing else.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { build } from 'esbuild';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const stampFile = 'dist/.stamp';
const stamp = sourceHash();
if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) process.exit(0);

rmSync('dist', { recursive: true, force: true });
const shared = {
  bundle: true,
  splitting: true,
  outdir: 'dist',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // jsonc-parser's CommonJS build cannot be bundled, its ES modules can.
  mainFields: ['module', 'main'],
  minifySyntax: true,
  minifyWhitespace: true,
  legalComments: 'none',
  define: { __VERSION__: JSON.stringify(`${version}+${stamp.slice(0, 8)}`) },
  // Bundled CommonJS modules ask for `require`.
  banner: { js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);" },
  metafile: true,
  logLevel: 'warning',
};
const results = await Promise.all([
  build({
    ...shared,
    entryPoints: { index: 'src/index.ts', cli: 'src/cli/main.ts', supervise: 'src/cli/supervise-main.ts' },
    chunkNames: 'chunks/[name]-[hash]',
  }),
  // The start path alone, so that it is one file to load.
  build({ ...shared, entryPoints: { run: 'src/cli/run-entry.ts' }, chunkNames: 'run/[name]-[hash]' }),
]);
writeFileSync('dist/THIRD-PARTY-LICENSES.txt', licences(results.map(({ metafile }) => metafile)));
const { status } = spawnSync('npx', ['--no-install', 'tsc', '-p', 'tsconfig.build.json'], { stdio: 'inherit' });
if (status !== 0) process.exit(status ?? 1);
writeFileSync(stampFile, stamp);

/** One hash over everything that the bundle is made from. */
function sourceHash() {
  const hash = createHash('sha256');
  for (const file of [
    'package.json',
    'package-lock.json',
    'scripts/build.mjs',
    'tsconfig.json',
    'tsconfig.build.json',
  ]) {
    if (existsSync(file)) hash.update(readFileSync(file));
  }
  const sources = readdirSync('src', { recursive: true }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  for (const name of sources.sort()) hash.update(name).update(readFileSync(`src/${name}`));
  return hash.digest('hex');
}

/** The licences of the packages that went into the bundle. */
function licences(metafiles) {
  const packages = new Set();
  for (const path of metafiles.flatMap(({ inputs }) => Object.keys(inputs))) {
    const found = /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path);
    if (found) packages.add(found[1]);
  }
  return [...packages]
    .sort()
    .map((name) => {
      const { version: of, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'));
      const file = readdirSync(`node_modules/${name}`).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file ? readFileSync(`node_modules/${name}/${file}`, 'utf8') : '';
      return `${name} ${of} (${license})\n\n${text.trim()}\n`;
    })
    .join(`\n${'-'.repeat(72)}\n\n`);
}
