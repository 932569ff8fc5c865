#!/usr/bin/env node
// `run` is paid for at every tool call, so it has a bundle of its own without parsers.
const [command, ...rest] = process.argv.slice(2);
const fast = command === 'run' && !rest.includes('--help') && !rest.includes('-h');
const { start } = await import(fast ? '../dist/run.js' : '../dist/cli.js');
await start(fast ? rest : process.argv.slice(2));
