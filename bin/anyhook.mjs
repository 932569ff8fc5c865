#!/usr/bin/env node
// `run` is paid for at every tool call: it is one CommonJS file without parsers, loaded with the machine code that the
// build left beside it (V8 refuses code that is not its own).
import Module, { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const [command, ...rest] = process.argv.slice(2);
if (command === 'run' && !rest.includes('--help') && !rest.includes('-h')) {
  await startPath().start(rest);
} else if (command === 'run-hook' && !rest.includes('--help') && !rest.includes('-h')) {
  const { start } = await import('../dist/run-hook.js');
  await start(rest);
} else {
  const { start } = await import('../dist/cli.js');
  await start(process.argv.slice(2));
}

function startPath() {
  // Required, not imported: importing node:fs costs milliseconds.
  const filename = fileURLToPath(new URL('../dist/run/run.cjs', import.meta.url));
  const require = createRequire(filename);
  const { existsSync, readFileSync } = require('node:fs');
  const { Script } = require('node:vm');
  const folder = filename.slice(0, -'/run.cjs'.length);
  const cachedData = existsSync(`${folder}/run.cache`) ? readFileSync(`${folder}/run.cache`) : undefined;
  const script = new Script(Module.wrap(readFileSync(filename, 'utf8')), { filename, cachedData });
  const module = new Module(filename);
  module.filename = filename;
  // The lazily loaded parts ask for this file by name and must get this very module.
  require.cache[filename] = module;
  script.runInThisContext().call(module.exports, module.exports, require, module, filename, folder);
  return module.exports;
}
