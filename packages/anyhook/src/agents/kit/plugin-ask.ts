// The code that all plugins share; the build bundles it into each plugin. It asks the resident engine. If the engine
// does not answer, it asks the launcher, as agents without plugins do for every event.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { parseFixedArguments, replacedVariables, userPaths } from '@anyhook/core';
import { createEngineClient, type EngineClient } from '../../resident/engine-client.js';

/** What connects a plugin to anyhook; `init` writes it. */
export interface Connection {
  /** Shell text of the launcher, which answers one event on its stdin. */
  readonly command: string;
  /** Arguments that this command passes to anyhook, the agent's name first. Without them only the launcher is asked. */
  readonly args: readonly string[];
  /** On Windows: Node and the file that answers one event. */
  readonly start?: readonly string[];
  /** The launcher's file, if known: it needs no shell and always prints an answer. */
  readonly launcher?: string;
  /** Without an answer, deny instead of continuing. */
  readonly failClosed: boolean;
  /** The agent's events that are asked about, each with its timeout in milliseconds. */
  readonly timeouts: Readonly<Record<string, number>>;
}

export interface PluginQuestion {
  readonly connection: Pick<Connection, 'command' | 'args' | 'start' | 'launcher' | 'failClosed'>;
  /** JSON of the event. */
  readonly payload: string;
  readonly cwd: string;
  readonly timeoutMs: number;
  /** The agent no longer waits. */
  readonly signal?: AbortSignal | undefined;
}

/** The result, in the form of a program's exit, from the engine or the launcher. */
export interface AskResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Why there is no answer. */
  readonly problem?: string;
  /** The launcher's file is gone: anyhook was removed without "anyhook uninstall". */
  readonly isAbsent?: boolean;
}

/** The text of a deny for lack of an answer. */
export const unchecked = 'so no hook has checked this; to see why, run: npx anyhook doctor';

/** anyhook gets this much less time, so its answer arrives before the plugin gives up. */
const marginMs = 1_000;
const minTimeoutMs = 500;
/** Time between asking a process to end and killing it. */
const graceMs = 2_000;
/** Maximum size of an event for the engine and of the launcher's output: `maxPayloadBytes`, which a plugin cannot import. */
export const maxEventBytes = 50 * 1024 * 1024;

