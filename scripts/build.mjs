import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { basename, join, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { packageNames, product, throughDoors } from './doors.mjs';
import { lazyParts } from './lazy-parts.mjs';
import { licences } from './licences.mjs';
import { keepMachineCode } from './machine-code.mjs';
import { makeSources } from './make-sources.mjs';
import { writeTypes } from './types.mjs';

process.chdir(resolve(import.meta.dirname, '..'));
makeSources();
const productFolder = `packages/${product}`;
const { version, exports: published } = JSON.parse(readFileSync(`${productFolder}/package.json`, 'utf8'));
/** The folders of our sources, by the name of the part. */
const sourceFolders = {
  '': `${productFolder}/src`,
  ...Object.fromEntries(packageNames.map((name) => [name, `packages/${name}/src`])),
};
/** Data that the program reads or copies, with its folder in dist/. */
const dataFolders = {
  'clients/c': 'clients/c',
  'clients/perl': 'clients/perl',
  'clients/python/anyhook': 'clients/python/anyhook',
  'clients/windows': 'clients/windows',
  'examples/hooks': 'examples/hooks',
  'examples/sample-project': 'examples/sample-project',
  'packages/guard/src/packs': 'packs',
};
/** The folder of the guard's packs also contains code. */
const isOurSource = (path) => /\/packs\/.*\.ts$/.test(path);
const dist = `${productFolder}/dist`;
const stampFile = `${dist}/.stamp`;
const stamp = `${process.version} ${sourceHash()}`;
if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) process.exit(0);

