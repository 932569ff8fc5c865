import type { AgentRef } from '@anyhook/core';
import type { NativeCall } from './canonical-call.js';
import { everyFeature, type Features } from './features.js';
import { createHookSession, type FiringEngine, type HookOptions, type HookSession } from './session.js';
import {
  addText,
  asHookMessage,
  changedResult,
  hasBlock,
  resultText,
  setMessageText,
  strandsText,
  toStrandsMessages,
} from './strands-messages.js';
import {
  type StrandsAgent,
  type StrandsMessage,
  type StrandsSdk,
  type StrandsToolResult,
  sdkOf,
} from './strands-sdk.js';
import { errorMessage } from './to-text.js';

export type { FiringEngine, HookOptions } from './session.js';
export type { StrandsAgent, StrandsSdk } from './strands-sdk.js';

/** What hooks can do in Strands. */
export const features: Features = {
  ...everyFeature('native'),
  compaction: 'wrapped',
};

export interface StrandsOptions extends HookOptions {
  /** The module `@strands-agents/sdk`, for an anyhook that is linked rather than installed next to Strands. */
  readonly sdk?: StrandsSdk;
}

/** One plugin for an agent. */
export interface HookPlugin {
  readonly name: string;
  initAgent(agent: StrandsAgent): Promise<void>;
  /**
   * The same conversation manager with hooks around its `reduce`. What a sliding window drops between prompts fires no
   * hook.
   */
  compacting<Manager extends { reduce(options: never): unknown }>(manager: Manager): Manager;
  /** Notifies the hooks that the conversation is over. */
  end(): Promise<void>;
}

/**
 * The hooks of an engine as a plugin of Strands.
 * With `agent` it is that of a subagent, alone or in a swarm: its runs are `subagent.start` and `subagent.stop`.
 *
 * @example
 * const agent = new Agent({ model, tools, plugins: [hookPlugin(await createEngine({ trust: 'project' }))] });
 */
export function hookPlugin(engine: FiringEngine | Promise<FiringEngine>, options: StrandsOptions = {}): HookPlugin {
  const connections = new Map<unknown, AgentConnection>();
  // The first event may come later; an unhandled rejection would end the process.
  if (engine instanceof Promise) engine.catch(() => {});
  return {
    name: 'anyhook',
    async initAgent(agent) {
      const sdk = await sdkOf(agent, options);
      if (!sdk) return;
      const session = createHookSession(engine, { ...options, framework: 'strands' });
      const connection = { sdk, session, subagent: options.agent, note: options.onNote ?? console.warn };
      connections.set(agent, connection);
      connect(agent, connection);
    },
    compacting(manager) {
      const reduce = manager.reduce.bind(manager) as (about: Reduction) => boolean | Promise<boolean>;
      manager.reduce = (reduction: Reduction) => {
        const connection = connections.get(reduction.agent);
        return connection ? compact(reduction, reduce, connection) : reduce(reduction);
      };
      return manager;
    },
    async end() {
      await Promise.all([...connections.values()].map(({ session }) => session.end()));
    },
  };
}

interface AgentConnection {
  readonly sdk: StrandsSdk;
  readonly session: HookSession;
  readonly subagent: AgentRef | undefined;
  readonly note: (text: string) => void;
}

function connect(agent: StrandsAgent, connection: AgentConnection): void {
  hookTurns(agent, connection);
  hookModel(agent, connection);
  hookTools(agent, connection);
}

/**
 * Prompts and ends. A prompt is decided before the first model call, because only a model call can be cancelled with a
 * reason.
 */
