import {
  AnyhookError,
  actionName,
  cutNesting,
  type Event,
  emptyVerdict,
  type FixedVariables,
  guardedEvents,
  hasTextValue,
  homeIn,
  isNestedDeeper,
  isoNow,
  leadingFields,
  maxPayloadBytes,
  maxPayloadDepth,
  namesCall,
  now,
  parseFixedVariable,
  quoteValue,
  showHidden,
  withoutUndefined,
} from '@anyhook/core';
import type { Agent, DecodeContext, Wire } from '../agents/agent.js';
import { callerOf, findAgent } from '../agents/index.js';
import type { ClientRequest } from '../resident/client-request.js';
import { offReason } from '../switches/off-switch.js';
import type { TrustMode } from '../trust/trust.js';
import { agentWorld } from './agent-world.js';
import { answerEvent, type DecodedEvent, type EventService, type IncomingEvent } from './answer-event.js';
import { openProject, type World } from './engine.js';
import { ownFaultVerdict, tooDeepMessage } from './own-fault.js';

/** Where a payload is cut: at the agent's own limit, where it is marked as cut, or at ours, which is an error. */
export const payloadLimit = ({ agent }: RunCommandOptions): number => agent.payloadCutBytes ?? maxPayloadBytes;

/** A payload as received, up to the limit, and whether more followed. */
export interface PayloadBytes {
  readonly bytes: Buffer;
  readonly truncated: boolean;
}

/** One event as an agent sends it: the bytes, and the options of its entry. */
export interface AgentCall {
  readonly options: RunCommandOptions;
  readonly input: PayloadBytes;
  /** The world that anyhook itself obeys; see `agentWorld`. */
  readonly world: World;
  /** The agent's own environment, which hooks get; default: that of the world. */
  readonly env?: World['env'];
  readonly signal?: AbortSignal;
  readonly umask?: number | undefined;
}

export function incomingAgentEvent(call: AgentCall): IncomingEvent {
  const { options, input, world, signal, umask } = call;
  const { agent, trust, timeoutMs: budgetMs, entry: name } = options;
  const limits = { budgetMs, bytes: input.bytes.length, signal, umask };
  return { decode: () => decodeCall(call), world, trust, entry: { agent, name }, ...limits };
}

/** An unreadable payload must not bypass a guard: before an action it is denied. */
function decodeCall(call: AgentCall): DecodedEvent {
  const { options, input } = call;
  const { agent } = options;
  const context = decodeContext(call);
  const text = context.text ?? '';
  try {
    const sent = parsePayload(text, options, input.truncated);
    const isTooDeep = isNestedDeeper(sent, maxPayloadDepth);
    const payload = isTooDeep ? cutNesting(sent, maxPayloadDepth) : sent;
    const caller = callerOf(agent, payload, context.env);
    const event = caller.decode(payload, context);
    if (event.nativeName === '' && !agent.isProtocol)
      throw new AnyhookError('BAD_PAYLOAD', `expected the name of an event in the payload of ${agent.name}, got none`);
    return { agent: caller, event, context, ...(isTooDeep && { refusal: tooDeepMessage }) };
  } catch (error) {
    const isTooLarge = input.truncated && agent.payloadCutBytes === undefined;
    const unread = eventOfUnread(agent, text, context) ?? (isTooLarge ? unknownCall(agent, context) : undefined);
    if (!unread || !isRefusable(unread)) throw error;
    return { ...unread, refusal: (error as Error).message };
  }
}

/** Answers an agent. On our own failure or an unreadable payload: asks before an action, else goes on. */
export async function answerAgent(call: AgentCall, service: EventService): Promise<Wire> {
  try {
    return printed((await answerEvent(incomingAgentEvent(call), service)).wire, call.options);
  } catch (error) {
    return answerToFailure(error, call);
  }
}

