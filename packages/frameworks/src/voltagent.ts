import { isApproved } from './ai-sdk-approval.js';
import type { NativeCall } from './canonical-call.js';
import { createConversationSessions } from './conversation-sessions.js';
import { everyFeature, type Features } from './features.js';
import type { FiringEngine, HookOptions, HookSession } from './session.js';
import { HookBlock } from './session.js';
import { errorMessage, withFeedback } from './to-text.js';
import { createModelCache, hookModelSetting } from './voltagent-model.js';

export type { FiringEngine, HookOptions } from './session.js';

/** What hooks can do in VoltAgent. */
export const features: Features = {
  ...everyFeature('wrapped'),
  'tool.deny': 'native',
  'tool.ask': 'native',
  'tool.output': 'native',
  'tool.feedback': 'native',
  'tool.failure': 'native',
  compaction: { gap: 'VoltAgent decides on a summary and writes it in one step that has no hook' },
};

/** Hooks for an agent and all its conversations. */
export interface VoltAgentHooks {
  /** The settings of an agent with hooks in its model, its tools and its own hooks, which still run. */
  wrap<Settings extends { readonly model: unknown; readonly tools?: unknown; readonly hooks?: unknown }>(
    settings: Settings,
  ): Settings;
  /** Notifies the hooks that the conversations are over. */
  end(): Promise<void>;
}

/** One call of an agent. */
interface AgentRun {
  readonly operationId: string;
  readonly conversationId?: string | undefined;
  readonly context: object;
}

interface VoltAgentToolEvent {
  readonly tool: { readonly name: string };
  readonly context: AgentRun;
  readonly args?: unknown;
  readonly options?: { readonly toolContext?: ToolContext };
}

interface ToolContext {
  readonly callId?: string;
  readonly messages?: readonly { readonly content: unknown }[];
  readonly abortSignal?: AbortSignal;
}

type ToolEndReply = { readonly output?: unknown } | undefined;

/** The VoltAgent hooks that the adapter needs. */
interface AgentHooks {
  onStart?(event: { readonly context: AgentRun }): unknown;
  onToolStart?(event: VoltAgentToolEvent): unknown;
  onToolEnd?(
    event: VoltAgentToolEvent & { readonly output: unknown; readonly error: unknown },
  ): ToolEndReply | Promise<ToolEndReply>;
  onToolError?(event: VoltAgentToolEvent & { readonly originalError: unknown }): ToolEndReply | Promise<ToolEndReply>;
}

/** Calls whose session is remembered; the oldest above this number are forgotten. */
const maxCalls = 2_000;

/**
 * The hooks of an engine for an agent of VoltAgent.
 * With `agent` it is a subagent: its runs are `subagent.start` and `subagent.stop`.
 *
 * @example
 * const hooks = voltagentHooks(await createEngine({ trust: 'project' }));
 * const agent = new Agent(hooks.wrap({ name, instructions, model, tools }));
 */
export function voltagentHooks(
  engine: FiringEngine | Promise<FiringEngine>,
  options: HookOptions = {},
): VoltAgentHooks {
  const { agent } = options;
  const conversations = createConversationSessions(engine, { ...options, framework: 'voltagent' });
  const runs = new WeakMap<object, HookSession>();
  const calls = new Map<string, HookSession>();
  const sessionOf = (run: AgentRun): HookSession => {
    const session = conversations.sessionFor(run.conversationId ?? run.operationId);
    runs.set(run.context, session);
    return session;
  };
  const hookModel = createModelCache(agent, (id, session) => {
    calls.set(id, session);
    if (calls.size > maxCalls) calls.delete(calls.keys().next().value ?? id);
  });
  return {
    wrap: (settings) => ({
      ...settings,
      // A model call before the start of a run is not part of the conversation.
      model: hookModelSetting(settings.model, (model, context) => {
        const session = runs.get(context);
        return session ? hookModel(model, session) : model;
      }),
      ...(settings.tools !== undefined && { tools: withApproval(settings.tools, (id) => calls.get(id)) }),
      hooks: withEngineHooks((settings.hooks ?? {}) as AgentHooks, sessionOf),
    }),
    end: () => conversations.end(),
  };
}

