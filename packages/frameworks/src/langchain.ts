import type { AgentRef } from '@anyhook/core';
import { createConversationSessions } from './conversation-sessions.js';
import { everyFeature, type Features } from './features.js';
import {
  type LangChainMessage,
  type MessageClasses,
  messageClasses,
  messageText,
  restoreMessages,
  summaryIn,
  toHookMessage,
  withText,
} from './langchain-messages.js';
import {
  type CallWrapper,
  isControlFlow,
  type LangChainRuntime,
  type SessionOf,
  type StateChange,
  type StepHook,
  type StepInput,
  stateChange,
  threadOf,
} from './langchain-step.js';
import { type ToolRequest, wrapTool } from './langchain-tools.js';
import type { FiringEngine, HookOptions, HookSession } from './session.js';

export type { FiringEngine, HookOptions } from './session.js';

/** What hooks can do in LangChain. */
export const features: Features = {
  ...everyFeature('native'),
  subagent: 'wrapped',
  compaction: 'wrapped',
};

export interface LangChainOptions extends HookOptions {
  /** The message classes to use, for an anyhook that is linked rather than installed next to LangChain. */
  readonly messages?: MessageClasses;
}

interface ModelRequest extends StepInput {
  readonly messages: readonly LangChainMessage[];
}

/** One middleware for `createAgent`. */
export interface HookMiddleware {
  readonly name: string;
  readonly beforeAgent: { readonly canJumpTo: 'end'[]; readonly hook: StepHook };
  readonly wrapModelCall: CallWrapper<ModelRequest>;
  readonly wrapToolCall: CallWrapper<ToolRequest>;
  readonly afterAgent: { readonly canJumpTo: 'model'[]; readonly hook: StepHook };
  /** The same `summarizationMiddleware` with hooks on its compaction. */
  compacting<Middleware extends { readonly beforeModel?: unknown }>(summarization: Middleware): Middleware;
  /** Notifies the hooks that the conversations are over. A conversation without a thread id ends with its run. */
  endSessions(): Promise<void>;
}

/**
 * The hooks of an engine as middleware of LangChain. Put it first, so that it sees what the others make of a call.
 * With `agent` it is that of a subagent: its runs are `subagent.start` and `subagent.stop`.
 *
 * @example
 * const agent = createAgent({ model, tools, middleware: [hookMiddleware(await createEngine({ trust: 'project' }))] });
 */
export function hookMiddleware(
  engine: FiringEngine | Promise<FiringEngine>,
  options: LangChainOptions = {},
): HookMiddleware {
  const { agent, messages } = options;
  const classes = messages ? async () => messages : messageClasses(options);
  const conversations = createConversationSessions(engine, { ...options, framework: 'langchain' });
  const sessionOf: SessionOf = ({ state, runtime }) =>
    conversations.sessionFor(threadOf(runtime), ...state.messages.map(({ id }) => id));
  const { begin, finish } = turnSteps({
    sessionOf,
    agent,
    async onEnd(session, runtime) {
      if (threadOf(runtime) === undefined) await conversations.end(session);
    },
  });

  return {
    name: 'anyhook',
    beforeAgent: { canJumpTo: ['end'], hook: begin },
    wrapModelCall: wrapModel(sessionOf, classes),
    wrapToolCall: wrapTool(sessionOf, classes),
    afterAgent: { canJumpTo: ['model'], hook: finish },
    compacting: (summarization) => ({
      ...summarization,
      beforeModel: async (state: StepInput['state'], runtime: LangChainRuntime) => {
        const change = await stepHookOf(summarization.beforeModel)?.(state, runtime);
        const summary = change && summaryIn(change.messages);
        return summary ? compactWithHooks(sessionOf({ state, runtime }), change, summary) : change;
      },
    }),
    endSessions: () => conversations.end(),
  };
}

