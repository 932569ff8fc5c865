import type { NativeCall } from './calls.js';
import { conversationsOf } from './conversations.js';
import type { Features } from './features.js';
import {
  answerIn,
  backIn,
  type Message,
  type MessageClasses,
  messageClasses,
  type PlainMessage,
  plain,
  replaced,
  rest,
  seenBy,
  summaryIn,
  withMore,
  withText,
} from './langchain-messages.js';
import type { FiringEngine, HookOptions, HookSession } from './session.js';
import { messageOf } from './to-text.js';

export type { FiringEngine, HookOptions } from './session.js';

/** What hooks can do in LangChain. */
export const features: Features = {
  start: 'native',
  'prompt.inject': 'native',
  'prompt.rewrite': 'native',
  'prompt.block': 'native',
  'model.before': 'native',
  'model.after': 'native',
  'tool.deny': 'native',
  'tool.rewrite': 'native',
  'tool.ask': 'native',
  'tool.output': 'native',
  'tool.feedback': 'native',
  'tool.failure': 'native',
  stop: 'native',
  subagent: 'wrapped',
  compaction: 'wrapped',
  stream: 'native',
};

export interface LangChainOptions extends HookOptions {
  /** For an anyhook that is linked rather than installed beside LangChain: the message classes to use. */
  readonly messages?: MessageClasses;
}

interface Runtime {
  readonly configurable?: { readonly thread_id?: unknown } | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly interrupt?: ((value: never) => unknown) | undefined;
}

interface Step {
  readonly state: { readonly messages: readonly Message[] };
  readonly runtime: Runtime;
}

interface ToolRequest extends Step {
  readonly toolCall: { readonly id?: string | undefined; readonly name: string; readonly args: unknown };
}

interface ModelRequest extends Step {
  readonly messages: readonly Message[];
}

/** What a step changes. LangChain makes messages of plain objects, which its types do not say. */
type Change = { messages: never[]; jumpTo?: never } | undefined;
type StepHook = (state: Step['state'], runtime: Runtime) => Promise<Change>;
type Around<Request> = <R extends Request, Answer>(
  request: R,
  handler: (request: R) => Answer | Promise<Answer>,
) => Promise<Answer>;

/** One middleware for `createAgent`. */
export interface HookMiddleware {
  readonly name: string;
  readonly beforeAgent: { readonly canJumpTo: 'end'[]; readonly hook: StepHook };
  readonly wrapModelCall: Around<ModelRequest>;
  readonly wrapToolCall: Around<ToolRequest>;
  readonly afterAgent: { readonly canJumpTo: 'model'[]; readonly hook: StepHook };
  /** The same `summarizationMiddleware` with hooks on what it does. */
  compacting<Middleware extends { readonly beforeModel?: unknown }>(summarization: Middleware): Middleware;
  /** Tells the hooks that the conversations are over. One without a thread id ends with its run. */
  endSessions(): Promise<void>;
}

/**
 * The hooks of an engine as middleware of LangChain. Put it first, so that it sees what the others make of a call.
 * With `agent` it is that of a subagent: its runs are `subagent.start` and `subagent.stop`.
 *
 * @example
 * const agent = createAgent({ model, tools, middleware: [hookMiddleware(await createEngine())] });
 */
export function hookMiddleware(
  engine: FiringEngine | Promise<FiringEngine>,
  options: LangChainOptions = {},
): HookMiddleware {
  const { agent, messages } = options;
  const classes = messages ? async () => messages : messageClasses(options);
  const conversations = conversationsOf(engine, { ...options, framework: 'langchain' });
  const sessionOf = ({ state, runtime }: Step) =>
    conversations.of(threadOf(runtime), ...state.messages.map(({ id }) => id));
  /** Sessions whose prompt was blocked: they have no turn that could stop. */
  const blocked = new WeakSet<HookSession>();
  const continued = new WeakSet<HookSession>();

  const begin: StepHook = async (state, runtime) => {
    const session = sessionOf({ state, runtime });
    const prompt = state.messages.findLast((message) => message.getType() === 'human');
    const text = prompt ? plain(prompt) : '';
    const reply = agent ? { text, ...(await session.subagentStart(agent, text)) } : await session.prompt(text);
    continued.delete(session);
    blocked.delete(session);
    if (reply.block !== undefined) {
      blocked.add(session);
      return change([{ role: 'assistant', content: reply.block }], 'end');
    }
    const { id = '', content } = prompt ?? {};
    const rewritten = reply.text === text ? [] : [{ role: 'user', id, content: withText(content, reply.text) }];
    const context = reply.context.length > 0 ? [{ role: 'user', content: reply.context.join('\n\n') }] : [];
    return change([...rewritten, ...context]);
  };

  const finish: StepHook = async (state, runtime) => {
    const session = sessionOf({ state, runtime });
    const last = state.messages.at(-1);
    const end = { text: last ? plain(last) : '', active: continued.has(session) };
    if (!blocked.delete(session)) {
      const reply = agent ? await session.subagentStop(agent, end) : await session.stop(end);
      if (reply.continue !== undefined) {
        continued.add(session);
        return change([{ role: 'user', content: reply.continue }], 'model');
      }
    }
    if (threadOf(runtime) === undefined) await conversations.end(session);
    return undefined;
  };

  return {
    name: 'anyhook',
    beforeAgent: { canJumpTo: ['end'], hook: begin },
    wrapModelCall: async (request, handler) => {
      const session = sessionOf(request);
      const reply = await session.beforeModel(request.messages.map(seenBy));
      if (reply.block !== undefined) return new (await classes()).AIMessage({ content: reply.block }) as never;
      const changed = reply.messages ? { ...request, messages: backIn(request.messages, reply.messages) } : request;
      try {
        const answer = await handler(changed);
        await session.afterModel({ text: plain(answer as Message) });
        return answer;
      } catch (error) {
        if (!bubbles(error)) await session.error(error);
        throw error;
      }
    },
    wrapToolCall: async (request, handler) => {
      const session = sessionOf(request);
      const { toolCall, runtime } = request;
      const { id: tool_call_id, name } = toolCall;
      const answer = async (content: unknown, more: object = { status: 'error' }) =>
        new (await classes()).ToolMessage({ tool_call_id, name, ...more, content }) as never;
      const first = { id: tool_call_id, name, input: toolCall.args, signal: runtime.signal };
      const { call, run, reason } = await decide(session, first, runtime);
      if (!run) return answer(reason);
      try {
        const args = run.input;
        const output = await handler(
          args === toolCall.args ? request : { ...request, toolCall: { ...toolCall, args } },
        );
        const message = answerIn(output, tool_call_id);
        const text = message ? plain(message) : '';
        const isError = message?.status === 'error';
        const reply = isError ? await session.toolFailed(call, text) : await session.afterTool(call, text);
        if (!message || (!('output' in reply) && reply.feedback.length === 0)) return output;
        const content = withMore('output' in reply ? reply.output : message.content, reply.feedback);
        return replaced(output, message, await answer(content, rest(message)));
      } catch (error) {
        if (bubbles(error) || runtime.signal?.aborted) throw error;
        const { feedback } = await session.toolFailed(call, error);
        // As LangChain itself tells it to the model; thrown through a middleware it would end the run.
        return answer(withMore(`${error}\n Please fix your mistakes.`, feedback));
      }
    },
    afterAgent: { canJumpTo: ['model'], hook: finish },
    compacting: (summarization) => ({
      ...summarization,
      beforeModel: async (state: Step['state'], runtime: Runtime) => {
        const change = await hookIn(summarization.beforeModel)?.(state, runtime);
        const summary = change && summaryIn(change.messages);
        return summary ? compacted(sessionOf({ state, runtime }), change, summary) : change;
      },
    }),
    endSessions: () => conversations.end(),
  };
}

