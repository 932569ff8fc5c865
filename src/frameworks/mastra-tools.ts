import type { NativeCall } from './canonical-call.js';
import { runTool } from './run-tool.js';
import type { HookSession } from './session.js';
import { textOf } from './to-text.js';

type Execute = (input: unknown, about?: ExecuteContext) => unknown;

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
  kept(tools: MastraTools): MastraTools;
  /** All tools of one step: those of the agent, of MCP servers, of subagents. */
  step(tools: MastraTools, session: HookSession): MastraTools;
}

/** `other` finds the session of a call that comes from no step of an agent. */
export function createToolHooks(other: (thread: string | undefined) => HookSession): ToolHooks {
  /** Calls that have their hooks around them already. */
  const running = new Set<string>();
  /** Calls that wait for a person. */
  const asked = new Map<string, HookSession>();

  const around = (session: HookSession, name: string, tool: Tool): Execute => {
    const execute = isDelegation(name) ? delegated(session, name, tool) : bound(tool);
    return async (input, about = {}) => {
      const { toolCallId: id, suspend, resumeData } = { ...about, ...about.agent };
      // A call comes here again after a person approved it; older versions send refused calls here too.
      const approved = id !== undefined && asked.get(id) === session && resumeData?.approved !== false;
      if (id !== undefined) asked.delete(id);
      const ask = async () => {
        if (id === undefined || !suspend || resumeData?.approved === false) return false;
        asked.set(id, session);
        await suspend({}, { requireToolApproval: true });
        return false;
      };
      const call: NativeCall = { id, name, input, mcp: mcpOf(tool, name), signal: about.abortSignal };
      if (id !== undefined) running.add(id);
      try {
        return await runTool(session, call, { approved, ask, execute: (changed) => execute(changed, about) });
      } finally {
        if (id !== undefined) running.delete(id);
      }
    };
  };

  return {
    step: (tools, session) => wrapped(tools, (tool, name) => around(session, name, tool)),
    kept: (tools) =>
      wrapped(tools, (tool, name) => (input, about = {}) => {
        const { toolCallId: id = '' } = { ...about, ...about.agent };
        if (running.has(id)) return bound(tool)(input, about);
        return around(asked.get(id) ?? other(about.agent?.threadId), name, tool)(input, about);
      }),
  };
}

function wrapped(tools: MastraTools, make: (tool: Tool, name: string) => Execute): MastraTools {
  const entries = Object.entries(tools).map(([name, tool]) => {
    if (typeof (tool as Tool | undefined)?.execute !== 'function') return [name, tool];
    const copy = Object.assign(Object.create(Object.getPrototypeOf(tool)), tool);
    return [name, Object.assign(copy, { execute: make(tool as Tool, name) })];
  });
  return Object.fromEntries(entries);
}

const bound =
  (tool: Tool): Execute =>
  (input, about) =>
    tool.execute?.(input, about);

function mcpOf({ mcpMetadata }: Tool, name: string): NativeCall['mcp'] {
  const server = mcpMetadata?.serverName;
  if (typeof server !== 'string') return undefined;
  return { server, tool: name.startsWith(`${server}_`) ? name.slice(server.length + 1) : name };
}

const prefix = 'agent-';
const isDelegation = (name: string) => name.startsWith(prefix);

/** To Mastra a subagent is a tool. It continues as long as hooks want it to. */
function delegated(session: HookSession, name: string, tool: Tool): Execute {
  const agent = { name: name.slice(prefix.length), type: name.slice(prefix.length) };
  return async (input, about) => {
    const { prompt } = (input ?? {}) as { prompt?: unknown };
    const task = typeof prompt === 'string' ? prompt : textOf(input);
    const { block, context } = await session.subagentStart(agent, task);
    if (block !== undefined) return block;
    const ask = (text: string) => bound(tool)({ ...(input as object), prompt: text }, about);
    let output = await ask([...context, task].join('\n\n'));
    for (let active = false; ; active = true) {
      const reply = await session.subagentStop(agent, { text: wordsIn(output), active });
      if (reply.continue === undefined) return output;
      output = await ask(reply.continue);
    }
  };
}

function wordsIn(output: unknown): string {
  const text = (output as { text?: unknown } | null | undefined)?.text;
  return typeof text === 'string' ? text : textOf(output);
}
