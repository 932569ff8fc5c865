import type { NativeCall } from './canonical-call.js';
import { runTool } from './run-tool.js';
import type { HookSession } from './session.js';
import { textOf } from './to-text.js';

type Execute = (input: unknown, callContext?: ExecuteContext) => unknown;

/** A tool of Mastra or of the AI SDK, as far as it is used here. */
interface Tool {
  readonly execute?: Execute;
  readonly mcpMetadata?: { readonly serverName?: unknown };
}

export type MastraTools = Readonly<Record<string, unknown>>;

type Suspend = (payload: unknown, options: { readonly requireToolApproval: true }) => unknown;

/**
 * What a tool gets besides its input: from the loop itself, or from one of Mastra's own tools, which puts it under
 * `agent`.
 */
interface ExecuteContext extends CallContext {
  readonly agent?: CallContext & { readonly threadId?: string };
  readonly abortSignal?: AbortSignal;
}

interface CallContext {
  readonly toolCallId?: string;
  readonly suspend?: Suspend;
  readonly resumeData?: { readonly approved?: unknown };
}

/** Hooks around the tools of one agent. */
export interface ToolHooks {
  /** The tools of an agent. After an approval Mastra runs these, not the tools of a step. */
  wrapAgentTools(tools: MastraTools): MastraTools;
  /** All tools of one step: those of the agent, of MCP servers, of subagents. */
  wrapStepTools(tools: MastraTools, session: HookSession): MastraTools;
}

/** `sessionForThread` finds the session of a call to a tool of `wrapAgentTools` that came without a wrapped step. */
export function createToolHooks(sessionForThread: (thread: string | undefined) => HookSession): ToolHooks {
  /** Calls whose hooks are already running. */
  const runningCalls = new Set<string>();
  /** Calls that wait for a person. */
  const waitingCalls = new Map<string, HookSession>();

  const wrapExecute = (session: HookSession, name: string, tool: Tool): Execute => {
    const execute = isDelegation(name) ? runSubagent(session, name, tool) : executeOf(tool);
    return async (input, callContext = {}) => {
      const { toolCallId: id, suspend, resumeData } = { ...callContext, ...callContext.agent };
      // A call gets here again after a person approved it; older versions also send refused calls here.
      const approved = id !== undefined && waitingCalls.get(id) === session && resumeData?.approved !== false;
      if (id !== undefined) waitingCalls.delete(id);
      const ask = async () => {
        if (id === undefined || !suspend || resumeData?.approved === false) return false;
        waitingCalls.set(id, session);
        await suspend({}, { requireToolApproval: true });
        return false;
      };
      const call: NativeCall = { id, name, input, mcp: mcpOf(tool, name), signal: callContext.abortSignal };
      if (id !== undefined) runningCalls.add(id);
      try {
        return await runTool(session, call, { approved, ask, execute: (changed) => execute(changed, callContext) });
      } finally {
        if (id !== undefined) runningCalls.delete(id);
      }
    };
  };

  return {
    wrapStepTools: (tools, session) => mapTools(tools, (tool, name) => wrapExecute(session, name, tool)),
    wrapAgentTools: (tools) =>
      mapTools(tools, (tool, name) => (input, callContext = {}) => {
        const { toolCallId: id = '' } = { ...callContext, ...callContext.agent };
        if (runningCalls.has(id)) return executeOf(tool)(input, callContext);
        return wrapExecute(
          waitingCalls.get(id) ?? sessionForThread(callContext.agent?.threadId),
          name,
          tool,
        )(input, callContext);
      }),
  };
}

function mapTools(tools: MastraTools, makeExecute: (tool: Tool, name: string) => Execute): MastraTools {
  const entries = Object.entries(tools).map(([name, tool]) => {
    if (typeof (tool as Tool | undefined)?.execute !== 'function') return [name, tool];
    const copy = Object.assign(Object.create(Object.getPrototypeOf(tool)), tool);
    return [name, Object.assign(copy, { execute: makeExecute(tool as Tool, name) })];
  });
  return Object.fromEntries(entries);
}

const executeOf =
  (tool: Tool): Execute =>
  (input, callContext) =>
    tool.execute?.(input, callContext);

function mcpOf({ mcpMetadata }: Tool, name: string): NativeCall['mcp'] {
  const server = mcpMetadata?.serverName;
  if (typeof server !== 'string') return undefined;
  return { server, tool: name.startsWith(`${server}_`) ? name.slice(server.length + 1) : name };
}

const agentPrefix = 'agent-';
const isDelegation = (name: string) => name.startsWith(agentPrefix);

/** To Mastra a subagent is a tool. It continues as long as hooks want it to. */
function runSubagent(session: HookSession, name: string, tool: Tool): Execute {
  const agent = { name: name.slice(agentPrefix.length), type: name.slice(agentPrefix.length) };
  return async (input, callContext) => {
    const { prompt } = (input ?? {}) as { prompt?: unknown };
    const task = typeof prompt === 'string' ? prompt : textOf(input);
    const { block, context } = await session.subagentStart(agent, task);
    if (block !== undefined) return block;
    const askSubagent = (text: string) => executeOf(tool)({ ...(input as object), prompt: text }, callContext);
    let output = await askSubagent([...context, task].join('\n\n'));
    for (let active = false; ; active = true) {
      const reply = await session.subagentStop(agent, { text: outputText(output), active });
      if (reply.continue === undefined) return output;
      output = await askSubagent(reply.continue);
    }
  };
}

function outputText(output: unknown): string {
  const text = (output as { text?: unknown } | null | undefined)?.text;
  return typeof text === 'string' ? text : textOf(output);
}
