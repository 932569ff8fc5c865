#!/usr/bin/env node
// Every tool call pays for `run`: it is one CommonJS file without parsers, loaded with the machine code that the build
// stored next to it (V8 rejects code of other builds). This file is CommonJS because Node's loader of ES modules takes
// five milliseconds.
const Module = require('node:module');
const { isAbsolute } = require('node:path');

const [command, ...rest] = typedCommand(process.argv.slice(2));
giveVariablesBack();
void main();

/** The command and its arguments. Two commands of a group have their own entry under both spellings. */
function typedCommand([first, second, ...more]) {
  const oldName = { 'engine start': 'up', 'flow run-hook': 'run-hook' }[`${first} ${second}`];
  return oldName ? [oldName, ...more] : [first, ...(second === undefined ? [] : [second, ...more])];
}

/**
 * A launcher that cannot pass the agent's variables as data hides those that change how Node.js starts; this restores
 * them, so that hooks get them as the agent set them. Earlier launchers used the first name.
 */
function giveVariablesBack() {
  for (const [name, value] of Object.entries(process.env)) {
    const [, given] = /^ANYHOOK_(?:AGENT_(\w+)|NODE_OPTIONS)$/.exec(name) ?? [name, false];
    if (given === false) continue;
    process.env[given ?? 'NODE_OPTIONS'] = value;
    delete process.env[name];
  }
}

async function main() {
  if (command === 'decide') {
    // For a waiting client: one frame of the engine's protocol in, one out.
    await load().decide(rest);
  } else if (command === 'run' && !rest.includes('--help') && !rest.includes('-h')) {
    const { args, asksEngine, ...options } = launcherOptions(rest);
    // As a client of the resident engine; events that it does not answer are decided here.
    const asked = asksEngine ? await askEngine(args, options) : { args };
    await load().start(asked.args, { ...options, read: asked.read });
  } else if (command === 'run-hook' && !rest.includes('--help') && !rest.includes('-h')) {
    const { start } = await import('../dist/run-hook.js');
    await start(rest);
  } else if (command === 'up' && rest.includes('--foreground') && !rest.includes('--help')) {
    // Without the code of the command line, because this process keeps running.
    const { start } = await import('../dist/resident.js');
    await start(rest);
  } else if (command === 'serve' && !rest.includes('--help') && !rest.includes('-h')) {
    const { start } = await import('../dist/serve.js');
    await start(rest);
  } else if (command === 'mcp' && !rest.includes('--help') && !rest.includes('-h')) {
    const { start } = await import('../dist/mcp.js');
    await start(rest);
  } else if (command === 'ui' && !rest.includes('--help') && !rest.includes('-h')) {
    const { start } = await import('../dist/ui.js');
    await start(rest);
  } else {
    const { start } = await import('../dist/cli.js');
    await start(process.argv.slice(2));
  }
}

/** The launcher's leading arguments: ask the engine first, sign the exit code, where the agent's environment is. */
function launcherOptions(words) {
  const args = [...words];
  const take = (name) => args[0] === name && args.shift() !== undefined;
  const asksEngine = take('--resident');
  const isSigned = take('--signed');
  return { asksEngine, isSigned, env: take('--environment') ? environmentIn(args.shift()) : undefined, args };
}

/** Variables as Linux stores them for a process: `NAME=value`, each ended by NUL. */
function environmentIn(file) {
  const words = require('node:fs').readFileSync(file, 'utf8').split('\0');
  const pairs = words.map((word) => /^([^=]+)=(.*)$/s.exec(word)).filter(Boolean);
  // The first of equal names wins, as in getenv.
  return Object.fromEntries(pairs.reverse().map(([, name, value]) => [name, value]));
}

async function askEngine(args, options) {
  try {
    return await require('../dist/run/client.cjs').ask(args, __filename, options);
  } catch {
    return { args };
  }
}

/** An agent may take an error for a refusal, so a broken installation must not end with one. */
function load() {
  try {
    return startPath();
  } catch (error) {
    return { start: (_, { isSigned, read }) => damaged(error, isSigned, read), decide: () => damaged(error, true) };
  }
}

