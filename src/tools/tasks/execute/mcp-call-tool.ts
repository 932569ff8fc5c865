import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolResultSchema,
  ErrorCode,
  ListToolsResultSchema,
  ProgressNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Ability, Implementation } from '../../../abilities/ability.js';
import { nearestWord } from '../../../core/errors.js';
import { longestTimerMs } from '../../../core/limits.js';
import type { ExecutionResult } from '../task.js';
import { type ImplementationCall, taskFailure } from './implementation-call.js';
import { readToolAnswer } from './mcp-answer.js';
import { boundedProgress } from './progress.js';

export type McpImplementation = Extract<Implementation, { kind: 'mcp' }>;

/** A conversation that failed: how, and the SDK's message. */
export class McpCallError extends Error {
  constructor(
    /**
     * `refusal`: the server refused. `status`: an HTTP error. `nonsense`: not a valid answer of the protocol. `line`:
     * the connection failed.
     */
    readonly kind: 'refusal' | 'status' | 'nonsense' | 'line',
    readonly stage: Stage,
    message: string,
  ) {
    super(message);
  }
}

type Stage = 'hello' | 'call';

const maxPages = 20;

/**
 * Connects to a server, checks that it has the tool and calls it. The tool's answer is returned; anything else is
 * thrown.
 */
export async function callMcpTool(
  transport: Transport,
  mcp: McpImplementation,
  ability: Ability,
  call: ImplementationCall,
  goodbye?: () => Promise<void>,
): Promise<ExecutionResult> {
  const client = new Client({ name: 'anyhook', version: '1' });
  // The caller's timers count; the timer of the client must not fire before them.
  const options = { timeout: longestTimerMs, ...(call.signal ? { signal: call.signal } : {}) };
  try {
    // The SDK's own way to list tools compiles their schemas, which are foreign; this reads only names.
    await client.connect(transport, options).catch(thrown('hello'));
    const missing = missingTool(mcp.tool, await toolNames(client, options));
    if (missing) return missing;
    hearProgress(transport, boundedProgress(call.progress));
    const params = { name: mcp.tool, arguments: call.input, _meta: metaOf(call) };
    const answer = await client
      .request({ method: 'tools/call', params }, CallToolResultSchema, options)
      .catch(thrown('call'));
    return await readToolAnswer(answer, mcp.tool, ability, mcp.maxOutputBytes);
  } finally {
    await goodbye?.();
    await client.close().catch(() => {});
  }
}

/** Settings are not part of the tool's input, so they are sent beside it. */
const metaOf = ({ settings, taskKey }: ImplementationCall) => ({
  progressToken: 'anyhook',
  'anyhook/task_key': taskKey,
  ...(Object.keys(settings).length > 0 ? { 'anyhook/settings': settings } : {}),
});

/** The SDK drops progress that arrives together with the answer, so it is read before the SDK gets it. */
function hearProgress(transport: Transport, say: (line: string) => void): void {
  const hear = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const heard = ProgressNotificationSchema.safeParse(message);
    if (!heard.success) return hear?.(message, extra);
    const { progress, total, message: words } = heard.data.params;
    say(words ?? (total === undefined ? `${progress}` : `${progress}/${total}`));
  };
}

/** The names of the server's tools; empty if it does not list them. */
async function toolNames(client: Client, options: { readonly signal?: AbortSignal }): Promise<readonly string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const listed = await client
      .request({ method: 'tools/list', params }, ListToolsResultSchema, options)
      .catch((error: unknown) => (codeOf(error) === ErrorCode.MethodNotFound ? undefined : thrown('hello')(error)));
    names.push(...(listed?.tools ?? []).map(({ name }) => name));
    cursor = listed?.nextCursor;
    if (cursor === undefined) break;
  }
  return names;
}

function missingTool(tool: string, names: readonly string[]): ExecutionResult | undefined {
  if (names.length === 0 || names.includes(tool)) return undefined;
  const near = nearestWord(tool, names);
  const known = names.slice(0, 50).join(', ').slice(0, 1_000);
  return taskFailure('BAD_CONFIGURATION', `the server has no tool "${tool}"; it has: ${known}`, {
    ...(near ? { suggestion: `Did you mean "${near}"?` } : {}),
  });
}

function codeOf(error: unknown): unknown {
  return (error as { readonly code?: unknown } | undefined)?.code;
}

const thrown =
  (stage: Stage) =>
  (error: unknown): never => {
    const { message, cause } = error as Error & { readonly cause?: NodeJS.ErrnoException };
    const code = codeOf(error);
    if (typeof code === 'number') throw new McpCallError(code > 0 ? 'status' : 'refusal', stage, message);
    throw new McpCallError(error instanceof TypeError ? 'line' : 'nonsense', stage, cause?.code ?? message);
  };