/** The answer in the agent's form. */
export const printed = (wire: Wire, { agent: { emptyAnswer = '' } }: RunCommandOptions): Wire =>
  wire.stdout === '' && wire.exitCode === 0 ? { ...wire, stdout: emptyAnswer } : wire;

function decodeContext({ options: { event }, input, world, env = world.env }: AgentCall): DecodeContext {
  const { bytes, truncated } = input;
  return {
    env: truncated ? { ...env, SA_HOOK_INPUT_TRUNCATED: '1' } : env,
    ...{ cwd: world.cwd, now: isoNow(), text: bytes.toString('utf8'), truncated },
    ...(event !== undefined && { event }),
  };
}

function parsePayload(text: string, { agent }: RunCommandOptions, truncated: boolean): unknown {
  if (truncated && agent.payloadCutBytes === undefined) {
    throw new AnyhookError(
      'BAD_PAYLOAD',
      `the payload of ${agent.name} is larger than ${maxPayloadBytes} bytes (50 MiB), which is the most that hooks can read (send less at once)`,
    );
  }
  if (text.trim() === '')
    throw new AnyhookError('BAD_PAYLOAD', `expected a JSON object of ${agent.name} on stdin, got nothing`);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (truncated) return undefined;
    const why = `got text that is not JSON: ${(error as Error).message}`;
    throw new AnyhookError('BAD_PAYLOAD', `expected a JSON object of ${agent.name} on stdin, ${why}`);
  }
}

/** anyhook itself failed: block if the user or organisation chose so and hooks are on, else ask before an action. */
async function answerToFailure(error: unknown, call: AgentCall): Promise<Wire> {
  const { options, world } = call;
  const { agent, trust } = options;
  const text = error instanceof Error ? error.message : String(error);
  const message = `anyhook: ${text.replace(/\s+/g, ' ')}`;
  if (offReason(world, now()) === undefined && (await isFailClosed(world, trust)))
    return denyWire(`${message} (blocked, because failClosed is set)`, call);
  const isUnread = isPayloadError(error);
  const asked = isUnread ? undefined : ownFaultWire(message, call);
  if (asked) return asked;
  if (isUnread && !agent.passesOnFaults) await alertUnread(call, text);
  return goingOn(message, call);
}

function goingOn(message: string, { options: { agent }, input }: AgentCall): Wire {
  const stdout = agent.echoesInput ? input.bytes.toString('utf8') : '';
  return { stdout, stderr: showHidden(`${message}; ${agent.name} goes on without hooks\n`), exitCode: 0 };
}

/** The answer to a call that this process can no longer decide. */
export function answerAtEnd(why: string, call: AgentCall): Wire {
  const message = `anyhook ended without an answer: ${why.replace(/\s+/g, ' ')}`;
  return ownFaultWire(message, call) ?? goingOn(message, call);
}

/** Does the exit code alone stop the action? */
export function isRefusableCall(call: AgentCall): boolean {
  try {
    return isRefusable(incomingAgentEvent(call).decode());
  } catch {
    return false;
  }
}

/** The stderr of a hook that did not fail is not shown, so the user is told where alerts are shown. */
async function alertUnread(call: AgentCall, why: string): Promise<void> {
  const { agent } = call.options;
  const { noteUnread } = await import('./unread-alert.js');
  noteUnread(agent, why, call.world);
}

const isPayloadError = (error: unknown): boolean => error instanceof AnyhookError && error.code === 'BAD_PAYLOAD';

/** The answer to an internal error before an action; undefined where the agent goes on, or hooks are off. */
function ownFaultWire(why: string, call: AgentCall): Wire | undefined {
  if (offReason(call.world, now()) !== undefined) return undefined;
  const failClosed = call.world.env['ANYHOOK_FAIL_CLOSED'] === '1';
  let decoded: DecodedEvent;
  try {
    decoded = incomingAgentEvent(call).decode();
  } catch (error) {
    return isPayloadError(error) ? undefined : undecodableWire(why, call);
  }
  const { agent, event, context } = decoded;
  const verdict = ownFaultVerdict(event, agent, why, { failClosed, hasHooks: true });
  return verdict.decision === 'pass' ? undefined : agent.encode(event, verdict, context);
}