/** The agent's own hooks and ours: ours run first, so the others see what they decide. */
function withEngineHooks(userHooks: AgentHooks, sessionOf: (run: AgentRun) => HookSession): AgentHooks {
  return {
    ...userHooks,
    async onStart(event) {
      sessionOf(event.context);
      await userHooks.onStart?.(event);
    },
    async onToolStart(event) {
      await fireBeforeTool(event, sessionOf(event.context));
      await userHooks.onToolStart?.(event);
    },
    async onToolEnd(event) {
      const reply = event.error === undefined ? await fireAfterTool(event, sessionOf(event.context)) : undefined;
      return (await userHooks.onToolEnd?.({ ...event, ...reply })) ?? reply;
    },
    async onToolError(event) {
      const { originalError } = event;
      // Without our output the model would read a stack trace.
      if (originalError instanceof HookBlock) return { output: originalError.reason };
      const { feedback } = await sessionOf(event.context).toolFailed(callOf(event), originalError);
      const reply = feedback.length > 0 ? { output: withFeedback(errorMessage(originalError), feedback) } : undefined;
      return (await userHooks.onToolError?.(event)) ?? reply;
    },
  };
}

/** Throws to block the call. */
async function fireBeforeTool(event: VoltAgentToolEvent, session: HookSession): Promise<void> {
  const { callId, messages } = event.options?.toolContext ?? {};
  const decision = await session.beforeTool(callOf(event), { approved: isApproved(callId, messages) });
  if (decision.kind === 'deny') throw new HookBlock(decision.reason);
  if (decision.kind === 'ask')
    throw new HookBlock(`${decision.reason} (It needs approval, which is not possible here.)`);
  if (decision.input !== event.args) replaceProperties(event.args, decision.input);
}

async function fireAfterTool(
  event: VoltAgentToolEvent & { readonly output: unknown },
  session: HookSession,
): Promise<ToolEndReply> {
  const reply = await session.afterTool(callOf(event), event.output);
  if (!('output' in reply) && reply.feedback.length === 0) return undefined;
  return { output: withFeedback('output' in reply ? reply.output : event.output, reply.feedback) };
}

function callOf({ tool: { name }, args: input, options }: VoltAgentToolEvent): NativeCall {
  const { callId: id, abortSignal: signal } = options?.toolContext ?? {};
  return { id, name, input, signal };
}

/** Replaces the properties in place: VoltAgent passes this same object to the tool. */
function replaceProperties(args: unknown, input: unknown): void {
  const areObjects = typeof args === 'object' && args !== null && typeof input === 'object' && input !== null;
  if (!areObjects || !Object.isExtensible(args))
    throw new HookBlock(
      'A hook changed the input of this call, but VoltAgent does not support that: the call does not run.',
    );
  for (const key of Object.keys(args)) Reflect.deleteProperty(args, key);
  // Not assigned: a key may be __proto__.
  for (const [key, value] of Object.entries(input))
    Object.defineProperty(args, key, { value, writable: true, enumerable: true, configurable: true });
}

interface Tool {
  readonly name: string;
  readonly execute?: unknown;
  /** Set for a toolkit. */
  readonly tools?: readonly Tool[];
  readonly needsApproval?: boolean | ((input: unknown, options: { readonly toolCallId: string }) => unknown);
}

type SessionOfCall = (id: string) => HookSession | undefined;

/** The same tools; VoltAgent asks a person about a call if a hook wants that. */
function withApproval(tools: unknown, sessionOf: SessionOfCall): unknown {
  if (typeof tools === 'function') return async (...args: unknown[]) => withApproval(await tools(...args), sessionOf);
  return Array.isArray(tools) ? tools.map((tool: Tool) => withNeedsApproval(tool, sessionOf)) : tools;
}

function withNeedsApproval(tool: Tool, sessionOf: SessionOfCall): Tool {
  if (Array.isArray(tool.tools))
    return copy(tool, { tools: tool.tools.map((one: Tool) => withNeedsApproval(one, sessionOf)) });
  if (typeof tool.execute !== 'function') return tool;
  const { name, needsApproval: userApproval } = tool;
  return copy(tool, {
    async needsApproval(input, options) {
      const decision = await sessionOf(options.toolCallId)?.beforeTool({ id: options.toolCallId, name, input });
      if (decision && decision.kind !== 'run') return decision.kind === 'ask';
      if (decision?.approved) return false;
      return typeof userApproval === 'function' ? userApproval(input, options) : userApproval === true;
    },
  });
}

/** Keeps the prototype: tools are instances of a class. */
const copy = (tool: Tool, changed: Partial<Tool>): Tool =>
  Object.assign(Object.create(Object.getPrototypeOf(tool)), tool, changed);
