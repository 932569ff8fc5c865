// Loads the start path with the machine code that the build left beside it; V8 refuses it when it is not its own.
const Module = require('node:module');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');
const { Script } = require('node:vm');

const folder = join(__dirname, '..', 'dist', 'run');
const file = join(folder, 'run.cjs');
const cacheFile = join(folder, 'run.cache');

/** The module and, for the build, the script it was compiled from. */
exports.load = () => {
  const cachedData = existsSync(cacheFile) ? readFileSync(cacheFile) : undefined;
  const script = new Script(Module.wrap(readFileSync(file, 'utf8')), { filename: file, cachedData });
  const module = new Module(file);
  module.filename = file;
  // The lazily loaded parts ask for this file by name and must get this very module.
  require.cache[file] = module;
  script.runInThisContext().call(module.exports, module.exports, Module.createRequire(file), module, file, folder);
  return { exports: module.exports, script };
};