/** The tables of the agent cannot be used; only its name of the event and the exit code that most agents obey are left. */
function undecodableWire(why: string, { options: { agent, event }, input }: AgentCall): Wire | undefined {
  if (agent.passesOnFaults) return undefined;
  const isCall = event === undefined ? namesCall(input.bytes.toString('utf8')) : actionName.test(event);
  return isCall ? { stdout: '', stderr: showHidden(`${why}, so no hook has checked this\n`), exitCode: 2 } : undefined;
}

/** Does the user or the organisation want the agent blocked if anyhook fails? */
export const isFailClosed = (world: World, trust?: TrustMode): Promise<boolean> =>
  openProject(world, trust, { forEvent: true }).then(
    ({ config }) => config.failClosed,
    () => world.env['ANYHOOK_FAIL_CLOSED'] === '1',
  );

/** The answer to an agent whose entry is wrong. Never exit code 1: some agents refuse every tool after that. */
export async function answerToBadOptions({ message }: Error, world: World): Promise<Wire> {
  const failClosed = await isFailClosed(world);
  const consequence = failClosed ? 'blocked, because failClosed is set' : 'the agent continues without hooks';
  return { stdout: '', stderr: showHidden(`anyhook: ${message}; ${consequence}\n`), exitCode: failClosed ? 2 : 0 };
}

/** A deny in the agent's own format; if the payload does not name the event, the exit code that most agents obey. */
function denyWire(reason: string, call: AgentCall): Wire {
  try {
    const { agent, event, context } = incomingAgentEvent(call).decode();
    return agent.encode(event, { ...emptyVerdict, decision: 'deny', reason }, context);
  } catch {
    return { stdout: '', stderr: showHidden(`${reason}\n`), exitCode: 2 };
  }
}

/** The options with which an agent calls anyhook for one event. */
export interface RunCommandOptions {
  readonly agent: Agent;
  readonly event?: string;
  readonly timeoutMs?: number;
  readonly trust?: TrustMode;
  /** Which of several entries of one agent calls; default: the user's. */
  readonly entry?: string;
  /** Values that replace the agent's variables. */
  readonly fixed?: FixedVariables;
}

/** The options of `anyhook run`. Parsed by hand: Node's parser takes 1 ms to load. Ignores bad ones except the agent. */
export function parseRunOptions(args: readonly string[], note: (text: string) => void = () => {}): RunCommandOptions {
  const parsed = new Map<string, string>();
  const fixed: Record<string, string> = {};
  for (let i = 0; i < args.length; i++) {
    const [name = '', inline] = (args[i] as string).split(/=(.*)/s, 2);
    if (flagOptions.has(name)) parsed.set(name, '');
    else if (name === '--fixed') {
      const text = inline ?? args[++i] ?? '';
      const pair = parseFixedVariable(text);
      if (pair) fixed[pair[0]] = pair[1];
      else note(`--fixed: expected NAME=value with an absolute path, got ${quoteValue(text)}, which is ignored`);
    } else if (valueOptions.has(name)) parsed.set(name, inline ?? args[++i] ?? '');
    else note(`run takes ${knownOptions.join(', ')}, got ${quoteValue(args[i])}, which is ignored`);
  }
  const name = parsed.get('--agent') ?? parsed.get('--host');
  if (!name) throw new AnyhookError('BAD_ARGUMENT', '--agent is required: which agent sends the payload?');
  const event = parsed.get('--event');
  const timeoutMs = Number(parsed.get('--timeout'));
  if (parsed.has('--timeout') && !(timeoutMs > 0))
    note(`--timeout: expected milliseconds above 0, got ${quoteValue(parsed.get('--timeout'))}, which is ignored`);
  const entry = parsed.get('--entry');
  const trust = parsed.has('--trust-project') ? 'project' : parsed.has('--trust-lock') ? 'lock' : undefined;
  return {
    agent: findAgent(name),
    ...withoutUndefined({ event, trust, entry: entry || undefined }),
    ...(timeoutMs > 0 && { timeoutMs }),
    ...(Object.keys(fixed).length > 0 && { fixed }),
  };
}

