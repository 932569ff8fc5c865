// Runs the start path of the given folder once, as packages/anyhook/bin/anyhook.cjs loads it, and stores the compiled code of the given
// parts (default: the start path itself).
const Module = require('node:module');
const { readFileSync, writeFileSync } = require('node:fs');
const { resolve } = require('node:path');
const { Script } = require('node:vm');

const folder = resolve(process.argv[2]);
const kept = process.argv.length > 3 ? process.argv.slice(3) : ['run'];
const requireFile = Module.createRequire(`${folder}/run.cjs`);
const scripts = new Map();
run('run')
  .runEntry(['--host', 'flow'])
  .then(() => {
    for (const part of kept) {
      const script = scripts.get(part);
      if (script) writeFileSync(`${folder}/${part}.cache`, script.createCachedData());
    }
    process.exit(0);
  });

function run(part) {
  const filename = `${folder}/${part}.cjs`;
  const text = readFileSync(filename, 'latin1');
  // The build has wrapped the start path already.
  const script = new Script(part === 'run' ? text : Module.wrap(text), { filename });
  scripts.set(part, script);
  const module_ = new Module(filename);
  module_.filename = filename;
  require.cache[filename] = module_;
  const args = [module_.exports, Object.assign(requirePart, requireFile), module_, filename, folder];
  script.runInThisContext().call(module_.exports, ...args);
  return module_.exports;
}

function requirePart(name) {
  const [, part] = /^\.\/([\w-]+)\.cjs$/.exec(name) ?? [];
  if (part === undefined) return requireFile(name);
  return require.cache[`${folder}/${part}.cjs`]?.exports ?? run(part);
}
