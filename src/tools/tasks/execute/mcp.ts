import type { Ability } from '../../../abilities/ability.js';
import { longestTimerMs } from '../../../core/limits.js';
import type { Ended } from '../task.js';
import { credentials, scrub, scrubEnded } from './auth.js';
import { type Call, failure, type Run, taskVariables } from './call.js';
import { serverEnvironment } from './mcp-environment.js';
import { httpTransport } from './mcp-http.js';
import { type StdioServer, startStdioServer } from './mcp-stdio.js';
import { type Mcp, type TalkError, talk } from './mcp-talk.js';
import { programOf, shown, stderrOf } from './script.js';
import { fillUrl } from './url.js';

// For the handshake, the list of tools and notifications, in addition to the answer.
const talkBytes = 2 * 1024 * 1024;
const goodbyeMs = 1_000;

type Program = Extract<Mcp['server'], { command: string }>;
type Address = Extract<Mcp['server'], { url: string }>;

/** The result of a conversation; without an error it just stopped. */
type Talked = { readonly ended: Ended } | { readonly error?: TalkError };

/** Calls a tool of an MCP server, which is started for this call or reached at its URL. */
export const runMcp: Run<'mcp'> = (mcp, ability, call) =>
  'url' in mcp.server ? overHttp(mcp, mcp.server, ability, call) : overPipes(mcp, mcp.server, ability, call);

async function overPipes(mcp: Mcp, program: Program, ability: Ability, call: Call): Promise<Ended> {
  const env = serverEnvironment(program.env, call.env);
  if (!env.ok) return failure('BAD_CONFIGURATION', env.why);
  const job = {
    file: programOf(program.command, ability.root),
    args: program.args,
    cwd: ability.root,
    env: { ...env.variables, ...taskVariables(ability, call) },
    timeoutMs: mcp.timeoutMs,
    maxBytes: mcp.maxOutputBytes + talkBytes,
    onStderr: () => {},
  };
  const server = startStdioServer(job, call.onChild);
  // First process what arrived just before the end.
  const gone = server.ended.then(() => new Promise<Talked>((resolve) => setImmediate(resolve, {})));
  const talked = await Promise.race([told(talk(server.transport, mcp, ability, call)), gone]);
  const end = await server.stop();
  const name = `the MCP server ${shown(program)}`;
  const why = (): Ended => {
    if (call.signal?.aborted) return failure('CANCELLED', `${name} was ended, because the caller went away`);
    return server.hasDied() ? died(name, mcp, end, server.noise()) : refused(name, talked, env.secrets);
  };
  return scrubEnded('ended' in talked ? talked.ended : why(), env.secrets);
}

function died(name: string, mcp: Mcp, end: Awaited<StdioServer['ended']>, noise: string): Ended {
  if (end.kind === 'spawn') return failure('NOT_STARTED', end.error);
  const more = stderrOf(end.stderr);
  const heard = noise === '' ? '' : `; stdout had output that is not a message: ${JSON.stringify(noise)}`;
  switch (end.kind) {
    case 'timeout':
      return failure('TIMED_OUT', `${name} did not answer within ${mcp.timeoutMs} ms, and was ended${heard}`, more);
    case 'too-much-output':
      return failure('TOO_MUCH_OUTPUT', `${name} wrote more than ${mcp.maxOutputBytes} bytes, and was ended`, more);
    case 'cancelled':
      return failure('CANCELLED', `${name} was ended`, more);
    case 'exit': {
      const how = end.signal ? `was ended by ${end.signal}` : `ended with exit code ${end.exitCode}`;
      return failure('SERVER_DIED', `${name} ${how} before it answered${heard}`, more);
    }
  }
}

async function overHttp(mcp: Mcp, address: Address, ability: Ability, call: Call): Promise<Ended> {
  const auth = credentials(address.auth, call.env);
  if (!auth.ok) return failure('BAD_CONFIGURATION', auth.why);
  const filled = fillUrl(address.url, {}, call.settings);
  if (!filled.ok) return failure('BAD_CONFIGURATION', filled.why);
  const name = `the MCP server ${filled.url.origin}${filled.url.pathname}`;
  const control = new AbortController();
  let why: Ended | undefined;
  const giveUp = (ended: Ended) => {
    why ??= ended;
    control.abort();
  };
  const cancel = () => giveUp(failure('CANCELLED', `${name} was cancelled, because the caller went away`));
  const late = failure('TIMED_OUT', `${name} did not answer within ${mcp.timeoutMs} ms`);
  const timer = setTimeout(() => giveUp(late), Math.min(mcp.timeoutMs, longestTimerMs));
  call.signal?.addEventListener('abort', cancel, { once: true });
  if (call.signal?.aborted) cancel();
  const transport = httpTransport(filled.url, {
    headers: auth.headers,
    maxBytes: mcp.maxOutputBytes + talkBytes,
    signal: control.signal,
    onTooMuch: () => giveUp(failure('TOO_MUCH_OUTPUT', `${name} answered with more than ${mcp.maxOutputBytes} bytes`)),
    onBroken: () => giveUp(failure('SERVER_DIED', `${name} broke off in the middle of its answer`)),
  });
  const given = new Promise<Talked>((resolve) => {
    control.signal.addEventListener('abort', () => resolve({}), { once: true });
    if (control.signal.aborted) resolve({});
  });
  const goodbye = () => within(transport.terminateSession(), goodbyeMs);
  const talking = told(talk(transport, mcp, ability, call, goodbye));
  const talked = await Promise.race([talking, given]);
  clearTimeout(timer);
  call.signal?.removeEventListener('abort', cancel);
  control.abort();
  // Closes everything: a pending request would keep this process alive.
  await transport.close();
  await talking;
  if ('ended' in talked) return scrubEnded(talked.ended, auth.secrets);
  return scrubEnded(why ?? refused(name, talked, auth.secrets), auth.secrets);
}

/** The failure of a server that runs but did not do what was requested. */
function refused(name: string, talked: Talked, secrets: readonly string[]): Ended {
  const error = 'error' in talked ? talked.error : undefined;
  const words = scrub(error?.message ?? 'it did not answer', secrets).slice(0, 500);
  if (error?.kind === 'status') return failure('HTTP_STATUS', `${name} answered with an error status: ${words}`);
  if (error?.stage !== 'call') return failure('NOT_STARTED', `${name} cannot be reached: ${words}`);
  const [code, what] = callEnds[error.kind];
  return failure(code, `${name} ${what}: ${words}`);
}

const callEnds = {
  refusal: ['TOOL_ERROR', 'refused the call'],
  nonsense: ['BAD_OUTPUT', 'gave an invalid answer'],
  line: ['SERVER_DIED', 'went away in the middle of the call'],
} as const;

const told = (talking: Promise<Ended>): Promise<Talked> =>
  talking.then(
    (ended) => ({ ended }),
    (error: TalkError) => ({ error }),
  );

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}
