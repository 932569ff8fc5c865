import { randomUUID } from 'node:crypto';
import type { ConversationSessions } from './conversation-sessions.js';
import type { MastraTools, ToolHooks } from './mastra-tools.js';
import type { HookSession } from './session.js';

/** A message as Mastra stores it, as far as it is used here. */
export interface MastraMessage {
  readonly id: string;
  readonly role: string;
  readonly threadId?: string | undefined;
  readonly createdAt?: Date | undefined;
  readonly content: MastraContent;
}

interface MastraContent {
  readonly format?: number;
  readonly parts?: readonly { readonly type: string; readonly text?: string }[];
  readonly content?: string;
}

interface ProcessorArgs {
  readonly messages: MastraMessage[];
  readonly abort: (reason?: string) => never;
}

/** A processor of messages, before and after every run and every model call. */
export interface Processor {
  readonly id: string;
  processInput(args: ProcessorArgs): Promise<MastraMessage[]>;
  processInputStep(
    args: ProcessorArgs & { readonly tools?: MastraTools },
  ): Promise<{ messages: MastraMessage[]; tools?: MastraTools }>;
  processOutputStep(args: ProcessorArgs & { readonly text?: string }): Promise<MastraMessage[]>;
}

/** The last text of the model in one round of the loop. */
export interface Iteration {
  readonly text: string;
  readonly isFinal: boolean;
  readonly threadId?: string | undefined;
  readonly messages: readonly MastraMessage[];
}

export interface IterationReply {
  readonly continue?: boolean;
}

export type OnIteration = (iteration: Iteration) => IterationReply | undefined | Promise<IterationReply | undefined>;

/** Hooks on the steps of an agent's loop. */
export interface StepHooks {
  readonly processor: Processor;
  /** The user's own callback runs first; hooks are asked only if it lets the agent end. */
  onIteration(userCallback: OnIteration | undefined): OnIteration;
}

const idPrefix = 'anyhook-';

export function hookSteps(conversations: ConversationSessions, tools: ToolHooks): StepHooks {
  /** Feedback of stop hooks, kept until the next model call: Mastra drops the feedback of a last round. */
  const pendingFeedback = new WeakMap<HookSession, string>();
  const sessionOf = (messages: readonly MastraMessage[]) => {
    const prompt = promptIn(messages);
    return conversations.sessionFor(prompt?.threadId ?? undefined, prompt?.id);
  };
  const refuse = async (session: HookSession, args: ProcessorArgs, reason: string): Promise<never> => {
    if (promptIn(args.messages)?.threadId === undefined) await conversations.end(session);
    return args.abort(reason);
  };

  const processor: Processor = {
    id: 'anyhook',
    async processInput(args) {
      const prompt = promptIn(args.messages);
      // A run that continues after an approval also gets here, without a new prompt.
      if (!prompt) return args.messages;
      const text = textIn(prompt);
      const session = sessionOf(args.messages);
      const reply = await session.prompt(text);
      if (reply.block !== undefined) return refuse(session, args, reply.block);
      const messages = args.messages.map((one) =>
        one === prompt && reply.text !== text ? { ...one, content: withText(one.content, reply.text) } : one,
      );
      return reply.context.length > 0 ? [...messages, userMessage(reply.context.join('\n\n'), messages)] : messages;
    },
    async processInputStep({ tools: stepTools = {}, ...args }) {
      const session = sessionOf(args.messages);
      const feedback = pendingFeedback.get(session);
      pendingFeedback.delete(session);
      const messages =
        feedback === undefined ? args.messages : [...args.messages, userMessage(feedback, args.messages)];
      const hookMessages = messages.map((one) => ({ role: one.role, content: textIn(one) }));
      const reply = await session.beforeModel(hookMessages);
      if (reply.block !== undefined) return refuse(session, args, reply.block);
      return {
        messages: reply.messages ? restoreOriginals(messages, reply.messages) : messages,
        tools: tools.wrapStepTools(stepTools, session),
      };
    },
    async processOutputStep({ messages, text = '' }) {
      await sessionOf(messages).afterModel({ text });
      return messages;
    },
  };

  return {
    processor,
    onIteration: (userCallback) => async (iteration) => {
      const userReply = await userCallback?.(iteration);
      if (!iteration.isFinal || userReply?.continue !== undefined) return userReply;
      const session = sessionOf(iteration.messages);
      const reply = await session.stop({ text: iteration.text });
      if (reply.continue !== undefined) {
        pendingFeedback.set(session, reply.continue);
        return { ...userReply, continue: true };
      }
      if (promptIn(iteration.messages)?.threadId === undefined) await conversations.end(session);
      return userReply;
    },
  };
}

/** The user's last message. */
const promptIn = (messages: readonly MastraMessage[]): MastraMessage | undefined =>
  messages.findLast(({ role, id }) => role === 'user' && !id.startsWith(idPrefix));

function textIn(message: MastraMessage | undefined): string {
  const { parts, content = '' } = message?.content ?? {};
  const texts = parts?.flatMap(({ type, text }) => (type === 'text' && text !== undefined ? [text] : []));
  return texts?.join('') ?? content;
}

function withText({ content: _, ...content }: MastraContent, text: string): MastraContent {
  const others = content.parts?.filter(({ type }) => type !== 'text') ?? [];
  return { ...content, parts: [{ type: 'text', text }, ...others] };
}

/** Text for the model, after these messages: Mastra sorts messages by time. */
function userMessage(text: string, messages: readonly MastraMessage[]): MastraMessage {
  const content = { format: 2, parts: [{ type: 'text', text }] };
  const createdAt = new Date(Math.max(0, ...messages.map((one) => Number(one.createdAt ?? 0))) + 1);
  return { ...promptIn(messages), id: `${idPrefix}${randomUUID()}`, role: 'user', createdAt, content };
}

type HookMessages = readonly { readonly role: string; readonly content: unknown }[];

/** The messages that hooks returned, with Mastra's own objects for those that did not change. */
function restoreOriginals(originals: readonly MastraMessage[], returned: HookMessages): MastraMessage[] {
  const unused = [...originals];
  return returned.map(({ role, content }) => {
    const index = unused.findIndex((one) => one.role === role && textIn(one) === content);
    const [unchanged] = index < 0 ? [] : unused.splice(index, 1);
    const text = typeof content === 'string' ? content : JSON.stringify(content);
    return unchanged ?? { ...userMessage(text, originals), role };
  });
}
