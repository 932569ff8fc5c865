import { maxTimerMs, nearestWord } from '@anyhook/core';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  CallToolResultSchema,
  ErrorCode,
  ListToolsResultSchema,
  ProgressNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { Ability, Implementation } from '../../registry/ability.js';
import type { ExecutionResult } from '../task.js';
import { type ImplementationCall, taskFailure } from './implementation-call.js';
import { readJson, resultFromOutput } from './output.js';
import { boundedProgress } from './progress.js';

export type McpImplementation = Extract<Implementation, { kind: 'mcp' }>;

/** A call that failed: how, at which stage, and the SDK's message. */
export class McpCallError extends Error {
  constructor(
    /** `refusal`: by the server. `status`: an HTTP error. `invalid`: breaks the protocol. */
    readonly kind: 'refusal' | 'status' | 'invalid' | 'connection',
    readonly stage: Stage,
    message: string,
  ) {
    super(message);
  }
}

type Stage = 'connect' | 'call';

const maxPages = 20;

/** Connects, checks that the server has the tool, and calls it. Throws unless the tool answered. */
export async function callMcpTool(
  transport: Transport,
  mcp: McpImplementation,
  ability: Ability,
  call: ImplementationCall,
  endSession?: () => Promise<void>,
): Promise<ExecutionResult> {
  const client = new Client({ name: 'anyhook', version: '1' });
  // The caller limits the time; the client's own timer must not fire earlier.
  const options = { timeout: maxTimerMs, ...(call.signal ? { signal: call.signal } : {}) };
  try {
    // The SDK's own listing compiles the tools' untrusted schemas; this reads only names.
    await client.connect(transport, options).catch(rethrowAs('connect'));
    const missing = missingToolFailure(mcp.tool, await toolNames(client, options));
    if (missing) return missing;
    forwardProgress(transport, boundedProgress(call.progress));
    const params = { name: mcp.tool, arguments: call.input, _meta: metaOf(call) };
    const answer = await client
      .request({ method: 'tools/call', params }, CallToolResultSchema, options)
      .catch(rethrowAs('call'));
    return await readToolAnswer(answer, mcp.tool, ability, mcp.maxOutputBytes);
  } finally {
    await endSession?.();
    await client.close().catch(() => {});
  }
}

/** Settings are not part of the tool's input, so they are sent as metadata. */
const metaOf = ({ settings, taskKey }: ImplementationCall) => ({
  progressToken: 'anyhook',
  'anyhook/task_key': taskKey,
  ...(Object.keys(settings).length > 0 ? { 'anyhook/settings': settings } : {}),
});

/** The SDK drops progress that arrives together with the answer, so it is read before the SDK gets it. */
function forwardProgress(transport: Transport, report: (line: string) => void): void {
  const handleMessage = transport.onmessage;
  transport.onmessage = (message, extra) => {
    const parsed = ProgressNotificationSchema.safeParse(message);
    if (!parsed.success) return handleMessage?.(message, extra);
    const { progress, total, message: progressText } = parsed.data.params;
    report(progressText ?? (total === undefined ? `${progress}` : `${progress}/${total}`));
  };
}

/** The names of the server's tools; empty if it does not list them. */
async function toolNames(client: Client, options: { readonly signal?: AbortSignal }): Promise<readonly string[]> {
  const names: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const params = cursor === undefined ? {} : { cursor };
    const toolPage = await client
      .request({ method: 'tools/list', params }, ListToolsResultSchema, options)
      .catch((error: unknown) =>
        codeOf(error) === ErrorCode.MethodNotFound ? undefined : rethrowAs('connect')(error),
      );
    names.push(...(toolPage?.tools ?? []).map(({ name }) => name));
    cursor = toolPage?.nextCursor;
    if (cursor === undefined) break;
  }
  return names;
}

function missingToolFailure(tool: string, names: readonly string[]): ExecutionResult | undefined {
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

const rethrowAs =
  (stage: Stage) =>
  (error: unknown): never => {
    const { message, cause } = error as Error & { readonly cause?: NodeJS.ErrnoException };
    const code = codeOf(error);
    if (typeof code === 'number') throw new McpCallError(code > 0 ? 'status' : 'refusal', stage, message);
    throw new McpCallError(error instanceof TypeError ? 'connection' : 'invalid', stage, cause?.code ?? message);
  };

/** The answer of an MCP tool; fields have the protocol's names. */
interface McpToolAnswer {
  readonly content?: readonly { readonly type: string; readonly text?: unknown }[] | undefined;
  readonly structuredContent?: unknown;
  readonly isError?: boolean | undefined;
}

const maxErrorChars = 2_000;

/** Structured content first; otherwise its text, parsed if it is JSON; other content is returned unchanged. */
async function readToolAnswer(
  answer: McpToolAnswer,
  tool: string,
  ability: Ability,
  maxBytes: number,
): Promise<ExecutionResult> {
  const content = answer.content ?? [];
  const text = content.flatMap((item) => (typeof item.text === 'string' ? [item.text] : [])).join('\n');
  if (answer.isError) {
    const why = text.trim().slice(0, maxErrorChars) || 'it did not say why';
    return taskFailure('TOOL_ERROR', `the tool "${tool}" failed: ${why}`);
  }
  const value = answer.structuredContent ?? outputValue(content, text);
  if (isLarger(value, maxBytes))
    return taskFailure('TOO_MUCH_OUTPUT', `the tool "${tool}" answered with more than ${maxBytes} bytes`);
  return resultFromOutput(ability, value);
}

function outputValue(content: NonNullable<McpToolAnswer['content']>, text: string): unknown {
  if (content.length === 0) return null;
  if (content.some(({ type }) => type !== 'text')) return { content };
  const json = text.trim() === '' ? undefined : readJson(text);
  return json ? json.value : text;
}

function isLarger(value: unknown, maxBytes: number): boolean {
  try {
    return Buffer.byteLength(JSON.stringify(value) ?? '') > maxBytes;
  } catch {
    return false; // Nested too deeply, which has its own error.
  }
}
