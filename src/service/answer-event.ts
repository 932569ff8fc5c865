import { dirname } from 'node:path';
import type { DecodeContext, Host, Wire } from '../agents/agent.js';
import { callerOf } from '../agents/index.js';
import { canaryLine, canaryOf } from '../core/canary.js';
import type { EventName } from '../core/contract.js';
import { AnyhookError } from '../core/errors.js';
import type { Event } from '../core/event.js';
import type { Hook } from '../core/hook.js';
import { emptyVerdict, type Verdict } from '../core/verdict.js';
import { version } from '../core/version.js';
import { isoNow, now, ticks } from '../platform/clock.js';
import { isFolder } from '../platform/files/files.js';
import type { Config } from '../project/config.js';
import type { Project } from '../project/load.js';
import type { TrustMode } from '../project/trust.js';
import { hookSetOf } from '../records/journal/hook-set.js';
import type { HookSet } from '../records/journal/record.js';
import type { Book, Recorder } from '../records/journal/recorder.js';
import { usualJournal } from '../records/journal/settings.js';
import { offReason } from '../state/off.js';
import { userPlaces } from '../state/user-paths.js';
import { mayComeTwice, once } from './deduplicate-call.js';
import { createEngineFrom, type Engine, type EngineParts, openProject, type World } from './engine.js';
import { partsOf } from './engine-parts.js';
import type { RunOptions } from './run-options.js';
import { telemetryFor } from './telemetry.js';

/** Largest native payload; flow has a limit of its own, at which input is cut and marked. */
const maxPayloadBytes = 50 * 1024 * 1024;
const flowPayloadBytes = 1024 * 1024;

export const payloadLimit = ({ host }: RunOptions): number =>
  host.name === 'flow' ? flowPayloadBytes : maxPayloadBytes;

/** A payload as it came, up to the limit, and whether there was more. */
export interface Input {
  readonly bytes: Buffer;
  readonly truncated: boolean;
}

/** One event of an agent: what it sent, how it called us, and the world it lives in. */
export interface Asked {
  readonly options: RunOptions;
  readonly input: Input;
  readonly world: World;
  /** Aborted when the agent goes away. */
  readonly signal?: AbortSignal;
  /** The agent's file mode mask, where it is not this process's own. */
  readonly umask?: number | undefined;
  /** Takes note of the answer before it leaves. */
  readonly recorder?: Recorder;
  /** Finds out once what holds for all events that arrived together. */
  readonly memo?: Memo;
}

/** Gives what is known under a name, or finds it out. */
export type Memo = <T>(name: string, find: () => T) => T;

/** Knows nothing from before: every event is looked at by itself. */
const anew: Memo = (_name, find) => find();

export interface Answered {
  readonly wire: Wire;
  /** Starts what sends telemetry, where it is needed. */
  readonly ship?: () => Promise<void>;
}

/** Which project's hooks, for which agent. */
export interface Wanted {
  readonly world: World;
  readonly host: Host;
  readonly trust: TrustMode | undefined;
}

/** The engine of a project, and what its config says about records. */
export interface Opened {
  readonly engine: Engine;
  readonly root: string;
  readonly telemetry: Config['telemetry'];
  readonly book: Book;
  /** The agent shall be blocked where anyhook is broken. */
  readonly failClosed: boolean;
}

/** Finds or makes the engine of a project. */
export type Open = (wanted: Wanted) => Promise<Opened>;

/** Loads a project anew, for a process that answers one event. */
export const openOnce: Open = async (wanted) => engineOf(await openProject(wanted.world, wanted.trust), wanted);

/** The engine of a loaded project, without the hooks that the agent runs by itself. */
export function engineOf(project: Project, { world, host }: Wanted, inTurn?: EngineParts['inTurn']): Opened {
  const parts = partsOf(project, world, { host });
  const hooks = parts.hooks.filter((hook) => !runsItself(host, hook));
  return {
    engine: createEngineFrom({ ...parts, hooks, ...(inTurn && { inTurn }) }),
    root: project.root,
    telemetry: project.config.telemetry,
    book: bookOf(project, hooks),
    failClosed: project.config.failClosed,
  };
}

/** What decisions of a project are written down by. */
export function bookOf(project: Project, hooks: readonly Hook[]): Book {
  let set: HookSet | undefined;
  return {
    config: project.config.journal ?? usualJournal,
    set: () => {
      set ??= hookSetOf(hooks, project.hooks);
      return set;
    },
  };
}

/** Answers one event. Our own failure lets the agent go on, unless the user wants it closed. */
export async function answer(asked: Asked, open: Open): Promise<Answered> {
  try {
    return await decide(asked, open);
  } catch (error) {
    return { wire: await broken(error, asked) };
  }
}