function hookTurns(agent: StrandsAgent, { sdk, session, subagent }: AgentConnection): void {
  let isFirstCall = false;
  let isTurnOpen = false;
  let wasContinued = false;
  let prompt: StrandsMessage | undefined;
  let answer: string | undefined;
  /** The task of a stop hook; the agent gets it as a user message. */
  let task: string | undefined;

  const begin = async (message: StrandsMessage): Promise<string | undefined> => {
    const text = strandsText(message);
    const isContinued = text === task;
    task = undefined;
    wasContinued = isContinued;
    if (isContinued) return undefined;
    const reply = subagent ? { text, ...(await session.subagentStart(subagent, text)) } : await session.prompt(text);
    isTurnOpen = reply.block === undefined;
    // The blocked prompt stays in the transcript, and the next prompt would send it to the model.
    if (reply.block !== undefined) {
      message.content.length = 0;
      addText(message, ['(A hook blocked this prompt.)'], sdk);
    } else {
      if (reply.text !== text) setMessageText(message, reply.text, sdk);
      addText(message, reply.context, sdk);
    }
    return reply.block;
  };

  on<object>(agent, sdk.BeforeInvocationEvent, () => {
    isFirstCall = true;
    prompt = undefined;
    answer = undefined;
  });
  on<{ message: StrandsMessage; agent: { cancelSignal?: AbortSignal } }>(agent, sdk.MessageAddedEvent, (event) => {
    const { message } = event;
    if (message.role !== 'user')
      answer =
        hasBlock(message, 'toolUseBlock') || event.agent.cancelSignal?.aborted ? undefined : strandsText(message);
    else if (isFirstCall && !hasBlock(message, 'toolResultBlock')) prompt = message;
  });
  on<ModelCall>(agent, sdk.BeforeModelCallEvent, async (event) => {
    const message = prompt;
    isFirstCall = false;
    prompt = undefined;
    const block = message && (await begin(message));
    if (block !== undefined) event.cancel = block;
  });
  on<{ resume?: unknown }>(agent, sdk.AfterInvocationEvent, async (event) => {
    if (answer === undefined || !isTurnOpen) return;
    const reply = subagent
      ? await session.subagentStop(subagent, { text: answer, active: wasContinued })
      : await session.stop({ text: answer });
    task = reply.continue;
    isTurnOpen = task !== undefined;
    if (isTurnOpen) event.resume = task;
  });
}

interface ModelCall {
  cancel?: boolean | string;
  readonly agent: { readonly messages: readonly StrandsMessage[] };
}

function hookModel(agent: StrandsAgent, { sdk, session, note }: AgentConnection): void {
  let isBlocked = false;
  let failure: Error | undefined;
  let messages: readonly StrandsMessage[] | undefined;

  on<ModelCall>(agent, sdk.BeforeModelCallEvent, async (event) => {
    failure = undefined;
    messages = undefined;
    isBlocked = Boolean(event.cancel);
    if (isBlocked) return;
    const reply = await session.beforeModel(event.agent.messages.map(asHookMessage));
    isBlocked = reply.block !== undefined;
    if (reply.block !== undefined) event.cancel = reply.block;
    try {
      messages = reply.messages && toStrandsMessages(reply.messages, sdk);
    } catch (error) {
      note(
        `anyhook: messages that a hook wrote are not Strands messages (${errorMessage(error)}); they stay unchanged`,
      );
    }
  });
  const rewrite = (context: object) => (messages ? { ...context, messages } : context);
  (agent as { addMiddleware(stage: unknown, handler: typeof rewrite): void }).addMiddleware(
    sdk.InvokeModelStage.Input,
    rewrite,
  );
  on<{ stopData?: { message: StrandsMessage }; error?: Error }>(agent, sdk.AfterModelCallEvent, async (event) => {
    failure = event.error;
    if (event.stopData && !isBlocked) await session.afterModel({ text: strandsText(event.stopData.message) });
  });
  // Only here: a failed call may be retried.
  on<object>(agent, sdk.AfterInvocationEvent, async () => {
    if (failure && failure.name !== 'CancelledError') await session.error(failure);
    failure = undefined;
  });
}

interface StrandsToolCall {
  /** Changed in place: older versions ignore another object. */
  readonly toolUse: { readonly name: string; readonly toolUseId: string; input: unknown };
  readonly tool?: unknown;
  readonly agent: { readonly cancelSignal?: AbortSignal };
}

