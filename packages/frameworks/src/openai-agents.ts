import type { NativeCall } from './canonical-call.js';
import { everyFeature, type Features } from './features.js';
import { createTranscript } from './openai-agents-input.js';
import { hookOpenAiModel, type OpenAiModel } from './openai-agents-model.js';
import { runTool } from './run-tool.js';
import { createHookSession, type FiringEngine, type HookOptions, type HookSession } from './session.js';

export type { FiringEngine, HookOptions, HookSession } from './session.js';
export { HookBlock } from './session.js';

/** What hooks can do inside the OpenAI Agents SDK. */
export const features: Features = {
  ...everyFeature('wrapped'),
  'tool.ask': 'native',
  compaction: { gap: 'a session that compacts itself does so at the provider, where no hook runs' },
};

/** Hooks for one conversation. */
export interface OpenAIAgentsHooks {
  readonly session: HookSession;
  /** A runner like this one whose runs have hooks: the agent it starts with, and all agents reached by handoffs. */
  runner<R extends object>(runner: R): R;
  /** The same agent with hooks, for the caller's own runner; its model must be an object. */
  agent<A extends object>(agent: A): A;
  /** Call it when the conversation is over. */
  end(): Promise<void>;
}

interface RunnerLike {
  readonly config: { readonly modelProvider: { getModel(name?: string): OpenAiModel | Promise<OpenAiModel> } };
  run(agent: object, ...rest: readonly unknown[]): unknown;
}

interface AgentLike {
  readonly name: string;
  readonly model?: string | OpenAiModel;
  readonly handoffs?: readonly object[];
  getAllTools(...context: readonly unknown[]): Promise<readonly Tool[]>;
  getEnabledHandoffs?(...context: readonly unknown[]): Promise<readonly Handoff[]>;
}

interface Tool {
  readonly type: string;
  readonly name: string;
  invoke(
    context: ToolRunContext,
    input: string,
    details?: { readonly toolCall?: { readonly callId?: string } },
  ): unknown;
  needsApproval?(context: ToolRunContext, input: unknown, callId?: string): boolean | Promise<boolean>;
}

interface ToolRunContext {
  isToolApproved?(call: { toolName: string; callId: string }): boolean | undefined;
}

interface Handoff {
  readonly agent?: object;
  onInvokeHandoff(context: unknown, input: string): Promise<object>;
}

/** The SDK's text for the model if a tool failed without an error text. */
const errorText = 'An error occurred while running the tool.';

/**
 * The hooks of an engine for one conversation with the OpenAI Agents SDK.
 *
 * @example
 * const hooks = openaiAgentsHooks(await createEngine({ trust: 'project' }));
 * const { finalOutput } = await hooks.runner(new Runner()).run(agent, 'Fix the tests');
 */