const hookIn = (beforeModel: unknown): StepHook | undefined =>
  typeof beforeModel === 'function' ? (beforeModel as StepHook) : (beforeModel as { hook?: StepHook })?.hook;

/** The new transcript, unless hooks want the old one. */
async function compacted(session: HookSession, change: Change & object, summary: Message): Promise<Change> {
  const reply = await session.compactBefore();
  if (reply.block !== undefined) return undefined;
  const words = reply.summary ?? plain(summary);
  await session.compactAfter({ summary: words });
  if (reply.summary === undefined) return change;
  const replacing = { ...seenBy(summary), content: withText(summary.content, words) };
  const messages = change.messages.map((one) => (one === summary ? replacing : one));
  return { ...change, messages: messages as never[] };
}

interface Decided {
  /** The call as it was decided: a person may have changed it. */
  readonly call: NativeCall;
  readonly run?: { readonly input: unknown };
  readonly reason?: string;
}

/** Asks the hooks and, where they want it, a person. */
async function decide(session: HookSession, call: NativeCall, runtime: Runtime): Promise<Decided> {
  const decision = await session.beforeTool(call);
  if (decision.kind === 'run') return { call, run: decision };
  if (decision.kind === 'deny') return { call, reason: decision.reason };
  const answer = askPerson(call.name, decision, runtime);
  if (answer.no !== undefined) return { call, reason: answer.no };
  const approved = 'input' in answer ? { ...call, input: answer.input } : call;
  const last = await session.beforeTool(approved, { approved: true });
  return last.kind === 'run' ? { call: approved, run: last } : { call, reason: last.reason };
}

type Answer = { readonly no: string } | { readonly no?: never; readonly input?: unknown };

/** Interrupts the run in the words of LangChain's own approval; the run comes here again with the answer. */
function askPerson(name: string, ask: { readonly reason: string; readonly input: unknown }, runtime: Runtime): Answer {
  const question = {
    actionRequests: [{ name, args: ask.input, description: ask.reason }],
    reviewConfigs: [{ actionName: name, allowedDecisions: ['approve', 'edit', 'reject'] }],
  };
  if (!runtime.interrupt) return { no: `${ask.reason} (Nobody can be asked.)` };
  try {
    return answerOf(runtime.interrupt(question as never), ask.reason);
  } catch (error) {
    if (bubbles(error)) throw error;
    return { no: `${ask.reason} (Nobody could be asked: ${messageOf(error)})` };
  }
}

/** What is no clear yes is a no. */
function answerOf(value: unknown, reason: string): Answer {
  const { decisions: [decision] = [] } = (value ?? {}) as {
    decisions?: { type?: string; message?: string; editedAction?: { args?: unknown } }[];
  };
  if (decision?.type === 'approve') return {};
  if (decision?.type === 'edit' && decision.editedAction) return { input: decision.editedAction.args };
  return { no: decision?.message ?? reason };
}

function threadOf({ configurable }: Runtime): string | undefined {
  const thread = configurable?.thread_id;
  return thread === undefined || thread === null ? undefined : String(thread);
}

/** Interrupts and jumps travel as errors and are none. */
const bubbles = (error: unknown): boolean => (error as { is_bubble_up?: unknown } | null)?.is_bubble_up === true;

function change(messages: readonly PlainMessage[], jumpTo?: string): Change {
  if (messages.length === 0 && jumpTo === undefined) return undefined;
  return { messages: messages as never[], ...(jumpTo !== undefined && { jumpTo: jumpTo as never }) };
}
