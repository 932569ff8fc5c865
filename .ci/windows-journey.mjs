// What a person does first on Windows, with a Windows Node: write hooks, connect five agents, let their entries answer, look, take it
// back. `.ci/windows journey` runs it in a terminal: windows-journey.mjs <file for the results> <folder with the sample project>.
// Exits with 1 and says what differs.
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { askClient, installedClient, shellPayload } from './windows-journey-client.mjs';
import { hooksOfEachEnding, leavesNothingBehind, lockFiles, moduleDenies } from './windows-journey-hooks.mjs';

const [results, samples] = process.argv.slice(2);
const anyhook = join(
  import.meta.dirname ?? dirname(process.argv[1]),
  '..',
  'packages',
  'anyhook',
  'bin',
  'anyhook.cjs',
);
// Below the profile: the state folder counts as private only there.
const home = mkdtempSync(join(homedir(), 'anyhook-journey-'));
const project = join(home, 'project');
const state = join(home, '.local', 'state', 'anyhook');
const env = { ...process.env, HOME: home, USERPROFILE: homedir() };
const cmd = 'C:\\Windows\\System32\\cmd.exe';
const problems = [];
// The terminal would break long lines.
const say = (line) => appendFileSync(results, `${line}\n`);
const expect = (isTrue, what, seen = '') => {
  say(`${isTrue ? 'ok  ' : 'NOT '} ${what}${isTrue ? '' : `: ${String(seen).slice(0, 4000)}`}`);
  if (!isTrue) problems.push(what);
};

const runWith = (options, ...args) =>
  spawnSync(process.execPath, [anyhook, ...args], {
    cwd: project,
    env,
    encoding: 'utf8',
    timeout: 120_000,
    ...options,
  });
const run = (...args) => runWith({}, ...args);
/** For commands that a person confirms: this terminal is theirs. */
const runInTerminal = (...args) => runWith({ stdio: 'inherit' }, ...args);
const outputOf = ({ status, stdout, stderr, error }) => `exit ${status} ${error ?? ''}\n${stdout}\n${stderr}`;

const settings = {
  'claude-code': ['.claude/settings.json', '{\r\n  // none\r\n  "model": "x"\r\n}\r\n'.replace('  // none\r\n', '')],
  codex: ['.codex/hooks.json', '{\n  "hooks": {}\n}\n'],
  gemini: ['.gemini/settings.json', '{"theme":"Default","hooks":{"BeforeTool":[]}}'],
  copilot: ['.copilot/config.json', '{ "trusted_folders": [] }\n'],
  cursor: ['.cursor/hooks.json', '{\n\t"version": 1,\n\t"hooks": {}\n}\n'],
};
const codexConfig = join(home, '.codex', 'config.toml');
const trustedFolders = join(home, '.gemini', 'trustedFolders.json');
const hosts = Object.keys(settings);

mkdirSync(project, { recursive: true });
for (const [file, text] of Object.values(settings)) {
  mkdirSync(dirname(join(home, file)), { recursive: true });
  writeFileSync(join(home, file), text);
}
writeFileSync(codexConfig, 'model = "x"\r\n');
writeFileSync(trustedFolders, JSON.stringify({ [project]: 'TRUST_FOLDER' }));
writeFileSync(join(project, 'readme.txt'), 'a file\n');

