import type { Event, EventName, ToolInput, ToolRow } from '@anyhook/core';
import {
  AnyhookError,
  fromNativeInput,
  hasCall,
  hiddenValues,
  isEventName,
  isFolder,
  isoNow,
  isToolKind,
  nearestWord,
  toNativeInput,
  toolName,
  toolRowFor,
  withoutUndefined,
} from '@anyhook/core';
import type { Agent, DecodeContext } from '../agents/agent.js';
import { canonical } from '../agents/canonical/agent.js';
import { type EventWords, makeEvent } from '../agents/canonical/event.js';
import { formats } from '../formats/index.js';
import { eventByName, type NamedEvent } from '../hooks/event-names.js';
import type { World } from './engine.js';
import type { NativePayload } from './native-payload.js';

/** A description of an event: a native payload, or canonical fields. */
export interface FireRequest {
  /** Canonical (`tool.before`), of a format (`docker:stop`) or of the agent. */
  readonly name?: string | undefined;
  /** The agent's name for it, if the payload does not say. */
  readonly nativeEvent?: string | undefined;
  readonly tool?: string | undefined;
  readonly input?: ToolInput | undefined;
  readonly prompt?: string | undefined;
  readonly data?: Readonly<Record<string, unknown>> | undefined;
  /** Reads the agent's payload; without it, the fields above make the event. */
  readonly readPayload?: (() => Promise<NativePayload>) | undefined;
  readonly session?: string | undefined;
  /** Uses the caller's working directory, not the one in the payload. */
  readonly ignorePayloadCwd?: boolean | undefined;
}

export interface EventToFire {
  readonly event: Event;
  readonly context: DecodeContext;
  /** The folder whose project's hooks run. */
  readonly projectDir: string;
  /** True if the session was named, so its stored state is used. */
  readonly namedSession: boolean;
}

/** Who sends the event, and from where. */
export interface FireSource {
  readonly agent: Agent;
  readonly world: World;
}

export async function eventToFire(request: FireRequest, source: FireSource): Promise<EventToFire> {
  const { readPayload, session } = request;
  const event = readPayload ? await eventFromPayload(request, readPayload, source) : eventFromOptions(request, source);
  if (session === undefined) return event;
  return { ...event, namedSession: true, event: { ...event.event, sessionId: session } };
}

/** Options that conflict with a payload. */
const payloadFields = ['tool', 'input', 'prompt', 'data'] as const;

async function eventFromPayload(
  request: FireRequest,
  readPayload: () => Promise<NativePayload>,
  { agent, world }: FireSource,
): Promise<EventToFire> {
  const { name, nativeEvent, ignorePayloadCwd } = request;
  const conflicting = payloadFields.find((word) => request[word] !== undefined);
  if (conflicting)
    throw new AnyhookError(
      'BAD_ARGUMENT',
      `--${conflicting} cannot be combined with a payload, which already contains it`,
    );
  const { value, text, env } = await readPayload();
  const fallback = nativeEvent ?? (name === undefined ? undefined : nativeName(name, agent));
  const facts = { env: { ...world.env, ...env }, cwd: world.cwd, now: isoNow(), text };
  const context: DecodeContext = { ...facts, ...withoutUndefined({ event: fallback }) };
  const decoded = agent.decode(value, context);
  const event = ignorePayloadCwd ? { ...decoded, cwd: world.cwd } : decoded;
  return { event, context, projectDir: isFolder(event.cwd) ? event.cwd : world.cwd, namedSession: true };
}

/** The agent's name for an event given in another vocabulary. */
function nativeName(name: string, agent: Agent): string {
  if (Object.hasOwn(agent.events, name)) return name;
  const { events } = eventByName(name, formats);
  return Object.keys(agent.events).find((native) => agent.events[native] === events[0]) ?? name;
}

