import { createLimiter, type Limiter } from '@anyhook/core';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { CallToolResult, GetPromptResult, Prompt } from '@modelcontextprotocol/sdk/types.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ListToolsRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { JsonObject } from '../registry/ability.js';
import type { CallerInfo } from '../tasks/task.js';
import type { AbilitySource, ProjectAbilities } from './ability-source.js';
import { runIfValid } from './mcp-tool.js';
import { readResource, resources, resourceTemplates } from './resources.js';
import { errorResult } from './results.js';
import { mcpToolsFor, unknownTool } from './tools.js';

export interface McpServerOptions {
  readonly abilities: AbilitySource;
  /** Limits calls that start programs. */
  readonly limiter: Limiter;
  readonly version: string;
  /** Identifies this connection in tasks. */
  readonly session: string;
  readonly maxAbilityTools: number;
  readonly environment: string | undefined;
}

const instructions = [
  'Everything here passes hooks: a call may be refused, and the answer says why.',
  'Find an ability with list_abilities, read its input with show_ability, then create_task and run_task, or call its own tool.',
  'A refusal is final unless its reason says what to change. If a person must approve, ask the user and wait.',
].join(' ');

/** The parts of a request besides its parameters that are used here. */
interface RequestExtra {
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  sendNotification(notification: {
    method: 'notifications/progress';
    params: { progressToken: string | number; progress: number; message: string };
  }): Promise<void>;
}

/** One connection of one client: abilities and tasks as tools, resources and a prompt. */
export function createMcpServer(options: McpServerOptions): Server {
  const { abilities, limiter, version, session, maxAbilityTools, environment } = options;
  const server = new Server(
    { name: 'anyhook', version },
    { capabilities: { tools: { listChanged: true }, resources: {}, prompts: {} }, instructions },
  );
  const currentCaller = (): CallerInfo => ({
    source: 'ai_session',
    session_id: session,
    triggered_by: clientName(server.getClientVersion()),
  });

  const callTool = async (name: string, args: JsonObject, extra: RequestExtra): Promise<CallToolResult> => {
    const project = await abilities.open();
    const { rows, toolNameOf } = mcpToolsFor(project.abilities, maxAbilityTools);
    const row = rows.get(name);
    if (!row) throw new McpError(ErrorCode.InvalidParams, unknownTool(name, rows.keys()));
    const { signal } = extra;
    const context = { project, caller: currentCaller(), signal, progress: progressOf(extra), environment, toolNameOf };
    const work = () => runIfValid(row, args, context);
    return row.startsPrograms ? limiter.run('', work, signal) : work();
  };

  server.setRequestHandler(ListToolsRequestSchema, async () => {
    const { rows } = mcpToolsFor((await abilities.open()).abilities, maxAbilityTools);
    return { tools: [...rows.values()].map(({ tool }) => tool) };
  });
  server.setRequestHandler(CallToolRequestSchema, ({ params }, extra) =>
    callTool(params.name, params.arguments ?? {}, extra as RequestExtra).catch(errorResult),
  );
  server.setRequestHandler(ListPromptsRequestSchema, () => ({ prompts: [...prompts] }));
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) =>
    getPrompt(params.name, params.arguments ?? {}, await abilities.open()),
  );
  server.setRequestHandler(ListResourcesRequestSchema, () => ({ resources: [...resources] }));
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: [...resourceTemplates] }));
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => ({
    contents: [{ uri, mimeType: 'application/json', text: await readResource(uri, await abilities.open()) }],
  }));

  let unwatch: (() => void) | undefined;
  server.oninitialized = () => {
    // The transport notices a client that has gone.
    unwatch ??= abilities.onChange(() => void server.sendToolListChanged().catch(() => undefined));
  };
  server.onclose = () => unwatch?.();
  return server;
}

function progressOf({ _meta, sendNotification }: RequestExtra): (line: string) => void {
  const progressToken = _meta?.progressToken;
  if (progressToken === undefined) return () => undefined;
  return createProgress((message, progress) =>
    sendNotification({ method: 'notifications/progress', params: { progressToken, progress, message } }),
  );
}

/** Clients choose their own name: one short line of it is kept. */
function clientName(client: { readonly name: string; readonly version: string } | undefined): string {
  const text = client ? `${client.name}/${client.version}` : 'unknown client';
  return text.replace(/[^\x20-\x7e]+/g, ' ').slice(0, 100);
}

/** Sends one line of progress; resolves when it has been sent. */
type SendProgressLine = (line: string, count: number) => Promise<unknown>;

const maxLineChars = 500;
const maxLines = 1_000;

/** Passes lines on as fast as they can be sent: while one is being sent, only the newest is kept. */
function createProgress(send: SendProgressLine): (line: string) => void {
  let newest: string | undefined;
  let isSending = false;
  let count = 0;
  const pump = async () => {
    isSending = true;
    while (newest !== undefined && count < maxLines) {
      const line = newest;
      newest = undefined;
      count++;
      // A client that stopped listening misses nothing: the answer says how it ended.
      await send(line, count).catch(() => undefined);
    }
    isSending = false;
  };
  return (line) => {
    newest = line.length > maxLineChars ? `${line.slice(0, maxLineChars)}…` : line;
    if (!isSending) void pump();
  };
}

const prompts: readonly Prompt[] = [
  {
    name: 'route',
    description: 'which abilities and documents of this project a task leads to, and why',
    arguments: [{ name: 'task', description: 'the task in plain words', required: true }],
  },
];

const howTo =
  'Hints for this project (use abilities with create_task and run_task, or with their own tools; read documents first):';
const noHints = 'No ability or document of this project matches well; list_abilities shows all abilities.';
const maxTaskChars = 20_000;

/** The task with its routing hints, as a message of the user. */
async function getPrompt(
  name: string,
  args: Readonly<Record<string, string>>,
  project: ProjectAbilities,
): Promise<GetPromptResult> {
  if (name !== 'route')
    throw new McpError(
      ErrorCode.InvalidParams,
      `no prompt has the name ${JSON.stringify(name.slice(0, 200))}; known: route`,
    );
  const task = args['task']?.trim();
  if (!task) throw new McpError(ErrorCode.InvalidParams, 'the prompt "route" needs "task": the task in plain words');
  const hints = await project.route(task.slice(0, maxTaskChars));
  const text = [task, '', ...(hints.length > 0 ? [howTo, ...hints] : [noHints])].join('\n');
  return { messages: [{ role: 'user', content: { type: 'text', text } }] };
}

interface CallLimits {
  readonly running: number;
  readonly waiting: number;
}

/** Lets a few calls run at once; the others wait in order of arrival. */
export const createCallLimiter = ({ running, waiting }: CallLimits): Limiter =>
  createLimiter({
    maxRunning: running,
    maxWaiting: waiting,
    cancelledError: () => new Error('the call was cancelled before it began'),
    fullError: (open) => new Error(`${open} calls wait already: try again later`),
  });