const valueOptions: ReadonlySet<string> = new Set(['--agent', '--host', '--event', '--timeout', '--entry']);
const flagOptions: ReadonlySet<string> = new Set(['--trust-project', '--trust-lock']);
const knownOptions = [...valueOptions, '--fixed', ...flagOptions];

let lastOptions: { readonly words: string; readonly options: RunCommandOptions } | undefined;

/** An entry sends the same words with every event. */
function optionsOf(args: readonly string[]): RunCommandOptions {
  const words = args.join('\0');
  if (lastOptions?.words !== words) lastOptions = { words, options: parseRunOptions(args) };
  return lastOptions.options;
}

/** The call of an agent, as sent by a client. */
export function callOfRequest(
  { args, cwd, env, payload, umask, deadlineMs }: ClientRequest,
  own: { readonly home: string; readonly fixed: FixedVariables },
): AgentCall {
  const options = optionsOf(args);
  const timeoutMs = Math.min(options.timeoutMs ?? Number.POSITIVE_INFINITY, deadlineMs ?? Number.POSITIVE_INFINITY);
  const limit = payloadLimit(options);
  return {
    options: timeoutMs === Number.POSITIVE_INFINITY ? options : { ...options, timeoutMs },
    input: { bytes: payload.subarray(0, limit), truncated: payload.length > limit },
    world: agentWorld({ cwd: cwd || '/', env, home: homeIn(env) ?? own.home }, fixedFor(options.fixed, own.fixed)),
    env,
    umask,
  };
}

/** A client that sends HOME sends all values; for other clients, the engine's values fill the gaps. */
const fixedFor = (own: FixedVariables = {}, engine: FixedVariables): FixedVariables =>
  own['HOME'] === undefined ? { ...engine, ...own } : own;

/** The event of an unreadable payload: by its readable part, the entry, or an agent's event name in the text. */
function eventOfUnread(agent: Agent, text: string, context: DecodeContext): DecodedEvent | undefined {
  const fields = leadingFields(text);
  const caller = callerOf(agent, fields, context.env);
  const event = decoded(caller, fields, context) ?? decoded(caller, {}, context);
  if (event && event.nativeName !== '') return { agent: caller, event, context };
  const name = guardedNames(caller).find((one) => hasTextValue(text, one));
  return name === undefined ? undefined : eventNamed(caller, name, context);
}

/** An unknown event is treated as a call, the only event whose size a model controls. */
function unknownCall(agent: Agent, context: DecodeContext): DecodedEvent | undefined {
  const name = Object.keys(agent.events).find((native) => agent.events[native] === 'tool.before');
  return name === undefined ? undefined : eventNamed(agent, name, context);
}

/** Could a guard have denied it? */
const isRefusable = ({ agent, event }: DecodedEvent): boolean =>
  guardedEvents.includes(event.name) && !agent.passesOnFaults;

const guardedNames = ({ events }: Agent): readonly string[] =>
  Object.keys(events).filter((native) => guardedEvents.includes(events[native] ?? 'other'));

function eventNamed(agent: Agent, name: string, context: DecodeContext): DecodedEvent | undefined {
  const named = { ...context, event: name };
  const event = decoded(agent, {}, named);
  return event && { agent, event, context: named };
}

function decoded(agent: Agent, payload: unknown, context: DecodeContext): Event | undefined {
  try {
    return agent.decode(payload, context);
  } catch {
    return undefined;
  }
}