/** Runs the hooks before and after a model call. */
const wrapModel =
  (sessionOf: SessionOf, classes: () => Promise<MessageClasses>): CallWrapper<ModelRequest> =>
  async (request, handler) => {
    const session = sessionOf(request);
    const reply = await session.beforeModel(request.messages.map(toHookMessage));
    if (reply.block !== undefined) return new (await classes()).AIMessage({ content: reply.block }) as never;
    const changedRequest = reply.messages
      ? { ...request, messages: restoreMessages(request.messages, reply.messages) }
      : request;
    try {
      const answer = await handler(changedRequest);
      await session.afterModel({ text: messageText(answer as LangChainMessage) });
      return answer;
    } catch (error) {
      if (!isControlFlow(error)) await session.error(error);
      throw error;
    }
  };

const stepHookOf = (beforeModel: unknown): StepHook | undefined =>
  typeof beforeModel === 'function' ? (beforeModel as StepHook) : (beforeModel as { hook?: StepHook })?.hook;

/** The new transcript, or no change if a hook blocks the compaction. */
async function compactWithHooks(
  session: HookSession,
  change: StateChange & object,
  summary: LangChainMessage,
): Promise<StateChange> {
  const reply = await session.compactBefore();
  if (reply.block !== undefined) return undefined;
  const summaryText = reply.summary ?? messageText(summary);
  await session.compactAfter({ summary: summaryText });
  if (reply.summary === undefined) return change;
  const newSummary = { ...toHookMessage(summary), content: withText(summary.content, summaryText) };
  const messages = change.messages.map((one) => (one === summary ? newSummary : one));
  return { ...change, messages: messages as never[] };
}

interface TurnOptions {
  readonly sessionOf: SessionOf;
  /** The agent is this subagent: its runs are `subagent.start` and `subagent.stop`. */
  readonly agent: AgentRef | undefined;
  /** Called when a run has ended and no hook wants it to continue. */
  readonly onEnd: (session: HookSession, runtime: Parameters<StepHook>[1]) => Promise<void>;
}

/** The steps before and after a run of the agent. */
function turnSteps({ sessionOf, agent, onEnd }: TurnOptions): { begin: StepHook; finish: StepHook } {
  /** Sessions whose prompt was blocked: they have no turn to stop. */
  const blockedSessions = new WeakSet<HookSession>();
  /** Sessions that a stop hook told to continue. */
  const continuedSessions = new WeakSet<HookSession>();

  const begin: StepHook = async (state, runtime) => {
    const session = sessionOf({ state, runtime });
    const prompt = state.messages.findLast((message) => message.getType() === 'human');
    const text = prompt ? messageText(prompt) : '';
    const reply = agent ? { text, ...(await session.subagentStart(agent, text)) } : await session.prompt(text);
    continuedSessions.delete(session);
    blockedSessions.delete(session);
    if (reply.block !== undefined) {
      blockedSessions.add(session);
      return stateChange([{ role: 'assistant', content: reply.block }], 'end');
    }
    const { id = '', content } = prompt ?? {};
    const rewritten = reply.text === text ? [] : [{ role: 'user', id, content: withText(content, reply.text) }];
    const context = reply.context.length > 0 ? [{ role: 'user', content: reply.context.join('\n\n') }] : [];
    return stateChange([...rewritten, ...context]);
  };

  const finish: StepHook = async (state, runtime) => {
    const session = sessionOf({ state, runtime });
    const last = state.messages.at(-1);
    const stopFields = { text: last ? messageText(last) : '', active: continuedSessions.has(session) };
    if (!blockedSessions.delete(session)) {
      const reply = agent ? await session.subagentStop(agent, stopFields) : await session.stop(stopFields);
      if (reply.continue !== undefined) {
        continuedSessions.add(session);
        return stateChange([{ role: 'user', content: reply.continue }], 'model');
      }
    }
    await onEnd(session, runtime);
    return undefined;
  };

  return { begin, finish };
}