/** Answers one event, or rejects when that cannot be done here. */
export async function decide(asked: Asked, open: Open): Promise<Answered> {
  const { options, input, world, signal, umask, recorder, memo = anew } = asked;
  const { trust, timeoutMs } = options;
  const context = contextOf(asked);
  const { env, text = '' } = context;
  const payload = parsePayload(text, options, input.truncated);
  const host = callerOf(options.host, payload, env);
  const event = host.decode(payload, context);
  const off = memo(`off ${env['ANYHOOK']} ${userPlaces(env, world.home).state}`, () => offReason(world, now()));
  if (off !== undefined) return { wire: host.encode(event, withoutHooks(off, event.name), context) };
  const around = worldOf(event, host, world, memo);
  const { engine, root, telemetry, book } = await open({ world: around, host, trust });
  const canary = canaryOf(event, world.env);
  if (canary !== undefined)
    return { wire: canaryWire(canary, engine, (verdict) => host.encode(event, verdict, context)) };
  const { observe, ship } = telemetryFor(telemetry, world);
  const evaluate = async (budgetMs: number | undefined) => {
    const limits = { ...(budgetMs !== undefined && { budgetMs }), ...(signal && { signal }) };
    const began = ticks();
    const answer = await engine.decide(host, event, context, { env, observe, umask, ...limits });
    recorder?.record({ ...answer, ms: ticks() - began, root, bytes: input.bytes.length }, book);
    return answer;
  };
  const brought = { event, host, options, folders: [around.project, around.cwd, world.cwd] };
  const ways = [options.entry, options.host.name, host.name, event.nativeName, ...brought.folders];
  if (!memo(`twice ${ways.join('\0')}`, () => mayComeTwice(brought)))
    return { wire: (await evaluate(timeoutMs)).wire, ship };
  const { state } = userPlaces(world.env, world.home);
  const repeat = (verdict: Verdict) => host.encode(event, verdict, context);
  return { wire: await once(brought, { stateDir: state, budgetMs: timeoutMs, evaluate, repeat }), ship };
}

/** What `doctor` waits for: a refusal, so that nothing is ever let through by it. No hook is asked. */
function canaryWire(nonce: string, engine: Engine, encode: (verdict: Verdict) => Wire): Wire {
  const reason = canaryLine(nonce, { version, hooks: hooksIn(engine) });
  const wire = encode({ ...emptyVerdict, decision: 'deny', reason });
  // Not every event has a place for a refusal.
  return { ...wire, stderr: `${wire.stderr}${reason}\n` };
}

/** How many hooks an engine has. */
export const hooksIn = ({ index }: Engine): number =>
  new Set([...index.lists.values()].flatMap((list) => list.hooks)).size;

/** The world of an event: its own folder, and the one that the agent calls its project. */
function worldOf(event: Event, host: Host, world: World, memo: Memo): World {
  const own = host.projectVariable === undefined ? undefined : world.env[host.projectVariable];
  return {
    ...world,
    cwd: memo(`folder ${event.cwd}\0${world.cwd}`, () => projectFolder(event.cwd, world.cwd)),
    ...(own && { project: own }),
  };
}

function contextOf({ options: { event }, input: { bytes, truncated }, world: { env, cwd } }: Asked): DecodeContext {
  return {
    env: truncated ? { ...env, SA_HOOK_INPUT_TRUNCATED: '1' } : env,
    cwd,
    now: isoNow(),
    text: bytes.toString('utf8'),
    truncated,
    ...(event !== undefined && { event }),
  };
}

/** No opinion; whoever starts a session hears that a person switched hooks off, for that is easily forgotten. */
export const withoutHooks = (why: string, name: EventName): Verdict =>
  name === 'session.start' && why !== 'ANYHOOK=off'
    ? { ...emptyVerdict, messages: [`hooks are switched off: ${why}`] }
    : emptyVerdict;

/** The agent's folder; where it was deleted meanwhile, ours or the nearest one above, for guards must not go with it. */
export function projectFolder(wanted: string, own: string): string {
  if (isFolder(wanted)) return wanted;
  if (own !== '/' || wanted.length > longestPath) return own;
  let folder = wanted;
  while (!isFolder(folder) && folder !== dirname(folder)) folder = dirname(folder);
  return folder;
}

const longestPath = 4096;

/** Does the agent run this hook by itself? */
export const runsItself = ({ runsItself: own }: Host, hook: Hook): boolean =>
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
async function broken(error: unknown, asked: Asked): Promise<Wire> {
  const { options, input, world } = asked;
  const { host, trust } = options;
  const text = error instanceof Error ? error.message : String(error);
  const message = `anyhook: ${text.replace(/\s*\n\s*/g, ' ')}`;
  if (await isClosed(world, trust)) return refusal(`${message} (blocked, because failClosed is set)`, asked);
  // Flow's contract gives back what came, whatever it was.
  const stdout = host.name === 'flow' ? input.bytes.toString('utf8') : '';
  return { stdout, stderr: `${message}; ${host.name} goes on without hooks\n`, exitCode: 0 };
}

/** Does the user or the organisation want the agent blocked where anyhook is broken? */
export const isClosed = (world: World, trust?: TrustMode): Promise<boolean> =>
  openProject(world, trust).then(
    ({ config }) => config.failClosed,
    () => world.env['ANYHOOK_FAIL_CLOSED'] === '1',
  );

/** The answer to an agent whose entry is wrong. Some refuse every tool when a hook ends with an error: never with 1. */
export async function answerMisled({ message }: Error, world: World): Promise<Wire> {
  const closed = await isClosed(world);
  const means = closed ? 'blocked, because failClosed is set' : 'the agent goes on without hooks';
  return { stdout: '', stderr: `anyhook: ${message}; ${means}\n`, exitCode: closed ? 2 : 0 };
}

/** A deny in the host's own words; where the payload does not even say what happened, the exit code that most obey. */
function refusal(reason: string, asked: Asked): Wire {
  const context = contextOf(asked);
  try {
    const payload: unknown = JSON.parse(context.text ?? '');
    const host = callerOf(asked.options.host, payload, context.env);
    const event = host.decode(payload, context);
    return host.encode(event, { ...emptyVerdict, decision: 'deny', reason }, context);
  } catch {
    return { stdout: '', stderr: `${reason}\n`, exitCode: 2 };
  }
}
