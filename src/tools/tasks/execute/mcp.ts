import type { Ability } from '../../../abilities/ability.js';
import { longestTimerMs } from '../../../core/limits.js';
import type { ExecutionResult } from '../task.js';
import { readCredentials, scrubResult, scrubSecrets } from './auth.js';
import { fillUrl } from './fill-url.js';
import { type ImplementationCall, type RunImplementation, taskFailure, taskVariables } from './implementation-call.js';
import { callMcpTool, type McpCallError, type McpImplementation } from './mcp-call-tool.js';
import { serverEnvironment } from './mcp-environment.js';
import { httpTransport } from './mcp-http.js';
import { type StdioServer, startStdioServer } from './mcp-stdio.js';
import { commandText, programOf, stderrField } from './script.js';

// For the handshake, the list of tools and notifications, in addition to the answer.
const talkBytes = 2 * 1024 * 1024;
const goodbyeMs = 1_000;

type Program = Extract<McpImplementation['server'], { command: string }>;
type Address = Extract<McpImplementation['server'], { url: string }>;

/** The result of a conversation; without an error it just stopped. */
type McpCallOutcome = { readonly ended: ExecutionResult } | { readonly error?: McpCallError };

/** Calls a tool of an MCP server, which is started for this call or reached at its URL. */
export const executeMcp: RunImplementation<'mcp'> = (mcp, ability, call) =>
  'url' in mcp.server ? overHttp(mcp, mcp.server, ability, call) : overPipes(mcp, mcp.server, ability, call);

async function overPipes(
  mcp: McpImplementation,
  program: Program,
  ability: Ability,
  call: ImplementationCall,
): Promise<ExecutionResult> {
  const env = serverEnvironment(program.env, call.env);
  if (!env.ok) return taskFailure('BAD_CONFIGURATION', env.why);
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
  const gone = server.ended.then(() => new Promise<McpCallOutcome>((resolve) => setImmediate(resolve, {})));
  const talked = await Promise.race([told(callMcpTool(server.transport, mcp, ability, call)), gone]);
  const end = await server.stop();
  const name = `the MCP server ${commandText(program)}`;
  const why = (): ExecutionResult => {
    if (call.signal?.aborted) return taskFailure('CANCELLED', `${name} was ended, because the caller went away`);
    return server.hasDied() ? died(name, mcp, end, server.noise()) : refused(name, talked, env.secrets);
  };
  return scrubResult('ended' in talked ? talked.ended : why(), env.secrets);
}

function died(
  name: string,
  mcp: McpImplementation,
  end: Awaited<StdioServer['ended']>,
  noise: string,
): ExecutionResult {
  if (end.kind === 'spawn') return taskFailure('NOT_STARTED', end.error);
  const more = stderrField(end.stderr);
  const heard = noise === '' ? '' : `; stdout had output that is not a message: ${JSON.stringify(noise)}`;
  switch (end.kind) {
    case 'timeout':
      return taskFailure('TIMED_OUT', `${name} did not answer within ${mcp.timeoutMs} ms, and was ended${heard}`, more);
    case 'too-much-output':
      return taskFailure('TOO_MUCH_OUTPUT', `${name} wrote more than ${mcp.maxOutputBytes} bytes, and was ended`, more);
    case 'cancelled':
      return taskFailure('CANCELLED', `${name} was ended`, more);
    case 'exit': {
      const how = end.signal ? `was ended by ${end.signal}` : `ended with exit code ${end.exitCode}`;
      return taskFailure('SERVER_DIED', `${name} ${how} before it answered${heard}`, more);
    }
  }
}

async function overHttp(
  mcp: McpImplementation,
  address: Address,
  ability: Ability,
  call: ImplementationCall,
): Promise<ExecutionResult> {
  const auth = readCredentials(address.auth, call.env);
  if (!auth.ok) return taskFailure('BAD_CONFIGURATION', auth.why);
  const filled = fillUrl(address.url, {}, call.settings);
  if (!filled.ok) return taskFailure('BAD_CONFIGURATION', filled.why);
  const name = `the MCP server ${filled.url.origin}${filled.url.pathname}`;
  const control = new AbortController();
  let why: ExecutionResult | undefined;
  const giveUp = (ended: ExecutionResult) => {
    why ??= ended;
    control.abort();
  };
  const cancel = () => giveUp(taskFailure('CANCELLED', `${name} was cancelled, because the caller went away`));
  const late = taskFailure('TIMED_OUT', `${name} did not answer within ${mcp.timeoutMs} ms`);
  const timer = setTimeout(() => giveUp(late), Math.min(mcp.timeoutMs, longestTimerMs));
  call.signal?.addEventListener('abort', cancel, { once: true });
  if (call.signal?.aborted) cancel();
  const transport = httpTransport(filled.url, {
    headers: auth.headers,
    maxBytes: mcp.maxOutputBytes + talkBytes,
    signal: control.signal,
    onTooMuch: () =>
      giveUp(taskFailure('TOO_MUCH_OUTPUT', `${name} answered with more than ${mcp.maxOutputBytes} bytes`)),
    onBroken: () => giveUp(taskFailure('SERVER_DIED', `${name} broke off in the middle of its answer`)),
  });
  const given = new Promise<McpCallOutcome>((resolve) => {
    control.signal.addEventListener('abort', () => resolve({}), { once: true });
    if (control.signal.aborted) resolve({});
  });
  const goodbye = () => within(transport.terminateSession(), goodbyeMs);
  const talking = told(callMcpTool(transport, mcp, ability, call, goodbye));
  const talked = await Promise.race([talking, given]);
  clearTimeout(timer);
  call.signal?.removeEventListener('abort', cancel);
  control.abort();
  // Closes everything: a pending request would keep this process alive.
  await transport.close();
  await talking;
  if ('ended' in talked) return scrubResult(talked.ended, auth.secrets);
  return scrubResult(why ?? refused(name, talked, auth.secrets), auth.secrets);
}

/** The failure of a server that runs but did not do what was requested. */
function refused(name: string, talked: McpCallOutcome, secrets: readonly string[]): ExecutionResult {
  const error = 'error' in talked ? talked.error : undefined;
  const words = scrubSecrets(error?.message ?? 'it did not answer', secrets).slice(0, 500);
  if (error?.kind === 'status') return taskFailure('HTTP_STATUS', `${name} answered with an error status: ${words}`);
  if (error?.stage !== 'call') return taskFailure('NOT_STARTED', `${name} cannot be reached: ${words}`);
  const [code, what] = callEnds[error.kind];
  return taskFailure(code, `${name} ${what}: ${words}`);
}

const callEnds = {
  refusal: ['TOOL_ERROR', 'refused the call'],
  nonsense: ['BAD_OUTPUT', 'gave an invalid answer'],
  line: ['SERVER_DIED', 'went away in the middle of the call'],
} as const;

const told = (talking: Promise<ExecutionResult>): Promise<McpCallOutcome> =>
  talking.then(
    (ended) => ({ ended }),
    (error: McpCallError) => ({ error }),
  );

async function within(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => {}), late]);
  clearTimeout(timer);
}