function eventFromOptions({ name, tool, input, prompt, data }: FireRequest, { agent, world }: FireSource): EventToFire {
  if (name === undefined)
    throw new AnyhookError('BAD_ARGUMENT', 'which event? For example: anyhook fire tool.before --tool shell');
  const { events, nativeName: native, byName } = resolveEventName(name, agent);
  const now = isoNow();
  const event = makeEvent({
    name: events[0],
    ...withoutUndefined({ input, prompt, data }),
    ...(tool !== undefined && toolFields(tool, { name: events[0], input, data, agent })),
    cwd: world.cwd,
    now,
  });
  const isNamed = byName || events[0] === 'other' || Object.hasOwn(agent.events, native);
  const withNativeName = isNamed && !isEventName(native) ? { ...event, nativeName: native } : event;
  return {
    event: agent === canonical ? withNativeName : asAgentEvent(withNativeName, agent),
    context: { env: world.env, cwd: world.cwd, now },
    projectDir: isFolder(event.cwd) ? event.cwd : world.cwd,
    namedSession: data?.['sessionId'] !== undefined,
  };
}

type ToolRequest = Pick<FireRequest, 'input' | 'data'> & { readonly name: EventName; readonly agent: Agent };

/** Resolves a tool name: a name of the agent or of a format (`Bash`, `WriteFile`) gives its kind and fields. */
function toolFields(tool: string, { name, input = {}, data = {}, agent }: ToolRequest): EventWords {
  const row = name === 'task.create' || isToolKind(tool) ? undefined : toolRowNamed(tool, agent);
  if (!row) return { tool };
  const canonicalInput = fromNativeInput(row, input);
  const call = { nativeName: tool, ...withoutUndefined({ hidden: hiddenValues(row, input, canonicalInput) }) };
  return { tool: row.kind, input: canonicalInput, data: { call, ...data } };
}

/** The agent's meaning of the name, else the one that all formats with that name share. */
function toolRowNamed(tool: string, agent: Agent): ToolRow | undefined {
  const rows = [agent, ...Object.values(formats)].flatMap(({ tools }) =>
    Object.hasOwn(tools, tool) ? tools[tool] : [],
  );
  const [first] = rows as readonly ToolRow[];
  const isUnambiguous = Object.hasOwn(agent.tools, tool) || rows.every((row) => row?.kind === first?.kind);
  return isUnambiguous ? first : undefined;
}

/** The event that a name means; with an agent, its own names come first. */
function resolveEventName(name: string, agent: Agent): NamedEvent {
  const own = Object.hasOwn(agent.events, name) ? agent.events[name] : undefined;
  if (own) return { events: [own], nativeName: name };
  try {
    return eventByName(name, formats);
  } catch (error) {
    const near = agent === canonical ? undefined : nearestWord(name, Object.keys(agent.events));
    if (!near) throw error;
    throw new AnyhookError('UNKNOWN_EVENT', `no event is called "${name}"; did you mean "${near}"?`, { cause: error });
  }
}

/** The event as that agent would have sent it, so the answer has its names and fields. */
function asAgentEvent(event: Event, agent: Agent): Event {
  const isOwn = Object.hasOwn(agent.events, event.nativeName) && agent.events[event.nativeName] === event.name;
  const known = isOwn ? undefined : Object.keys(agent.events).find((name) => agent.events[name] === event.name);
  const native = known ?? event.nativeName;
  const base = { session_id: event.sessionId, cwd: event.cwd, hook_event_name: native };
  const origin = { host: agent.name, nativeName: native };
  if (!hasCall(event)) {
    const raw = { ...base, ...('prompt' in event && { prompt: event.prompt }) };
    return { ...event, ...origin, raw } as Event;
  }
  const { call } = event;
  const nativeTool = toolName(agent.tools, call, (server, tool) => `mcp__${server}__${tool}`);
  const raw = { ...base, tool_name: nativeTool, tool_input: toNativeInput(toolRowFor(agent.tools, call), call.input) };
  return { ...event, ...origin, call: { ...call, nativeName: nativeTool }, raw } as Event;
}