// Built next to the old one and swapped in at the end, so that a program started meanwhile finds a complete build.
const out = `.cache/dist-${process.pid}`;
process.on('exit', () => rmSync(out, { recursive: true, force: true }));
const options = {
  platform: 'node',
  // OpenTelemetry: users install it if they need it. libsql: has a binary for each system. Both are imported lazily.
  external: /^(?:@opentelemetry\/|libsql$)/,
  // jsonc-parser's CommonJS build cannot be bundled, its ES modules can.
  resolve: { mainFields: ['module', 'main'] },
  transform: { target: 'node20', define: { __VERSION__: JSON.stringify(`${version}+${stamp.slice(-8)}`) } },
};
/** Imports of our packages in bundles refer to the files behind the doors. */
const behindDoors = {
  name: 'behind-doors',
  transform: {
    filter: { code: '@anyhook/' },
    handler: (code) => throughDoors(code, (file) => resolve(file).replace(/ts$/, 'js')),
  },
};
/** Code that answers one event has no library, and no rows of features for commands or the resident engine only. */
const withoutCommands = {
  name: 'without-commands',
  transform: {
    filter: { id: /\/features?\.ts$/ },
    handler: (code) =>
      code
        .replace(/\(\) => import\('\.\/(?:at-terminal|runtime\/runtime-socket)\.js'\)/g, 'undefined')
        .replace(/^export \{[^}]*\} from .*$/gm, ''),
  },
};
const main = await bundle(
  {
    index: `${productFolder}/src/library.ts`,
    cli: `${productFolder}/src/cli/main.ts`,
    testing: 'packages/flow/src/testing/index.ts',
    supervise: `${productFolder}/src/cli/entries/supervise.ts`,
    send: `${productFolder}/src/cli/entries/send.ts`,
    resident: `${productFolder}/src/cli/entries/resident.ts`,
    journal: `${productFolder}/src/cli/entries/journal.ts`,
    serve: `${productFolder}/src/cli/entries/serve.ts`,
    ui: `${productFolder}/src/cli/entries/ui.ts`,
    ...entriesOfPackages(),
  },
  {
    dir: out,
    format: 'esm',
    chunkFileNames: 'chunks/[name]-[hash].js',
  },
);
// The start path: one file that loads the rest when it needs it.
const parts = lazyParts();
const atOnce = new Set();
const sharedByCodecs = new Set();
const ofLanguages = new Set();
const ofPrograms = new Set();
const start = await bundle(
  { run: `${productFolder}/src/cli/entries/run.ts`, ...partEntries(parts) },
  {
    dir: `${out}/run`,
    format: 'cjs',
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
    // The guard in one file, whichever builtins use it, and one file each for the reader of languages, for code shared
    // by programs, and for code shared by codecs; code shared with the start path stays there.
    codeSplitting: {
      groups: [
        {
          name: 'guard',
          test: (id) => atOnce.has(id) && /\/packages\/guard\/(?:src|\.cache)\/|\/node_modules\/unbash\//.test(id),
        },
        { name: 'guard-language', test: (id) => ofLanguages.has(id) },
        { name: 'guard-kit', test: (id) => ofPrograms.has(id) },
        { name: 'guarded-paths', test: /\/self-protection\/(?:guarded-\w+|word-effects|plain-input)\.ts$/ },
        { name: 'codecs', test: (id) => sharedByCodecs.has(id) },
      ],
      includeDependenciesRecursively: false,
    },
  },
  [withoutCommands, loadLazily(parts, { atOnce, ofLanguages, ofPrograms, sharedByCodecs })],
);
inlineParts(start, `${out}/run`);
const guardParts = writeAscii(start, `${out}/run`);
// The client of the resident engine; the start path decides events that the engine did not answer.
const client = await bundle(
  { client: `${productFolder}/src/cli/entries/client.ts` },
  { file: `${out}/run/client.cjs`, format: 'cjs' },
  [withoutCommands],
);
// The policies as separate files, which adapters load with require().
const policies = ['config-protection', 'quality-gate', 'stop-goal-fit', 'workflow-steering'];
for (const name of policies) {
  await bundlePolicy(name);
}
// The adapters: one file each, which loads no part of the engine or of another adapter.
const adapters = Object.values(published).flatMap(
  ({ default: file }) => /^\.\/dist\/frameworks\/(.+)\.js$/.exec(file)?.slice(1) ?? [],
);
for (const name of adapters) {
  await bundle(
    { [name]: `packages/frameworks/src/${name}.ts` },
    { file: `${out}/frameworks/${name}.js`, format: 'esm' },
  );
}
await writePlugins();
const page = await writePage();
writeFileSync(
  `${out}/THIRD-PARTY-LICENSES.txt`,
  licences([...main, ...start, ...client, ...page].flatMap((file) => file.moduleIds)),
);
for (const [from, to] of Object.entries(dataFolders))
  cpSync(from, `${out}/${to}`, { recursive: true, filter: (path) => !isOurSource(path) });
keepMachineCode(out, guardParts);
const publishedTypes = Object.values(published).flatMap(
  ({ types }) => /^\.\/dist\/types\/(.+)$/.exec(types)?.slice(1) ?? [],
);
writeTypes({
  config: 'tsconfig.build.json',
  folder: `${out}/types`,
  entries: ['packages/flow/src/contract.d.ts', ...publishedTypes],
});
writePolicyTypes();
writeFileSync(`${out}/.stamp`, stamp);
putInPlace();

/** Replaces the old build with the new one atomically. */
function putInPlace() {
  const old = `${out}-old`;
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(out, dist);
  rmSync(old, { recursive: true, force: true });
}

/** Writes a bundle; returns its files. */
async function bundle(input, output, plugins = []) {
  const build = await rolldown({
    ...options,
    input,
    plugins: [behindDoors, ...plugins],
    preserveEntrySignatures: 'allow-extension',
  });
  const { output: files } = await build.write({ minify: true, ...output });
  await build.close();
  return files.filter((file) => file.type === 'chunk');
}

/** Processes that packages start by name: `packages/<name>/src/entries/`. */
function entriesOfPackages() {
  const folders = packageNames.map((name) => `packages/${name}/src/entries`).filter((folder) => existsSync(folder));
  const files = folders.flatMap((folder) => readdirSync(folder).map((name) => `${folder}/${name}`));
  return Object.fromEntries(files.map((file) => [basename(file, '.ts'), file]));
}

