// The waiting part of a prestarted interpreter: Node loads it before the main module. It reads one message from
// descriptor 3, sets up the process as a plain start would, confirms that with one byte, and lets Node run its main.
'use strict';
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');
const { isMainThread } = require('node:worker_threads');

const channel = 3;

// Worker threads of the hook also load this file.
if (isMainThread) wait();
delete require.cache[__filename];

function wait() {
  write('r');
  const size = read(4).readUInt32BE(0);
  const words = read(size).toString('utf8').split('\0');
  const [cwd, count] = words;
  const [file, ...args] = words.slice(2, 2 + Number(count));
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const entry of words.slice(2 + Number(count), -1)) {
    const at = entry.indexOf('=');
    process.env[entry.slice(0, at)] = entry.slice(at + 1);
  }
  try {
    process.chdir(cwd);
  } catch {
    process.reallyExit(1);
  }
  const main = path.resolve(file);
  process.argv.length = 1;
  process.argv.push(main, ...args);
  // HOME and NODE_PATH are read here.
  Module._initPaths();
  startWith(main);
  write('a');
  fs.closeSync(channel);
}

/** Notifies the engine that this process waits (r) or that the hook starts (a). */
function write(byte) {
  try {
    fs.writeSync(channel, byte);
  } catch {
    // The engine is gone, so nothing waits for the hook.
    process.reallyExit(1);
  }
}

/** Node reads `Module.runMain` once, after all preloads: it gets the hook instead of the placeholder argument. */
function startWith(main) {
  const own = Object.getOwnPropertyDescriptor(Module, 'runMain');
  Object.defineProperty(Module, 'runMain', {
    configurable: true,
    enumerable: own.enumerable,
    get() {
      Object.defineProperty(Module, 'runMain', own);
      return own.value.bind(Module, main);
    },
  });
}

/** Reads this many bytes of the message; ends the process if the engine is gone. */
function read(size) {
  const bytes = Buffer.alloc(size);
  for (let at = 0; at < size; ) {
    const got = readSome(bytes, at);
    if (got === 0) process.reallyExit(0);
    at += got;
  }
  return bytes;
}

function readSome(bytes, at) {
  try {
    return fs.readSync(channel, bytes, at, bytes.length - at, null);
  } catch {
    return 0;
  }
}
