import { dirname } from 'node:path';
import { createEngineFrom, openProject, type World } from '../app.js';
import type { EventName } from '../core/contract.js';
import { AnyhookError } from '../core/errors.js';
import type { Hook } from '../core/hook.js';
import { emptyVerdict, type Verdict } from '../core/verdict.js';
import type { DecodeContext, Host, Wire } from '../hosts/host.js';
import { findHost } from '../hosts/index.js';
import { isoNow, now } from '../io/clock.js';
import { isFolder } from '../io/files.js';
import { onExitKillGroups } from '../io/groups.js';
import { readStdin, type Stdin, writeAll } from '../io/standard.js';
import { partsOf } from '../parts.js';
import type { TrustMode } from '../project/trust.js';
import { offReason } from '../state/off.js';
import { telemetryFor } from '../telemetry.js';

/** Largest native payload; flow has a limit of its own, at which input is cut and marked. */
const maxPayloadBytes = 50 * 1024 * 1024;
const flowPayloadBytes = 1024 * 1024;

export interface RunOptions {
  readonly host: Host;
  readonly event?: string;
  readonly timeoutMs?: number;
  readonly trust?: TrustMode;
}

/** Entry of the fast bundle: one event in, the host's answer out. */
export async function start(args: readonly string[]): Promise<void> {
  onExitKillGroups();
  process.exitCode = await runEntry(args);
  // Everything was written synchronously; whatever still runs in the background is not ours to wait for.
  process.exit();
}

/** `anyhook run`: answers one event. Our own failure lets the agent go on, unless the user wants it closed. */
export async function runEntry(args: readonly string[]): Promise<number> {
  let options: RunOptions;
  try {
    options = parseRun(args);
  } catch (error) {
    writeAll(2, `anyhook: ${(error as Error).message}\n`);
    return 1;
  }
  const home = process.env['HOME'] || (await import('../io/process-world.js')).homeFolder();
  const world: World = { cwd: workingDirectory(), env: process.env, home };
  const input = readStdin(options.host.name === 'flow' ? flowPayloadBytes : maxPayloadBytes);
  const failed = async (error: unknown): Promise<Answered> => ({ wire: await broken(error, options, input, world) });
  const { wire, ship } = await answer(options, input, world).catch(failed);
  const lost = wire.stdout ? writeAll(1, wire.stdout) : undefined;
  if (lost) writeAll(2, `anyhook: the answer could not be written: ${lost}\n`);
  if (wire.stderr) writeAll(2, wire.stderr);
  // The agent has its answer.
  await ship?.();
  return wire.exitCode;
}

function contextOf({ event }: RunOptions, { bytes, truncated }: Stdin, { env, cwd }: World): DecodeContext {
  return {
    env: truncated ? { ...env, SA_HOOK_INPUT_TRUNCATED: '1' } : env,
    cwd,
    now: isoNow(),
    text: bytes.toString('utf8'),
    truncated,
    ...(event !== undefined && { event }),
  };
}

interface Answered {
  readonly wire: Wire;
  /** Starts what sends telemetry, where it is needed. */
  readonly ship?: () => Promise<void>;
}

async function answer(options: RunOptions, input: Stdin, world: World): Promise<Answered> {
  const { host } = options;
  const context = contextOf(options, input, world);
  const { env, text = '' } = context;
  const event = host.decode(parsePayload(text, options, input.truncated), context);
  const off = offReason(world, now());
  if (off !== undefined) return { wire: host.encode(event, withoutHooks(off, event.name), context) };
  const own = host.projectVariable === undefined ? undefined : world.env[host.projectVariable];
  const cwd = projectFolder(event.cwd, world.cwd);
  const project = await openProject({ ...world, cwd, ...(own && { project: own }) }, options.trust);
  const parts = partsOf(project, world, { host });
  const { observe, ship } = telemetryFor(project.config.telemetry, world);
  const hooks = parts.hooks.filter((hook) => !runsItself(host, hook));
  const engine = createEngineFrom({ ...parts, hooks, observe });
  const dispatchOptions = { env, ...(options.timeoutMs !== undefined && { budgetMs: options.timeoutMs }) };
  const { wire } = await engine.decide(host, event, context, dispatchOptions);
  return { wire, ship };
}

/** No opinion; whoever starts a session hears that a person switched hooks off, for that is easily forgotten. */
const withoutHooks = (why: string, name: EventName): Verdict =>
  name === 'session.start' && why !== 'ANYHOOK=off'
    ? { ...emptyVerdict, messages: [`hooks are switched off: ${why}`] }
    : emptyVerdict;