/** Asks about one event. Never rejects, waits no longer than its time, and leaves no process behind. */
export async function askAnyhook(question: PluginQuestion): Promise<AskResult> {
  const { timeoutMs, signal } = question;
  const stop = new AbortController();
  const onAbort = () => stop.abort('it was cancelled');
  const timer = setTimeout(() => stop.abort(timeoutText(timeoutMs)), timeoutMs);
  if (signal?.aborted) onAbort();
  signal?.addEventListener('abort', onAbort);
  try {
    const resolvedQuestion = { ...question, cwd: resolveFolder(question.cwd) };
    const client = engineFor(question);
    if (!client) return await runLauncher(resolvedQuestion, stop.signal);
    const startedAt = performance.now();
    const answer = await askEngine(client, resolvedQuestion, stop.signal);
    const remainingMs = timeoutMs - (performance.now() - startedAt);
    return answer ?? (await runLauncher({ ...resolvedQuestion, timeoutMs: remainingMs }, stop.signal));
  } catch (error) {
    return { code: null, stdout: '', stderr: '', problem: error instanceof Error ? error.message : String(error) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** What answers one event. The command is the one that init wrote; data of the agent goes to stdin only. */
export function launcherStart({ connection, timeoutMs }: Pick<PluginQuestion, 'connection' | 'timeoutMs'>): {
  readonly file: string;
  readonly args: string[];
  readonly env: NodeJS.ProcessEnv;
} {
  const { command, args, launcher, start: [node, ...words] = [] } = connection;
  const { env } = process;
  // It hides the agent's variables from the programs it starts and passes them on as data.
  if (launcher !== undefined) return { file: launcher, args: [args[0] ?? '', ...timeoutArgs(timeoutMs)], env };
  if (node === undefined)
    return { file: '/bin/sh', args: ['-c', `exec ${command} "$@"`, 'anyhook-hook', ...timeoutArgs(timeoutMs)], env };
  // The agent's options for Node.js must not load code into this process; hooks get them back.
  const hidden = Object.entries(env).map(([name, value]) =>
    startVariable.test(name) ? [`ANYHOOK_AGENT_${name}`, value] : [name, value],
  );
  return {
    file: node,
    args: [...words, args[0] ?? '', ...timeoutArgs(timeoutMs)],
    env: Object.fromEntries(hidden),
  };
}

/** The result of a launcher that has ended. Its end alone is not an answer. */
export function launcherResult(
  { connection: { launcher, start } }: Pick<PluginQuestion, 'connection'>,
  ending: AskResult,
): AskResult {
  const file = launcher ?? start?.at(-1);
  if (ending.code === 2) return ending;
  if (file !== undefined && ending.code !== 0 && !existsSync(file))
    return { ...ending, problem: `${file} is missing; to repair it, run: npx anyhook init`, isAbsent: true };
  if (ending.problem !== undefined) return ending;
  if (ending.code === null) return { ...ending, problem: 'it was killed' };
  if (ending.code !== 0 || file === undefined || ending.stdout.trim() !== '') return ending;
  return { ...ending, problem: ['it ended without one', ending.stderr.trim().slice(-500)].filter(Boolean).join(': ') };
}

/** Variables that change how Node.js starts. */
const startVariable = /^(?:NODE_|OPENSSL_|SSL_CERT_|UV_)\w+$/i;

export const timeoutText = (timeoutMs: number): string => `timed out after ${timeoutMs / 1000} s`;

const engineTimeoutMs = (timeoutMs: number): number => Math.max(minTimeoutMs, Math.round(timeoutMs - marginMs));
const timeoutArgs = (timeoutMs: number): readonly string[] => ['--timeout', String(engineTimeoutMs(timeoutMs))];

/** The folder without symbolic links. If it cannot be resolved, hooks run in another folder rather than not at all. */
export function resolveFolder(cwd: string): string {
  try {
    return realpathSync(cwd);
  } catch {
    return '/';
  }
}

let engine: { readonly state: string; readonly client: EngineClient } | undefined;

/** The client of this user's engine, with one lasting connection; undefined if the engine must not be asked. */
function engineFor({ connection, payload }: PluginQuestion): EngineClient | undefined {
  const fixed = parseFixedArguments(connection.args);
  const { XDG_STATE_HOME, HOME = '' } = process.env;
  const isTooLong = Buffer.byteLength(payload) > maxEventBytes;
  const home = fixed['HOME'] ?? HOME;
  if (!isAbsolute(home) || fixed['ANYHOOK_ENGINE'] === 'off' || connection.args.length === 0 || isTooLong)
    return undefined;
  const { state } = userPaths({ XDG_STATE_HOME, HOME: home, ...replacedVariables({}, fixed) }, home);
  if (engine?.state !== state) {
    engine?.client.close();
    engine = { state, client: createEngineClient(state) };
  }
  return engine.client;
}

/** The engine's answer, if there is one. If no engine runs, the launcher starts one. */
async function askEngine(
  client: EngineClient,
  question: PluginQuestion,
  signal: AbortSignal,
): Promise<AskResult | undefined> {
  const { connection, payload, cwd, timeoutMs } = question;
  const request = {
    args: ['--host', ...connection.args, ...timeoutArgs(timeoutMs)],
    cwd,
    umask: umask(),
    env: { ...process.env, ...(connection.failClosed && { ANYHOOK_FAIL_CLOSED: '1' }) } as Record<string, string>,
    deadlineMs: engineTimeoutMs(timeoutMs),
    payload: Buffer.from(payload),
  };
  const reply = await client.ask(request, signal);
  if (reply.kind === 'none') return undefined;
  return { code: reply.exitCode, stdout: reply.stdout.toString('utf8'), stderr: reply.stderr.toString('utf8') };
}

/** Reading the umask briefly sets it, for every thread of the agent. Linux also has it in a file. */
function umask(): number {
  try {
    const [, digits] = /^Umask:\s*([0-7]+)$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
    if (digits !== undefined) return Number.parseInt(digits, 8);
  } catch {
    // Another system.
  }
  return process.umask();
}

/** Asks a new process of the launcher. */
function runLauncher(question: PluginQuestion, signal: AbortSignal): Promise<AskResult> {
  return new Promise((resolve) => {
    const stdio: ['pipe', 'pipe', 'pipe'] = ['pipe', 'pipe', 'pipe'];
    if (signal.aborted) return resolve({ code: null, stdout: '', stderr: '', problem: String(signal.reason) });
    const { file, args, env } = launcherStart(question);
    // On Windows a detached program gets a window of its own.
    const detached = process.platform !== 'win32';
    const child = spawn(file, args, { cwd: question.cwd, env, detached, windowsHide: true, stdio });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let bytes = 0;
    const finish = (code: number | null, problem?: string) => {
      signal.removeEventListener('abort', onAbort);
      const [stdout, stderr] = [Buffer.concat(out).toString('utf8'), Buffer.concat(err).toString('utf8')];
      resolve(launcherResult(question, { code, stdout, stderr, ...(problem !== undefined && { problem }) }));
    };
    const giveUp = (problem: string) => {
      child.stdout.destroy();
      child.stderr.destroy();
      if (process.platform === 'win32') {
        endTree(child);
        return finish(null, problem);
      }
      killGroup(child.pid, 'SIGTERM');
      const kill = () => killGroup(child.pid, 'SIGKILL');
      const timer = setTimeout(kill, graceMs);
      child.on('exit', () => {
        clearTimeout(timer);
        kill();
      });
      finish(null, problem);
    };
    const onAbort = () => giveUp(String(signal.reason));
    const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxEventBytes) chunks.push(chunk);
      else giveUp('too much output');
    };
    signal.addEventListener('abort', onAbort);
    child.stdout.on('data', collect(out));
    child.stderr.on('data', collect(err));
    child.on('error', (error) => finish(null, error.message));
    child.on('close', (code) => finish(code));
    // The process may end before it has read all of its input.
    child.stdin.on('error', () => {});
    child.stdin.end(question.payload);
  });
}

function killGroup(pid: number | undefined, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // It has already ended.
  }
}

/**
 * Windows has no process groups: one of its programs ends a process with all its children. By full path, which `init`
 * has checked: a file of that name may be anywhere.
 */
export function endTree(child: ChildProcess, program = 'C:\\Windows\\System32\\taskkill.exe'): void {
  // Another process may have the pid by now.
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const args = ['/T', '/F', '/PID', String(child.pid)];
  spawn(program, args, { windowsHide: true, stdio: 'ignore' })
    .on('error', () => child.kill('SIGKILL'))
    .on('exit', (code) => code !== 0 && child.kill('SIGKILL'));
}
