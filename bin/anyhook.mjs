#!/usr/bin/env node
// `run` is paid for at every tool call: it has a bundle of its own without parsers, and CommonJS starts faster.
import { createRequire } from 'node:module';

const [command, ...rest] = process.argv.slice(2);
if (command === 'run' && !rest.includes('--help') && !rest.includes('-h')) {
  await createRequire(import.meta.url)('./start.cjs')
    .load()
    .exports.start(rest);
} else {
  const { start } = await import('../dist/cli.js');
  await start(process.argv.slice(2));
}
