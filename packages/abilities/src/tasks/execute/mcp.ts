import { maxTimerMs } from '@anyhook/core';
import type { Ability } from '../../registry/ability.js';
import type { ExecutionResult } from '../task.js';
import { readCredentials, scrubResult, scrubSecrets } from './auth.js';
import { fillUrl } from './fill-url.js';
import { type ImplementationCall, type RunImplementation, taskFailure, taskVariables } from './implementation-call.js';
import { callMcpTool, type McpCallError, type McpImplementation } from './mcp-call-tool.js';
import { httpTransport, type StdioServer, serverEnvironment, startStdioServer } from './mcp-transports.js';
import { commandText, resolveProgram, stderrField } from './script.js';

// For the handshake, the list of tools and notifications, in addition to the answer.
const protocolBytes = 2 * 1024 * 1024;
const terminateMs = 1_000;

type Program = Extract<McpImplementation['server'], { command: string }>;
type Address = Extract<McpImplementation['server'], { url: string }>;

type McpCallOutcome = { readonly result: ExecutionResult } | { readonly error?: McpCallError };

/** Calls a tool of an MCP server, which is started for this call or reached at its URL. */
export const executeMcp: RunImplementation<'mcp'> = (mcp, ability, call) =>
  'url' in mcp.server ? callOverHttp(mcp, mcp.server, ability, call) : callOverStdio(mcp, mcp.server, ability, call);

async function callOverStdio(
  mcp: McpImplementation,
  program: Program,
  ability: Ability,
  call: ImplementationCall,
): Promise<ExecutionResult> {
  const env = serverEnvironment(program.env, call.env);
  if (!env.ok) return taskFailure('BAD_CONFIGURATION', env.why);
  const job = {
    file: resolveProgram(program.command, ability.root),
    args: program.args,
    cwd: ability.root,
    env: { ...env.variables, ...taskVariables(ability, call) },
    timeoutMs: mcp.timeoutMs,
    maxBytes: mcp.maxOutputBytes + protocolBytes,
    onStderr: () => {},
  };
  const server = startStdioServer(job, call.onChild);
  // Messages that arrived just before the end are processed first.
  const serverEnded = server.ended.then(() => new Promise<McpCallOutcome>((resolve) => setImmediate(resolve, {})));
  const outcome = await Promise.race([toOutcome(callMcpTool(server.transport, mcp, ability, call)), serverEnded]);
  const end = await server.stop();
  const name = `the MCP server ${commandText(program)}`;
  const failure = (): ExecutionResult => {
    if (call.signal?.aborted) return taskFailure('CANCELLED', `${name} was ended, because the caller went away`);
    return server.hasDied()
      ? serverEndFailure(name, mcp, end, server.strayOutput())
      : callFailure(name, outcome, env.secrets);
  };
  return scrubResult('result' in outcome ? outcome.result : failure(), env.secrets);
}

function serverEndFailure(
  name: string,
  mcp: McpImplementation,
  end: Awaited<StdioServer['ended']>,
  strayOutput: string,
): ExecutionResult {
  if (end.kind === 'spawn') return taskFailure('NOT_STARTED', end.error);
  const more = stderrField(end.stderr);
  const outputNote =
    strayOutput === '' ? '' : `; stdout had output that is not a message: ${JSON.stringify(strayOutput)}`;
  switch (end.kind) {
    case 'timeout':
      return taskFailure(
        'TIMED_OUT',
        `${name} did not answer within ${mcp.timeoutMs} ms, and was ended${outputNote}`,
        more,
      );
    case 'too-much-output':
      return taskFailure('TOO_MUCH_OUTPUT', `${name} wrote more than ${mcp.maxOutputBytes} bytes, and was ended`, more);
    case 'cancelled':
      return taskFailure('CANCELLED', `${name} was ended`, more);
    case 'exit': {
      const how = end.signal ? `was ended by ${end.signal}` : `ended with exit code ${end.exitCode}`;
      return taskFailure('SERVER_DIED', `${name} ${how} before it answered${outputNote}`, more);
    }
  }
}

async function callOverHttp(
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
  let failure: ExecutionResult | undefined;
  const abortWith = (result: ExecutionResult) => {
    failure ??= result;
    control.abort();
  };
  const cancel = () => abortWith(taskFailure('CANCELLED', `${name} was cancelled, because the caller went away`));
  const timeoutFailure = taskFailure('TIMED_OUT', `${name} did not answer within ${mcp.timeoutMs} ms`);
  const timer = setTimeout(() => abortWith(timeoutFailure), Math.min(mcp.timeoutMs, maxTimerMs));
  call.signal?.addEventListener('abort', cancel, { once: true });
  if (call.signal?.aborted) cancel();
  const transport = httpTransport(filled.url, {
    headers: auth.headers,
    maxBytes: mcp.maxOutputBytes + protocolBytes,
    signal: control.signal,
    onTooMuch: () =>
      abortWith(taskFailure('TOO_MUCH_OUTPUT', `${name} answered with more than ${mcp.maxOutputBytes} bytes`)),
    onBroken: () => abortWith(taskFailure('SERVER_DIED', `${name} broke off in the middle of its answer`)),
  });
  const aborted = new Promise<McpCallOutcome>((resolve) => {
    control.signal.addEventListener('abort', () => resolve({}), { once: true });
    if (control.signal.aborted) resolve({});
  });
  const endSession = () => waitAtMost(transport.terminateSession(), terminateMs);
  const pendingCall = toOutcome(callMcpTool(transport, mcp, ability, call, endSession));
  const outcome = await Promise.race([pendingCall, aborted]);
  clearTimeout(timer);
  call.signal?.removeEventListener('abort', cancel);
  control.abort();
  // Closes everything: a pending request would keep this process alive.
  await transport.close();
  await pendingCall;
  if ('result' in outcome) return scrubResult(outcome.result, auth.secrets);
  return scrubResult(failure ?? callFailure(name, outcome, auth.secrets), auth.secrets);
}

/** The failure of a server that runs but did not do what was requested. */
function callFailure(name: string, outcome: McpCallOutcome, secrets: readonly string[]): ExecutionResult {
  const error = 'error' in outcome ? outcome.error : undefined;
  const detail = scrubSecrets(error?.message ?? 'it did not answer', secrets).slice(0, 500);
  if (error?.kind === 'status') return taskFailure('HTTP_STATUS', `${name} answered with an error status: ${detail}`);
  if (error?.stage !== 'call') return taskFailure('NOT_STARTED', `${name} cannot be reached: ${detail}`);
  const [code, description] = callFailures[error.kind];
  return taskFailure(code, `${name} ${description}: ${detail}`);
}

const callFailures = {
  refusal: ['TOOL_ERROR', 'refused the call'],
  invalid: ['BAD_OUTPUT', 'gave an invalid answer'],
  connection: ['SERVER_DIED', 'went away in the middle of the call'],
} as const;

const toOutcome = (pendingCall: Promise<ExecutionResult>): Promise<McpCallOutcome> =>
  pendingCall.then(
    (result) => ({ result }),
    (error: McpCallError) => ({ error }),
  );

async function waitAtMost(work: Promise<unknown>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => {}), timeout]);
  clearTimeout(timer);
}