/** The entries of each part: its module, or all of them, if it has several. */
function partEntries(parts) {
  return Object.fromEntries(
    [...parts].map(([name, files]) => [name, files.length === 1 ? resolve(files[0]) : `part:${name}`]),
  );
}

/**
 * Importers outside a part of scripts/lazy-parts.mjs get functions that load the part at the first call: `require` is
 * synchronous, so callers need not wait. Modules of the guard that all calls load go into `atOnce`, those that every
 * text of another language needs into `ofLanguages`, those that several programs use but not all calls need into
 * `ofPrograms`, and those that several codecs use but the start path does not into `sharedByCodecs`.
 */
function loadLazily(parts, { atOnce, ofLanguages, ofPrograms, sharedByCodecs }) {
  const partOf = new Map([...parts].flatMap(([name, files]) => files.map((file) => [resolve(file), name])));
  const entries = new Map(Object.entries(partEntries(parts)).map(([name, entry]) => [entry, name]));
  const mark = '?lazy';
  const smallModule = 5_000;
  const names = [...new Set([...partOf.keys()].map((file) => basename(file).replace(/\.[jt]s$/, '')))];
  return {
    name: 'load-lazily',
    resolveId: {
      filter: { id: new RegExp(`^part:|(?:^|/)(?:${names.join('|')})\\.js$|^\\./[\\w-]+\\.cjs$`) },
      async handler(source, importer, options) {
        if (source.startsWith('part:')) return source;
        if (source.endsWith('.cjs')) return { id: source, external: true };
        if (importer === undefined) return null;
        const { id } = await this.resolve(source, importer, { ...options, skipSelf: true });
        const part = partOf.get(id);
        const isInside = (partOf.get(importer) ?? entries.get(importer)) === part;
        return part === undefined || isInside ? null : id + mark;
      },
    },
    load: {
      filter: { id: /^part:|\?lazy$/ },
      async handler(id) {
        const part = entries.get(id);
        if (part !== undefined)
          return parts
            .get(part)
            .map((file) => `export * from ${JSON.stringify(resolve(file))};`)
            .join('\n');
        const file = id.slice(0, -mark.length);
        const { exports } = await this.load({ id: file });
        return [
          `let loaded; const part = () => (loaded ??= require("./${partOf.get(file)}.cjs"));`,
          ...exports.map((name) => `export const ${name} = (...given) => part().${name}(...given);`),
        ].join('\n');
      },
    },
    buildEnd() {
      const reachedFrom = (id, isLazyCounted = true) => {
        const reached = new Set([id]);
        for (const one of reached) {
          const { importedIds = [], dynamicallyImportedIds = [] } = this.getModuleInfo(one) ?? {};
          for (const next of [...importedIds, ...(isLazyCounted ? dynamicallyImportedIds : [])]) reached.add(next);
        }
        return [...reached];
      };
      const start = resolve(`${productFolder}/src/cli/entries/run.ts`);
      const isGuard = (file) => file.includes('/packages/guard/');
      const entriesOf = (isOne) => [...entries].flatMap(([entry, name]) => (isOne.test(name) ? [entry] : []));
      const inSeveral = (files, isLazyCounted) => {
        const ofParts = files.flatMap((file) => reachedFrom(file, isLazyCounted));
        return ofParts.filter((one, at) => ofParts.indexOf(one) < at);
      };
      for (const id of reachedFrom(start)) atOnce.add(id);
      for (const id of reachedFrom(resolve('packages/guard/src/code/run-language.ts')))
        if (/\/packages\/guard\/(?:src|\.cache)\/code\//.test(id) && !id.endsWith(mark) && !atOnce.has(id))
          ofLanguages.add(id);
      // Small code that several parts share: a separate file would cost more than always loading it.
      for (const id of inSeveral(entriesOf(/^guard-/), true))
        if ((this.getModuleInfo(id)?.code?.length ?? 0) < smallModule && !ofLanguages.has(id)) atOnce.add(id);
      // Except for code that needs the kit of programs: that is loaded with the first program that has code.
      const kit = resolve('packages/guard/src/programs/kit.ts');
      ofPrograms.add(kit);
      for (const id of atOnce) if (isGuard(id) && reachedFrom(id, false).includes(kit)) ofPrograms.add(id);
      for (const id of ofPrograms) atOnce.delete(id);
      const ofStart = new Set(reachedFrom(start, false));
      for (const id of inSeveral(entriesOf(/^(?:agents|formats)-/), false))
        if (!ofStart.has(id)) sharedByCodecs.add(id);
    },
  };
}

/** One policy of the engine contract as a file that exports `run`. */
async function bundlePolicy(name) {
  const contract = resolve('packages/flow/src');
  const constant = `${name.replace(/-(.)/g, (_, letter) => letter.toUpperCase())}Policy`;
  const text = [
    `import { ${constant} } from ${JSON.stringify(`${contract}/policies.ts`)};`,
    `import { createPolicyRun } from ${JSON.stringify(`${contract}/policy.ts`)};`,
    `export const run = createPolicyRun(${constant});`,
  ].join('\n');
  const features = resolve(`${productFolder}/src/features.ts`);
  const entry = {
    name: 'policy-entry',
    resolveId: (id) => (id === `policy:${name}` ? id : null),
    // A policy is one file for adapters and needs no other feature.
    load: (id) => (id === `policy:${name}` ? text : id === features ? 'export const features = [];' : null),
  };
  await bundle({ [name]: `policy:${name}` }, { file: `${out}/policies/${name}.cjs`, format: 'cjs' }, [entry]);
}

/**
 * Inlines the parts that the start path always needs: each extra file costs half a millisecond. Parts that are
 * loaded later import them by name and must get the same modules, so they stay in the module cache.
 */
function inlineParts(files, folder) {
  const entry = files.find((file) => file.name === 'run');
  const inlined = importedBy(entry, files);
  const text = inlined.reduce((whole, { fileName, code }) => {
    // Next to the entry, with the separator of the system that runs it.
    const cached = `require.cache[__filename.slice(0,-"${entry.fileName}".length)+"${fileName}"]={exports:m.exports,loaded:true}`;
    const module = `(()=>{const m={exports:{}};${cached};((exports,module)=>{${code}\n})(m.exports,m);return m.exports})()`;
    return whole.replace(`require("./${fileName}")`, () => module);
  }, entry.code);
  // Wrapped as a CommonJS function now, because wrapping at start would copy it.
  writeFileSync(join(folder, entry.fileName), Module.wrap(plain(text)));
}

/**
 * The files that an entry needs at once, each after those that import it: its first `require` in the text runs first.
 */
function importedBy(entry, files) {
  const ordered = [];
  const seen = new Set();
  const visit = (file) => {
    seen.add(file);
    for (const one of files) if (file.imports.includes(one.fileName) && !seen.has(one)) visit(one);
    ordered.unshift(file);
  };
  visit(entry);
  return ordered.slice(1);
}

/**
 * Rewrites the parts of the start path, which packages/anyhook/bin/anyhook.cjs reads as ASCII. Returns the names of
 * parts whose machine code is stored: the guard and its users. Codecs are too small for that.
 */
function writeAscii(files, folder) {
  const guard = files.find((file) => file.name === 'guard');
  const isOfGuard = (file) =>
    file === guard || (file.isEntry && file.name.startsWith('guard-')) || file.imports.includes(guard.fileName);
  const others = files.filter((file) => file.name !== 'run' && existsSync(join(folder, file.fileName)));
  for (const { fileName, code } of others) writeFileSync(join(folder, fileName), plain(code));
  return others.filter(isOfGuard).map(({ fileName }) => fileName.slice(0, -'.cjs'.length));
}

/** Converts the program to ASCII, which loads faster and needs half the memory. */
function plain(code) {
  return code.replace(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** The page of `anyhook ui`: one script and one style sheet, for browsers. */
async function writePage() {
  const build = await rolldown({
    input: `${productFolder}/page/page.tsx`,
    platform: 'browser',
    tsconfig: `${productFolder}/page/tsconfig.json`,
    plugins: [behindDoors],
    transform: { target: 'es2022' },
  });
  const { output } = await build.write({ file: `${out}/ui/page.js`, format: 'esm', minify: true });
  await build.close();
  // One line per rule is enough: only whitespace and comments are removed.
  const style = readFileSync(`${productFolder}/page/page.css`, 'utf8')
    .replace(/\/\*[^*]*\*\//g, '')
    .replace(/\s*\n\s*/g, '\n')
    .trim();
  writeFileSync(`${out}/ui/page.css`, style);
  return output.filter((file) => file.type === 'chunk');
}

/** The plugins that `init` installs into agents: one readable file each, with all our imports inlined. */
async function writePlugins() {
  mkdirSync(`${out}/plugins`);
  const agents = readdirSync(`${productFolder}/src/agents`).filter((agent) =>
    existsSync(`${productFolder}/src/agents/${agent}/plugin.ts`),
  );
  for (const agent of agents) {
    const source = `${productFolder}/src/agents/${agent}/plugin.ts`;
    const build = await rolldown({ ...options, input: source, plugins: [behindDoors] });
    const { output } = await build.generate({ format: 'esm', minify: false });
    await build.close();
    writeFileSync(`${out}/plugins/${agent}.ts`, pluginText(readFileSync(source, 'utf8'), output[0].code));
  }
}

/** Restores what bundling removed: the header comment, the line that `init` fills in, and the types. */
function pluginText(source, code) {
  const [top] = /^(?:\/[/*].*\n)+/.exec(source);
  const [line] = /^const connection: Connection = .*;$/m.exec(source);
  const bundled = /^const connection = \{[\s\S]*?^\};$/m;
  if (!bundled.test(code)) throw new Error('the bundle of a plugin has no "const connection = {…};"');
  return `${top}// @ts-nocheck\n${code.replace(bundled, line.replace(': Connection', ''))}`;
}

/** Types of CommonJS files have their own file extension. */
function writePolicyTypes() {
  writeFileSync(`${out}/policies/contract.d.cts`, readFileSync(`${out}/types/packages/flow/src/contract.d.ts`));
  const text = [
    "import type { Run } from './contract.cjs';",
    "export type { Run, RunOptions, Structured } from './contract.cjs';",
    'export declare const run: Run;',
    '',
  ].join('\n');
  for (const name of policies) writeFileSync(`${out}/policies/${name}.d.cts`, text);
}

/** One hash of all inputs of the bundle. */
function sourceHash() {
  const hash = createHash('sha256');
  for (const file of [
    'package.json',
    'package-lock.json',
    'e2e/versions.json',
    `${productFolder}/package.json`,
    'scripts/build.mjs',
    'scripts/data-sources.mjs',
    'scripts/doors.mjs',
    'scripts/lazy-parts.mjs',
    'scripts/licences.mjs',
    'scripts/machine-code.mjs',
    'scripts/make-sources.mjs',
    'scripts/pack-tables.ts',
    'scripts/types.mjs',
    'tsconfig.json',
    'tsconfig.build.json',
  ]) {
    if (existsSync(file)) hash.update(readFileSync(file));
  }
  const sources = Object.values(sourceFolders).flatMap((folder) =>
    readdirSync(folder, { recursive: true })
      .filter((name) => /(?<!\.test)\.ts$|\.yaml$/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  const data = Object.keys(dataFolders).flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => !isOurSource(path)),
  );
  for (const name of [...sources, ...data].sort()) hash.update(name).update(readFileSync(name));
  for (const name of readdirSync(`${productFolder}/page`).sort())
    hash.update(name).update(readFileSync(`${productFolder}/page/${name}`));
  return hash.digest('hex');
}
