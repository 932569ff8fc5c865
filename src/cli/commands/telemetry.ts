import type { Agent } from '../../agents/agent.js';
import { flow } from '../../agents/flow/index.js';
import { agentNamed } from '../../agents/index.js';
import { callerName } from '../../agents/kit/caller-name.js';
import type { Event } from '../../core/event.js';
import { parseObject } from '../../core/json.js';
import { maxPayloadBytes } from '../../core/limits.js';
import { runtimeLimits, runtimeTimeout } from '../../core/runtime.js';
import { version } from '../../core/version.js';
import { isoNow } from '../../platform/clock.js';
import { planOf, type TelemetryConfig } from '../../records/telemetry/settings.js';
import { isTelemetryEvent, telemetryEventOf, telemetryEvents } from '../../records/telemetry/taxonomy.js';
import { openProject } from '../../service/engine.js';
import { telemetryFor } from '../../service/telemetry.js';
import { userPlaces } from '../../state/user-paths.js';
import { type Context, examples, type Register } from '../lib/context.js';
import { exitCodes, type Io, print } from '../lib/io.js';

/** `anyhook telemetry`: records one event. Never blocks: it exits 0 and prints nothing on stdout. */
export const addTelemetry: Register = (program, context) => {
  program
    .command('telemetry')
    .summary('record one telemetry event (what adapters call)')
    .description(
      'Records one event with the payload on stdin, which may be empty. Exits 0 whatever happens and prints nothing on stdout.',
    )
    .argument('[event]', `${Object.keys(telemetryEvents).join(', ')}, or an agent's own name for one of them`)
    .argument('[agent]', "the agent's name")
    .allowExcessArguments()
    .allowUnknownOption()
    .option('--flush', 'send now what waits for the configured receivers, and say what arrived')
    .addHelpText('after', examples('anyhook telemetry agentSpawn dev < payload.json', 'anyhook telemetry --flush'))
    .action((event: string | undefined, agent: string | undefined, { flush = false }: { readonly flush?: boolean }) =>
      flush ? flushAll(context) : recordOne(event, agent, context),
    );
};

async function recordOne(name: string | undefined, agent: string | undefined, { io }: Context): Promise<void> {
  try {
    const { env } = io;
    const event = eventOf(name, await readPayload(io), io);
    const telemetry = telemetryFor(
      await configOf(io),
      { env, cwd: io.cwd, home: io.home },
      {
        always: true,
        ...(agent !== undefined && { agent }),
      },
    );
    telemetry.observe(event);
    await telemetry.ship();
  } catch (error) {
    io.stderr.write(`anyhook: no telemetry was recorded: ${(error as Error).message}\n`);
  }
}

/** The event that a caller names; its payload may name another one of the same kind, such as a failed tool. */
function eventOf(given: string | undefined, payload: Fields, io: Io): Event {
  const { host, runtime } = speaker(io);
  const wanted = given === undefined ? undefined : nameOf(given, host);
  if (given !== undefined && wanted === undefined) {
    throw new Error(
      `expected one of ${Object.keys(telemetryEvents).join(', ')}, or ${runtime}'s name of it, got "${given}"`,
    );
  }
  const context = { env: io.env, cwd: io.cwd, now: isoNow(), text: '' };
  const decode = (fields: Fields) => host.decode(fields, { ...context, ...(given !== undefined && { event: given }) });
  const own = decode(payload);
  if (wanted === undefined || telemetryEventOf(own.name) === wanted) return own;
  const [first] = telemetryEvents[wanted].of;
  const native = Object.keys(host.events).find((name) => host.events[name] === first);
  const known = given !== undefined && Object.hasOwn(host.events, given);
  const event = decode({ ...payload, hook_event_name: known ? given : native });
  return { ...event, nativeName: given ?? event.nativeName };
}

/** Whose payloads these are: the agent that the environment names, where we know it, else the flow contract. */
function speaker({ env }: Io): { readonly host: Agent; readonly runtime: string } {
  const runtime = callerName(flow, env, 'telemetry');
  return { host: agentNamed(runtime) ?? flow, runtime };
}

function nameOf(given: string, host: Agent) {
  if (isTelemetryEvent(given)) return given;
  const known = [host.events, flow.events].find((events) => Object.hasOwn(events, given));
  return known ? telemetryEventOf(known[given] ?? 'other') : undefined;
}

type Fields = Readonly<Record<string, unknown>>;

/** The payload on stdin; nothing where there is none, where it is no JSON object, or where it does not end in time. */
async function readPayload(io: Io): Promise<Fields> {
  if (io.stdin.isTTY) return {};
  const { runtime } = speaker(io);
  const timeoutMs = runtimeTimeout(io.env, runtime, 'TELEMETRY') ?? runtimeLimits.TELEMETRY;
  const text = await readAll(io.stdin, timeoutMs);
  return parseObject(text) ?? {};
}

function readAll(stdin: Io['stdin'], timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const timer = setTimeout(() => end(''), timeoutMs);
    const end = (text = Buffer.concat(chunks).toString('utf8')) => {
      clearTimeout(timer);
      stdin.pause();
      resolve(text);
    };
    stdin.on('data', (chunk: Buffer | string) => {
      const piece = Buffer.from(chunk);
      bytes += piece.length;
      if (bytes > maxPayloadBytes) end('');
      else chunks.push(piece);
    });
    stdin.on('end', () => end());
    stdin.on('error', () => end(''));
  });
}

/** The user's and the organisation's wish. A project around us that cannot be read changes nothing about it. */
async function configOf({ env, cwd, home }: Io): Promise<TelemetryConfig | undefined> {
  const { config } = await openProject({ env, cwd, home });
  return config.telemetry;
}

async function flushAll(context: Context): Promise<void> {
  const { io } = context;
  const { state, home } = userPlaces(io.env, io.home);
  const { dir, sinks } = planOf(await configOf(io), state, home);
  if (sinks.length === 0) return print(io, 'no receiver is configured: see telemetry.http and telemetry.otel');
  const { runtime } = speaker(io);
  const timeoutMs = runtimeTimeout(io.env, runtime, 'TELEMETRY') ?? runtimeLimits.TELEMETRY;
  const { send } = await import('../../records/telemetry/send.js');
  const once = { retryMs: [], lingerMs: 0, pollMs: 0 };
  for (const { sink, sent, refused, why } of await send({ dir, sinks, timeoutMs, version }, io.env, once)) {
    const more = [...(refused > 0 ? [`${refused} refused`] : []), ...(why === undefined ? [] : [why])];
    print(io, [`${sink}: ${sent} sent`, ...more].join(', '));
    if (why !== undefined) context.exitCode = exitCodes.error;
  }
}