function damaged({ message }, isAwaited, read) {
  if (isAwaited) {
    process.stderr.write(`anyhook: this installation is damaged, install it again (${message})\n`);
    process.exitCode = 1;
    return;
  }
  const { readFileSync } = require('node:fs');
  const { ANYHOOK_FAIL_CLOSED } = process.env;
  // Values that "init" fixed win, as in packages/core/src/fixed-variables.ts.
  const isFixed = (word, name) => word.startsWith(`${name}=`) && isAbsolute(word.slice(name.length + 1));
  const fixed = (name) => rest.find((word) => isFixed(word, name))?.slice(name.length + 1);
  const home = fixed('HOME') || namedHome() || require('node:os').userInfo().homedir;
  const managed = process.platform === 'win32' ? 'C:\\ProgramData\\anyhook\\config.yaml' : '/etc/anyhook/config.yaml';
  const configHome = fixed('XDG_CONFIG_HOME') || (!fixed('HOME') && process.env.XDG_CONFIG_HOME) || `${home}/.config`;
  const files = [`${configHome}/anyhook/config.yaml`, fixed('ANYHOOK_MANAGED_CONFIG') || managed];
  const asks = (file) => {
    try {
      return /^failClosed:\s*true\b/m.test(readFileSync(file, 'utf8'));
    } catch {
      return false;
    }
  };
  const isClosed = ANYHOOK_FAIL_CLOSED === '1' || files.some(asks);
  const isCall = !isClosed && sendsCall(read);
  const means = isClosed
    ? 'blocked, because failClosed is set'
    : isCall
      ? 'blocked, because no hook has checked this'
      : 'the agent continues without hooks';
  process.stderr.write(`anyhook: this installation is damaged, install it again (${message}); ${means}\n`);
  process.exitCode = isClosed || isCall ? 2 : 0;
}

/** An empty or relative path would be a folder of the project. */
function namedHome() {
  return [process.env.HOME, process.env.USERPROFILE].find((path) => path && isAbsolute(path));
}

/** Is this an event before a call or a prompt, by the entry or by a value of the payload? As in packages/core/src/event.ts. */
function sendsCall(read) {
  const actionName =
    /^(?:pre_?tool_?use|before_?tool|before(?:shell|mcp)execution|before(?:tab)?(?:readfile|fileread)|before_?(?:agent|submitprompt)|pre_(?:run_command|(?:read|write)_code|user_prompt)|pre_mcp_tool_use|tool(?:\.execute)?\.before|tool_(?:call|guard|input_transform)|user_?prompt_?submit(?:ted)?|user_(?:steering_messages|followup)_submit|prompt\.submit|chat\.message|subagent_?start|subagent\.start|task\.create|input)$/i;
  const named = rest.flatMap((word, at) =>
    word === '--event' ? [rest[at + 1] ?? ''] : [/^--event=(.*)/s.exec(word)?.[1] ?? ''],
  );
  if (named.some((name) => actionName.test(name))) return true;
  let text = '';
  try {
    text = (read ? read.bytes : require('node:fs').readFileSync(0)).toString('utf8');
  } catch {
    // No payload.
  }
  for (const [, name] of text.matchAll(/:\s{0,20}"([\w.]{1,40})"/g)) if (actionName.test(name)) return true;
  return false;
}

function startPath() {
  const { readFileSync } = require('node:fs');
  const { Script } = require('node:vm');
  const { join } = require('node:path');
  const folder = join(__dirname, '..', 'dist', 'run');
  // Node's own loader must find the modules below under the same names, so use the separator of the system.
  const fileOf = (part, ending = 'cjs') => join(folder, `${part}.${ending}`);
  const requireFile = Module.createRequire(fileOf('run'));
  return run('run', readPart('run'), machineCode('run'));

  /** A part of the program. Parts that are too large to compile at every start have their machine code next to them. */
  function requirePart(name) {
    const [, part] = /^\.\/([\w-]+)\.cjs$/.exec(name) ?? [];
    if (!part) return requireFile(name);
    const loaded = require.cache[fileOf(part)];
    if (loaded) return loaded.exports;
    const text = readPart(part);
    const cachedData = machineCode(part);
    // A script cannot import ES modules, such as hooks of the user; a module of Node's own loader can.
    return cachedData || !text.includes('import(') ? run(part, Module.wrap(text), cachedData) : requireFile(name);
  }

  function readPart(part) {
    return readFileSync(fileOf(part), 'latin1');
  }

  function run(part, text, cachedData) {
    const filename = fileOf(part);
    const script = new Script(text, { filename, cachedData });
    const module = new Module(filename);
    module.filename = filename;
    // The lazily loaded parts load this file by name and must get this module.
    require.cache[filename] = module;
    const requireHere = Object.assign(requirePart, requireFile);
    script.runInThisContext().call(module.exports, module.exports, requireHere, module, filename, folder);
    return module.exports;
  }

  function machineCode(part) {
    try {
      return readFileSync(fileOf(part, 'cache'));
    } catch {
      return undefined;
    }
  }
}
