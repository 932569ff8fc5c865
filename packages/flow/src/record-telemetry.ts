import type { Agent, SendReport, TelemetryConfig, World } from '@anyhook/anyhook';
import {
  agentNamed,
  callerName,
  flowAgent,
  isTelemetryEvent,
  openProject,
  telemetryEventOf,
  telemetryEvents,
  telemetryFor,
  telemetryPlan,
} from '@anyhook/anyhook';
import type { Event } from '@anyhook/core';
import { defaultRuntimeTimeouts, isoNow, parseObject, runtimeTimeout, userPaths, version } from '@anyhook/core';

export interface TelemetryRequest {
  /** A name of the taxonomy, or the agent's own name. */
  readonly name: string | undefined;
  readonly agent: string | undefined;
  /** JSON text; anything but an object counts as an empty object. */
  readonly payload: string;
}

/** Records one telemetry event, whatever the project's config says. */
export async function recordTelemetry({ name, agent, payload }: TelemetryRequest, world: World): Promise<void> {
  const { env, cwd, home } = world;
  const event = eventOf(name, fieldsOf(payload), world);
  const options = { always: true, ...(agent !== undefined && { agent }) };
  const telemetry = telemetryFor(await configOf(world), { env, cwd, home }, options);
  telemetry.observe(event);
  await telemetry.ship();
}

/** Sends waiting records to the configured receivers; undefined if there is none. */
export async function flushTelemetry(world: World): Promise<readonly SendReport[] | undefined> {
  const { state, home } = userPaths(world.env, world.home);
  const { dir, sinks } = telemetryPlan(await configOf(world), state, home);
  if (sinks.length === 0) return undefined;
  const timeoutMs = telemetryTimeout(world.env);
  const singleRound = { retryMs: [], lingerMs: 0, pollMs: 0, waitMs: flushWaitMs };
  const { runSender } = await import('@anyhook/anyhook');
  return runSender({ dir, sinks, timeoutMs, version }, world.env, singleRound);
}

/** A sender that found its receiver down ends within this time. */
const flushWaitMs = 30_000;

/** How long telemetry may take in this environment. */
export const telemetryTimeout = (env: World['env']): number =>
  runtimeTimeout(env, senderOf(env).runtime, 'TELEMETRY') ?? defaultRuntimeTimeouts.TELEMETRY;

/** The settings of the user and the organisation. */
async function configOf({ env, cwd, home }: World): Promise<TelemetryConfig | undefined> {
  const { config } = await openProject({ env, cwd, home });
  return config.telemetry;
}

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(text: string): Fields {
  return parseObject(text) ?? {};
}

/** The event that a caller names; its payload may name another one of the same kind, such as a failed tool. */
function eventOf(givenName: string | undefined, payload: Fields, world: World): Event {
  const { agent, runtime } = senderOf(world.env);
  const telemetryEvent = givenName === undefined ? undefined : telemetryEventNamed(givenName, agent);
  if (givenName !== undefined && telemetryEvent === undefined) {
    throw new Error(
      `expected one of ${Object.keys(telemetryEvents).join(', ')}, or ${runtime}'s name for it, got "${givenName}"`,
    );
  }
  const context = { env: world.env, cwd: world.cwd, now: isoNow(), text: '' };
  const decode = (fields: Fields) =>
    agent.decode(fields, { ...context, ...(givenName !== undefined && { event: givenName }) });
  const decoded = decode(payload);
  if (telemetryEvent === undefined || telemetryEventOf(decoded.name) === telemetryEvent) return decoded;
  const [first] = telemetryEvents[telemetryEvent].covers;
  const native = Object.keys(agent.events).find((name) => agent.events[name] === first);
  const known = givenName !== undefined && Object.hasOwn(agent.events, givenName);
  const event = decode({ ...payload, hook_event_name: known ? givenName : native });
  return { ...event, nativeName: givenName ?? event.nativeName };
}

/** The sender of these payloads: the agent that the environment names, if it is known, else the flow contract. */
function senderOf(env: World['env']): { readonly agent: Agent; readonly runtime: string } {
  const runtime = callerName(flowAgent, env, 'telemetry');
  return { agent: agentNamed(runtime) ?? flowAgent, runtime };
}

function telemetryEventNamed(givenName: string, agent: Agent) {
  if (isTelemetryEvent(givenName)) return givenName;
  const known = [agent.events, flowAgent.events].find((events) => Object.hasOwn(events, givenName));
  return known ? telemetryEventOf(known[givenName] ?? 'other') : undefined;
}
