import type { DecodeContext, Host } from '../agents/agent.js';
import { type EventWords, makeEvent } from '../agents/canonical/event.js';
import { canonical } from '../agents/canonical/index.js';
import type { Io } from '../cli/lib/io.js';
import { jsonObject } from '../cli/lib/options.js';
import { readPayload } from '../cli/lib/payload.js';
import { type EventName, isEventName } from '../core/contract.js';
import { AnyhookError, nearest } from '../core/errors.js';
import { type Event, hasCall } from '../core/event.js';
import { fromSide, isToolKind, rowFor, type ToolInput, type ToolRow, toolName, toSide } from '../core/tool.js';
import { dialects } from '../formats/index.js';
import { isoNow } from '../platform/clock.js';
import { isFolder } from '../platform/files/files.js';
import { eventByName, type NamedEvent } from '../project/event-names.js';
import type { World } from './engine.js';

export interface FireOptions {
  readonly tool?: string;
  readonly input?: string;
  readonly prompt?: string;
  readonly data?: string;
  readonly host?: string;
  readonly payload?: string;
  readonly event?: string;
  readonly session?: string;
  readonly timeout?: string;
  readonly json?: true;
  readonly cwd?: string;
  readonly trustProject?: true;
}

/** The event to fire and what belongs to it. */
export interface Fired {
  readonly event: Event;
  readonly context: DecodeContext;
  /** The folder whose project is asked. */
  readonly projectDir: string;
  /** Someone said which session it is, so what is kept of it counts. */
  readonly namedSession: boolean;
}

interface Where {
  readonly host: Host;
  readonly io: Io;
  readonly world: World;
}

/** The event that the arguments describe: a native payload, or canonical words. */
export async function firedEvent(name: string | undefined, options: FireOptions, where: Where): Promise<Fired> {
  const typed = name ?? (options.host === undefined ? options.event : undefined);
  const fired =
    options.payload !== undefined || (options.host !== undefined && typed === undefined)
      ? await fromPayload(name, options, where)
      : fromWords(typed, options, where);
  if (options.session === undefined) return fired;
  return { ...fired, namedSession: true, event: { ...fired.event, sessionId: options.session } };
}

/** Options that make no sense beside a payload. */
const words = ['tool', 'input', 'prompt', 'data'] as const;

async function fromPayload(name: string | undefined, options: FireOptions, { host, io, world }: Where): Promise<Fired> {
  if (options.host === undefined)
    throw new AnyhookError('BAD_ARGUMENT', '--payload needs --host: which agent sends this payload?');
  const stray = words.find((word) => options[word] !== undefined);
  if (stray)
    throw new AnyhookError('BAD_ARGUMENT', `--${stray} cannot be given together with a payload, which says it`);
  const { value, text, env } = await readPayload(options.payload ?? '-', io);
  const fallback = options.event ?? (name === undefined ? undefined : nativeName(name, host));
  const context: DecodeContext = {
    env: { ...io.env, ...env },
    cwd: world.cwd,
    now: isoNow(),
    text,
    ...(fallback !== undefined && { event: fallback }),
  };
  const decoded = host.decode(value, context);
  const event = options.cwd === undefined ? decoded : { ...decoded, cwd: world.cwd };
  return { event, context, projectDir: isFolder(event.cwd) ? event.cwd : world.cwd, namedSession: true };
}

/** What the host calls an event that was typed in other words. */
function nativeName(name: string, host: Host): string {
  if (Object.hasOwn(host.events, name)) return name;
  const { events } = eventByName(name, dialects);
  return Object.keys(host.events).find((native) => host.events[native] === events[0]) ?? name;
}

function fromWords(name: string | undefined, options: FireOptions, { host, io, world }: Where): Fired {
  if (name === undefined)
    throw new AnyhookError('BAD_ARGUMENT', 'which event? For example: anyhook fire tool.before --tool shell');
  const { events, nativeName: native } = named(name, host);
  const input = jsonObject('--input', options.input);
  const data = jsonObject('--data', options.data);
  const now = isoNow();
  const event = makeEvent({
    name: events[0],
    ...(input && { input }),
    ...(options.prompt !== undefined && { prompt: options.prompt }),
    ...(data && { data }),
    ...(options.tool !== undefined && toolWords(options.tool, { name: events[0], input, data, host })),
    cwd: world.cwd,
    now,
  });
  const called = events[0] === 'other' && !isEventName(native) ? { ...event, nativeName: native } : event;
  return {
    event: host === canonical ? called : asHost(called, host),
    context: { env: io.env, cwd: world.cwd, now },
    projectDir: isFolder(event.cwd) ? event.cwd : world.cwd,
    namedSession: data?.['sessionId'] !== undefined,
  };
}

interface Told {
  readonly name: EventName;
  readonly input: ToolInput | undefined;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly host: Host;
}

/** The tool that was meant: a name of the agent or of a format (`Bash`, `WriteFile`) stands for its kind and fields. */
function toolWords(tool: string, { name, input = {}, data = {}, host }: Told): EventWords {
  const row = name === 'task.create' || isToolKind(tool) ? undefined : rowNamed(tool, host);
  if (!row) return { tool };
  return { tool: row.kind, input: fromSide(row, input), data: { call: { nativeName: tool }, ...data } };
}

/** What the agent means by the name, else what all formats that know it do. */
function rowNamed(tool: string, host: Host): ToolRow | undefined {
  const rows = [host, ...Object.values(dialects)].flatMap(({ tools }) =>
    Object.hasOwn(tools, tool) ? tools[tool] : [],
  );
  const [first] = rows as readonly ToolRow[];
  const agreed = Object.hasOwn(host.tools, tool) || rows.every((row) => row?.kind === first?.kind);
  return agreed ? first : undefined;
}

/** The event that a name stands for; with a host, its own names are understood first. */
function named(name: string, host: Host): NamedEvent {
  const own = Object.hasOwn(host.events, name) ? host.events[name] : undefined;
  if (own) return { events: [own], nativeName: name };
  try {
    return eventByName(name, dialects);
  } catch (error) {
    const near = host === canonical ? undefined : nearest(name, Object.keys(host.events));
    if (!near) throw error;
    throw new AnyhookError('UNKNOWN_EVENT', `no event is called "${name}"; did you mean "${near}"?`, { cause: error });
  }
}

/** The event as that agent would have sent it, so that the answer has its names and fields. */
function asHost(event: Event, host: Host): Event {
  const native = Object.keys(host.events).find((name) => host.events[name] === event.name) ?? event.nativeName;
  const base = { session_id: event.sessionId, cwd: event.cwd, hook_event_name: native };
  const of = { host: host.name, nativeName: native };
  if (!hasCall(event)) {
    const raw = { ...base, ...('prompt' in event && { prompt: event.prompt }) };
    return { ...event, ...of, raw } as Event;
  }
  const { call } = event;
  const nativeTool = toolName(host.tools, call, (server, tool) => `mcp__${server}__${tool}`);
  const raw = { ...base, tool_name: nativeTool, tool_input: toSide(rowFor(host.tools, call), call.input) };
  return { ...event, ...of, call: { ...call, nativeName: nativeTool }, raw } as Event;
}
