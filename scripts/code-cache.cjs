// Runs the start path of the given folder once, as bin/anyhook.cjs loads it, and stores the compiled code.
const Module = require('node:module');
const { readFileSync, writeFileSync } = require('node:fs');
const { resolve } = require('node:path');
const { Script } = require('node:vm');

const folder = resolve(process.argv[2]);
const filename = `${folder}/run.cjs`;
const script = new Script(Module.wrap(readFileSync(filename, 'latin1')), { filename });
const module_ = new Module(filename);
module_.filename = filename;
require.cache[filename] = module_;
const args = [module_.exports, Module.createRequire(filename), module_, filename, folder];
script.runInThisContext().call(module_.exports, ...args);
module_.exports.runEntry(['--host', 'flow']).then(() => {
  writeFileSync(`${folder}/run.cache`, script.createCachedData());
  process.exit(0);
});