interface BeforeToolEvent extends StrandsToolCall {
  cancel: boolean | string;
  interrupt(question: { name: string; reason: unknown }): unknown;
}

interface AfterToolEvent extends StrandsToolCall {
  result: StrandsToolResult;
  readonly error?: Error;
}

function hookTools(agent: StrandsAgent, { sdk, session }: AgentConnection): void {
  /** Calls that do not run: the framework still fires an event after them. */
  const refusedCalls = new Set<string>();
  on<BeforeToolEvent>(agent, sdk.BeforeToolCallEvent, async (event) => {
    const decision = event.cancel ? { reason: event.cancel } : await decide(session, event);
    if ('reason' in decision) {
      refusedCalls.add(event.toolUse.toolUseId);
      event.cancel = decision.reason;
    } else if (decision.input !== event.toolUse.input) event.toolUse.input = decision.input;
  });
  on<AfterToolEvent>(agent, sdk.AfterToolCallEvent, async (event) => {
    if (refusedCalls.delete(event.toolUse.toolUseId)) return;
    const { result, error } = event;
    const text = resultText(result);
    const isError = error !== undefined || result.status === 'error';
    const call = callOf(event);
    const reply = isError ? await session.toolFailed(call, error ?? text) : await session.afterTool(call, text);
    if ('output' in reply || reply.feedback.length > 0) event.result = changedResult(result, reply, sdk);
  });
}

/** Asks the hooks, then a person if the hooks want that: this interrupts the agent, and Strands repeats the event. */
async function decide(
  session: HookSession,
  event: BeforeToolEvent,
): Promise<{ readonly input: unknown } | { readonly reason: string }> {
  const call = callOf(event);
  const decision = await session.beforeTool(call);
  if (decision.kind !== 'ask') return decision;
  const { name } = event.toolUse;
  const { reason } = decision;
  const answer = event.interrupt({ name: 'anyhook', reason: { tool: name, input: decision.input, reason } });
  if (!isYes(answer)) return { reason: `A person refused the call: ${reason}` };
  const last = await session.beforeTool(call, { approved: true });
  return last.kind === 'run' ? last : { reason: last.reason };
}

/** Reads the answer to a confirmation as Strands does: anything but a clear yes is a no. */
function isYes(answer: unknown): boolean {
  return answer === true || (typeof answer === 'string' && /^y(es)?$/i.test(answer.trim()));
}

function callOf({ toolUse: { name, toolUseId: id, input }, tool, agent }: StrandsToolCall): NativeCall {
  const { mcpClient } = Object(tool) as { mcpClient?: { clientName?: unknown; _clientName?: unknown } };
  const server = mcpClient && String(mcpClient.clientName ?? mcpClient._clientName ?? 'mcp');
  return { id, name, input, signal: agent.cancelSignal, ...(server && { mcp: { server, tool: name } }) };
}

interface Reduction {
  readonly agent: StrandsAgent;
  /** Set if the transcript is too long for the model: without a reduction the run ends. */
  readonly error?: Error;
}

async function compact(
  reduction: Reduction,
  reduce: (about: Reduction) => boolean | Promise<boolean>,
  { session, sdk, note }: AgentConnection,
): Promise<boolean> {
  const { context, block, summary } = await session.compactBefore();
  if (block !== undefined && !reduction.error) return false;
  if (block !== undefined)
    note(`anyhook: the transcript is too long for the model, so it is reduced anyway (${block})`);
  if (summary !== undefined) note('anyhook: Strands does not accept a summary from a hook; it uses its own');
  const isShorter = await reduce(reduction);
  if (isShorter) await session.compactAfter();
  const last = (reduction.agent.messages as readonly StrandsMessage[]).findLast(({ role }) => role === 'user');
  addText(last, context, sdk);
  return isShorter;
}

function on<Event>(agent: StrandsAgent, type: unknown, handler: (event: Event) => void | Promise<void>): void {
  agent.addHook(type as never, handler as (event: never) => void);
}
