// Runs the start path once and keeps the machine code of everything that ran, for bin/start.cjs.
const { writeFileSync } = require('node:fs');
const { exports: run, script } = require('../bin/start.cjs').load();

run.runEntry(['--host', 'flow']).then(() => {
  writeFileSync(`${__dirname}/../dist/run/run.cache`, script.createCachedData());
  process.exit(0);
});