export function openaiAgentsHooks(
  engine: FiringEngine | Promise<FiringEngine>,
  options: HookOptions = {},
): OpenAIAgentsHooks {
  const session = createHookSession(engine, { framework: 'openai-agents', ...options });
  const transcript = createTranscript(session);
  const agents = new WeakMap<object, object>();
  /** The agent that works now because of a handoff. */
  let activeSubagent: string | undefined;

  const taskBeforeEnd = async (text: string): Promise<string | undefined> => {
    if (activeSubagent !== undefined) {
      const { continue: task } = await session.subagentStop({ name: activeSubagent }, { text });
      if (task !== undefined) return task;
      activeSubagent = undefined;
    }
    return (await session.stop({ text })).continue;
  };
  const hookModel = (model: OpenAiModel): OpenAiModel =>
    hookOpenAiModel(model, { session, transcript, taskBeforeEnd, noUsage: () => emptyUsage() });

  const hookHandoff = (handoff: Handoff, from: object): Handoff =>
    copyWith(handoff, {
      ...(handoff.agent && { agent: hookAgent(handoff.agent) }),
      async onInvokeHandoff(context: unknown, input: string) {
        const to = await handoff.onInvokeHandoff(context, input);
        const { name } = to as AgentLike;
        const { context: texts, block } = await session.subagentStart({ name }, input || undefined);
        transcript.queueTexts(block === undefined ? texts : [`The handoff to ${name} did not happen: ${block}`]);
        if (block !== undefined) return from;
        activeSubagent = name;
        return hookAgent(to);
      },
    });
  const hookAgent = (agent: object): object => {
    let hooked = agents.get(agent);
    if (!hooked) {
      hooked = proxyOf(agent as AgentLike);
      agents.set(agent, hooked);
      // An agent that has hooks already stays as it is.
      agents.set(hooked, hooked);
    }
    return hooked;
  };
  const proxyOf = (agent: AgentLike): object => {
    const proxy: object = new Proxy(agent, {
      get(target, name) {
        if (name === 'model' && typeof target.model === 'object') return hookModel(target.model);
        if (name === 'handoffs')
          return target.handoffs?.map((one) =>
            'onInvokeHandoff' in one ? hookHandoff(one as Handoff, proxy) : hookAgent(one),
          );
        if (name === 'getAllTools')
          return async (...context: readonly unknown[]) =>
            (await target.getAllTools(...context)).map((tool) => hookTool(tool, session));
        if (name === 'getEnabledHandoffs')
          return async (...context: readonly unknown[]) =>
            (await target.getEnabledHandoffs?.(...context))?.map((one) => hookHandoff(one, proxy)) ?? [];
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' && name !== 'constructor' ? value.bind(target) : value;
      },
    });
    return proxy;
  };

  return {
    session,
    agent: <A extends object>(agent: A) => hookAgent(agent) as A,
    runner<R extends object>(userRunner: R) {
      const runner = userRunner as unknown as RunnerLike;
      const { modelProvider } = runner.config;
      const Runner = userRunner.constructor as new (config: object) => RunnerLike;
      const hookedRunner = new Runner({
        ...runner.config,
        modelProvider: { getModel: async (name?: string) => hookModel(await modelProvider.getModel(name)) },
      });
      const run = hookedRunner.run.bind(hookedRunner);
      hookedRunner.run = (agent, ...rest) => run(hookAgent(agent), ...rest);
      return hookedRunner as unknown as R;
    },
    end: () => session.end(),
  };
}

function hookTool(tool: Tool, session: HookSession): Tool {
  if (tool.type !== 'function') return tool;
  const callOf = (input: unknown, id: string | undefined): NativeCall => ({ id, name: tool.name, input });
  return copyWith(tool, {
    async needsApproval(context: ToolRunContext, input: unknown, callId?: string) {
      const decision = await session.beforeTool(callOf(input, callId));
      if (decision.kind !== 'run') return decision.kind === 'ask';
      if (decision.approved) return false;
      return (await tool.needsApproval?.(context, decision.input, callId)) ?? false;
    },
    async invoke(
      context: ToolRunContext,
      text: string,
      details?: { readonly toolCall?: { readonly callId?: string } },
    ) {
      const callId = details?.toolCall?.callId;
      const approved = callId !== undefined && context.isToolApproved?.({ toolName: tool.name, callId }) === true;
      const call = callOf(parseJsonOrText(text), callId);
      try {
        return await runTool(session, call, {
          approved,
          async execute(input) {
            const output = await tool.invoke(context, input === call.input ? text : JSON.stringify(input), details);
            if (typeof output === 'string' && output.startsWith(errorText)) throw new ModelVisibleError(output);
            return output;
          },
        });
      } catch (error) {
        if (error instanceof ModelVisibleError) return error.message;
        throw error;
      }
    },
  });
}

/** An error that the model reads as the tool's output. */
class ModelVisibleError extends Error {}

/** A copy of the object with other members and the same prototype. */
function copyWith<Value extends object>(value: Value, members: object): Value {
  return Object.assign(Object.create(Object.getPrototypeOf(value), Object.getOwnPropertyDescriptors(value)), members);
}

function parseJsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The fields that the SDK expects of a usage. */
const emptyUsage = (): object => ({
  requests: 0,
  inputTokens: 0,
  outputTokens: 0,
  totalTokens: 0,
  inputTokensDetails: [],
  outputTokensDetails: [],
});
