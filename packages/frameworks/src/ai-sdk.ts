import { isApproved } from './ai-sdk-approval.js';
import { hookAiSdkModel, type LanguageModel } from './ai-sdk-model.js';
import type { NativeCall } from './canonical-call.js';
import { everyFeature, type Features } from './features.js';
import { runTool } from './run-tool.js';
import { createHookSession, type FiringEngine, HookBlock, type HookOptions, type HookSession } from './session.js';

export type { FiringEngine, HookOptions, HookSession } from './session.js';
export { HookBlock } from './session.js';

/** What hooks can do inside the AI SDK. */
export const features: Features = {
  ...everyFeature('wrapped'),
  'tool.ask': 'native',
  subagent: { gap: 'the AI SDK has no subagents: one that a tool starts is a tool call' },
  compaction: { gap: 'the AI SDK does not shorten transcripts' },
};

/** Hooks for one conversation. */
export interface AiSdkHooks {
  readonly session: HookSession;
  /** The same model with hooks on prompts, model calls and stops. */
  model<Model extends object>(model: Model): Model;
  /** The same tools with hooks around each tool that runs in this process. Tools that the provider runs are not visible. */
  tools<Tools extends Readonly<Record<string, object>>>(tools: Tools): Tools;
  /** Both, for `generateText`, `streamText` and `ToolLoopAgent`. */
  wrap<Settings extends { readonly model: unknown; readonly tools?: unknown }>(settings: Settings): Settings;
  /** Call it when the conversation is over. */
  end(): Promise<void>;
}

interface Tool {
  readonly execute?: (input: unknown, options: ExecuteOptions) => unknown;
  readonly needsApproval?: boolean | ((input: unknown, options: ExecuteOptions) => boolean | PromiseLike<boolean>);
}

interface ExecuteOptions {
  readonly toolCallId?: string;
  readonly abortSignal?: AbortSignal;
  readonly messages?: readonly { readonly content: unknown }[];
}

/**
 * The hooks of an engine for one conversation with the AI SDK, version 6 or 7.
 *
 * @example
 * const hooks = aiSdkHooks(await createEngine({ trust: 'project' }));
 * const { text } = await generateText({ ...hooks.wrap({ model, tools }), prompt: 'Fix the tests' });
 */
export function aiSdkHooks(engine: FiringEngine | Promise<FiringEngine>, options: HookOptions = {}): AiSdkHooks {
  const session = createHookSession(engine, { framework: 'ai-sdk', ...options });
  const hooks: AiSdkHooks = {
    session,
    model(model) {
      if (typeof model === 'string')
        throw new TypeError(
          `ai-sdk: "model" must be a model object, got the name ${JSON.stringify(model)}; give gateway(${JSON.stringify(model)}) instead`,
        );
      return hookAiSdkModel(model as unknown as LanguageModel, session) as unknown as typeof model;
    },
    tools: (tools) =>
      Object.fromEntries(
        Object.entries(tools).map(([name, tool]) => [name, hookedTool(name, tool, session)]),
      ) as unknown as typeof tools,
    wrap: (settings) => ({
      ...settings,
      model: hooks.model(settings.model as object),
      ...(settings.tools !== undefined && { tools: hooks.tools(settings.tools as Record<string, object>) }),
    }),
    end: () => session.end(),
  };
  return hooks;
}

function hookedTool(name: string, tool: Tool, session: HookSession): Tool {
  const { execute, needsApproval } = tool;
  if (!execute) return tool;
  const callOf = (input: unknown, { toolCallId, abortSignal }: ExecuteOptions): NativeCall => ({
    id: toolCallId,
    name,
    input,
    signal: abortSignal,
  });
  return {
    ...tool,
    async needsApproval(input, options) {
      const decision = await session.beforeTool(callOf(input, options));
      if (decision.kind !== 'run') return decision.kind === 'ask';
      if (decision.approved) return false;
      return typeof needsApproval === 'function' ? needsApproval(decision.input, options) : needsApproval === true;
    },
    execute: (input, options) =>
      runTool(session, callOf(input, options), {
        execute: async (changed) => lastOf(await execute(changed, options)),
        denied(reason) {
          throw new HookBlock(reason);
        },
        approved: isApproved(options.toolCallId, options.messages),
      }),
  };
}

/** A tool may return several outputs; the last one is used. */
async function lastOf(output: unknown): Promise<unknown> {
  if (typeof output !== 'object' || output === null || !(Symbol.asyncIterator in output)) return output;
  let last: unknown;
  for await (const one of output as AsyncIterable<unknown>) last = one;
  return last;
}