/** The agent's folder; where it was deleted meanwhile, ours or the nearest one above, for guards must not go with it. */
function projectFolder(wanted: string, own: string): string {
  if (isFolder(wanted)) return wanted;
  if (own !== '/' || wanted.length > longestPath) return own;
  let folder = wanted;
  while (!isFolder(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

const longestPath = 4096;

const runsItself = ({ runsItself: own }: Host, hook: Hook): boolean =>
  own !== undefined &&
  own.dialect === hook.dialect &&
  own.flavour === hook.flavour &&
  (own.scope === undefined || own.scope === hook.scope);

function parsePayload(text: string, { host }: RunOptions, truncated: boolean): unknown {
  if (truncated && host.name !== 'flow') {
    throw new AnyhookError('BAD_PAYLOAD', `the payload of ${host.name} is larger than ${maxPayloadBytes} bytes`);
  }
  if (text.trim() === '')
    throw new AnyhookError('BAD_PAYLOAD', `expected a JSON object of ${host.name} on stdin, got nothing`);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (truncated) return undefined;
    const why = (error as Error).message;
    throw new AnyhookError(
      'BAD_PAYLOAD',
      `expected a JSON object of ${host.name} on stdin, got text that is not JSON: ${why}`,
    );
  }
}

/** anyhook itself failed: open, or closed when the user or the organisation chose so. */
async function broken(error: unknown, options: RunOptions, input: Stdin, world: World): Promise<Wire> {
  const { host, trust } = options;
  const text = error instanceof Error ? error.message : String(error);
  const message = `anyhook: ${text.replace(/\s*\n\s*/g, ' ')}`;
  const closed = await openProject(world, trust).then(
    ({ config }) => config.failClosed,
    () => world.env['ANYHOOK_FAIL_CLOSED'] === '1',
  );
  if (closed) return refusal(`${message} (blocked, because failClosed is set)`, options, input, world);
  // Flow's contract gives back what came, whatever it was.
  const stdout = host.name === 'flow' ? input.bytes.toString('utf8') : '';
  return { stdout, stderr: `${message}; ${host.name} goes on without hooks\n`, exitCode: 0 };
}

/** A deny in the host's own words; where the payload does not even say what happened, the exit code that most obey. */
function refusal(reason: string, options: RunOptions, input: Stdin, world: World): Wire {
  const context = contextOf(options, input, world);
  try {
    const event = options.host.decode(JSON.parse(context.text ?? ''), context);
    return options.host.encode(event, { ...emptyVerdict, decision: 'deny', reason }, context);
  } catch {
    return { stdout: '', stderr: `${reason}\n`, exitCode: 2 };
  }
}

function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    // The folder was deleted under us.
    return '/';
  }
}

/** Reads the options of `anyhook run`; by hand, for Node's own reader takes a millisecond to load. */
export function parseRun(args: readonly string[]): RunOptions {
  const given = new Map<string, string>();
  for (let i = 0; i < args.length; i++) {
    const [name = '', inline] = (args[i] as string).split(/=(.*)/s, 2);
    if (flags.has(name)) given.set(name, '');
    else if (values.has(name)) given.set(name, inline ?? args[++i] ?? '');
    else throw new AnyhookError('BAD_ARGUMENT', `run takes ${[...values, ...flags].join(', ')}, got ${args[i]}`);
  }
  const name = given.get('--host');
  if (!name) throw new AnyhookError('BAD_ARGUMENT', '--host is required: which agent sends the payload?');
  const event = given.get('--event');
  const timeoutMs = given.has('--timeout') ? Number(given.get('--timeout')) : undefined;
  if (timeoutMs !== undefined && !(timeoutMs > 0)) {
    const got = given.get('--timeout');
    throw new AnyhookError('BAD_ARGUMENT', `--timeout must be a positive number of milliseconds, got "${got}"`);
  }
  const trust = given.has('--trust-project') ? 'project' : given.has('--trust-lock') ? 'lock' : undefined;
  return {
    host: findHost(name),
    ...(event !== undefined && { event }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...(trust && { trust }),
  };
}

const values: ReadonlySet<string> = new Set(['--host', '--event', '--timeout']);
const flags: ReadonlySet<string> = new Set(['--trust-project', '--trust-lock']);