const journey = { home, env, expect, runWith, outputOf };
try {
  hooksOfEachEnding(journey);
  moduleDenies(journey);
  await leavesNothingBehind(journey);
  lockFiles(journey, samples);

  const init = run('init', '--yes', '--preset', 'shell-guard', '--agent', ...hosts);
  expect(init.status === 0, 'init connects five agents', outputOf(init));
  for (const host of hosts) checkEntry(host);

  const refused = run('init', '--yes', '--agent', 'cline');
  expect(
    refused.status !== 0 && /it is not known how Cline/.test(outputOf(refused)),
    'init refuses what is not done, with words',
    outputOf(refused),
  );

  const shared = run('init', '--yes', '--scope', 'project', '--agent', 'claude-code');
  expect(
    shared.status !== 0 && /use --scope user/.test(outputOf(shared)),
    'init refuses entries of a project, with words',
    outputOf(shared),
  );

  const doctor = run('doctor', '--agent', ...hosts);
  expect(doctor.status === 0, 'doctor finds nothing wrong', outputOf(doctor));
  expect(!/only you can write/.test(doctor.stdout), 'doctor does not claim what it cannot check', doctor.stdout);

  await engine();

  const unseen = run('uninstall', '--yes');
  expect(
    unseen.status !== 0 && /needs a person at a terminal/.test(unseen.stderr),
    'uninstall without a terminal is refused',
  );
  const uninstall = runInTerminal('uninstall', '--yes');
  expect(uninstall.status === 0, 'uninstall, after the word that it shows was typed', outputOf(uninstall));
  for (const [host, [file, text]] of Object.entries(settings))
    expect(
      readFileSync(join(home, file), 'utf8') === text,
      `the settings of ${host} are back to the byte`,
      readFileSync(join(home, file), 'utf8'),
    );
  expect(
    readFileSync(codexConfig, 'utf8') === 'model = "x"\r\n',
    'config.toml of codex is back to the byte',
    readFileSync(codexConfig, 'utf8'),
  );
  expect(!existsSync(join(home, '.copilot', 'hooks', 'anyhook.json')), 'no file of ours is left for copilot');
  expect(!existsSync(join(home, '.local', 'share', 'anyhook', 'bin', 'anyhook-hook.cmd')), 'the launcher is gone');
  expect(installedClient(home) === undefined, 'the native client is gone');
} catch (error) {
  expect(false, 'the journey ends', error.stack);
} finally {
  await endEngine();
  try {
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  } catch (error) {
    say(`left: ${error.message}`);
  }
}
say(problems.length === 0 ? 'the journey is as it should be' : `${problems.length} problems`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** The entry that an agent has for the event before a tool. */
function entryCommand(host) {
  const file = host === 'copilot' ? '.copilot/hooks/anyhook.json' : settings[host][0];
  const { hooks = {} } = JSON.parse(readFileSync(join(home, file), 'utf8'));
  const event = { gemini: 'BeforeTool', copilot: 'preToolUse', cursor: 'preToolUse' }[host] ?? 'PreToolUse';
  const entry = hooks[event]?.at(-1);
  return entry?.hooks?.[0] ?? entry ?? {};
}

function ask(host, command) {
  const entry = entryCommand(host);
  const claude = shellPayload(project, command);
  const payload = {
    copilot: { sessionId: 's', timestamp: 0, cwd: project, toolName: 'bash', toolArgs: JSON.stringify({ command }) },
    cursor: {
      ...claude,
      hook_event_name: 'preToolUse',
      conversation_id: 's',
      workspace_roots: [project],
      tool_name: 'Shell',
    },
    gemini: { ...claude, hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' },
  };
  const options = {
    cwd: project,
    env,
    input: JSON.stringify(payload[host] ?? claude),
    encoding: 'utf8',
    timeout: 200_000,
  };
  const text = entry.command ?? entry.powershell ?? '';
  return spawnSync(cmd, ['/d', '/s', '/c', `"${text}"`], {
    ...options,
    windowsVerbatimArguments: true,
  });
}

function isDenial({ status, stdout }) {
  return status === 2 || /"(?:permissionDecision|decision|permission)":\s*"(?:deny|block)"/.test(stdout);
}

function checkEntry(host) {
  const denied = ask(host, 'rm -rf / --no-preserve-root');
  expect(isDenial(denied), `the entry of ${host} denies`, `${JSON.stringify(entryCommand(host))} ${outputOf(denied)}`);
  const passed = ask(host, 'git status');
  expect(passed.status === 0 && !isDenial(passed), `the entry of ${host} lets a harmless call pass`, outputOf(passed));
}

async function engine() {
  const up = run('up');
  expect(up.status === 0, 'up', outputOf(up));
  const status = run('status', '--json');
  expect(/"pid"/.test(status.stdout), 'status', outputOf(status));
  const { pid, pipe, token } = JSON.parse(readFileSync(join(state, 'engine.json'), 'utf8'));
  expect(/^\\\\\.\\pipe\\anyhook-[0-9a-f]{32}$/.test(pipe), 'the engine listens on a pipe with a random name', pipe);
  expect(isDenial(ask('claude-code', 'rm -rf / --no-preserve-root')), 'with the engine the entry denies');
  const events = eventCount();
  expect(events > 0, 'the engine answered it', events);
  expect(await isRefused(pipe, Buffer.alloc(16 + 32)), 'a stranger on the pipe is refused');
  const client = installedClient(home);
  expect(client !== undefined, 'init installed the native client');
  if (client !== undefined) checkClient(client, events);
  await endEngine();
  if (client !== undefined) {
    const denied = askClient(client, { project, env, command: 'rm -rf / --no-preserve-root' });
    expect(isDenial(denied), 'after a kill of the engine the native client denies', outputOf(denied));
    await endEngine();
  }
  expect(isDenial(ask('claude-code', 'rm -rf / --no-preserve-root')), 'after a kill of the engine the entry denies');
  await endEngine();
  await impostor(pipe, pid, token);
  expect(run('up').status === 0, 'up again');
  const down = runInTerminal('down');
  expect(down.status === 0 && !existsSync(join(state, 'engine.json')), 'down ends it', outputOf(down));
}

/** The answers are the engine's: it counts them. */
function checkClient(client, eventsBefore) {
  const denied = askClient(client, { project, env, command: 'rm -rf / --no-preserve-root' });
  expect(isDenial(denied), `the native client denies (${denied.ms} ms)`, outputOf(denied));
  const passed = askClient(client, { project, env, command: 'git status' });
  expect(passed.status === 0 && !isDenial(passed), 'the native client lets a harmless call pass', outputOf(passed));
  const large = askClient(client, { project, env, command: 'git status', note: 'x'.repeat(5_000_000) });
  expect(large.status === 0, 'the native client sends a large payload', outputOf(large));
  expect(eventCount() === eventsBefore + 3, 'the engine answered the native client', eventCount());
  const without = askClient(client, {
    project,
    env: { ...env, ANYHOOK_ENGINE: 'off' },
    command: 'rm -rf / --no-preserve-root',
  });
  expect(isDenial(without), 'without the engine the native client asks Node', outputOf(without));
}

function eventCount() {
  return Number(/"events":\s*(\d+)/.exec(run('status', '--json').stdout)?.[1]);
}

async function endEngine() {
  try {
    process.kill(JSON.parse(readFileSync(join(state, 'engine.json'), 'utf8')).pid);
  } catch {
    // There is none.
  }
  await new Promise((resolve) => setTimeout(resolve, 2000));
}

async function isRefused(pipe, bytes) {
  const { connect } = await import('node:net');
  return new Promise((resolve) => {
    const socket = connect(pipe, () => socket.write(bytes));
    let said = 0;
    socket.on('data', (chunk) => (said += chunk.length));
    socket.on('error', () => {});
    socket.on('close', () => resolve(said <= 48));
    setTimeout(() => resolve(false), 5000).unref();
  });
}

/** A pipe of the same name that another program made after the engine ended: nothing of an event is said to it. */
async function impostor(pipe, pid, token) {
  const { createServer } = await import('node:net');
  let heard = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      heard += chunk.length;
      socket.write(Buffer.alloc(48));
    });
  });
  await new Promise((resolve) => server.listen(pipe, resolve));
  writeFileSync(
    join(state, 'engine.json'),
    JSON.stringify({ pid, pipe, token, version: 'x', protocol: 1, startedAt: '' }),
  );
  const denied = await askSlowly('rm -rf / --no-preserve-root');
  expect(isDenial(denied), 'with a false engine on the pipe the entry denies', outputOf(denied));
  // Both the native client and Node, which it asks then, send a challenge.
  expect(heard === 16 || heard === 32, 'the false engine heard random bytes and nothing else', heard);
  server.close();
  rmSync(join(state, 'engine.json'), { force: true });
}

/** Without blocking this process, which is the false engine. */
function askSlowly(command) {
  const { command: text } = entryCommand('claude-code');
  const child = spawn(cmd, ['/d', '/s', '/c', `"${text}"`], { cwd: project, env, windowsVerbatimArguments: true });
  child.stdin.end(JSON.stringify(shellPayload(project, command)));
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk) => (stdout += chunk));
  child.stderr.on('data', (chunk) => (stderr += chunk));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, stdout, stderr })));
}
