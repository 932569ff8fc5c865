import type { HookOptions } from './session.js';

/** A LangChain message, as far as it is used here. */
export interface LangChainMessage {
  readonly content: unknown;
  readonly id?: string | undefined;
  getType(): string;
}

/** The message with a tool's result. */
export interface LangChainToolMessage extends LangChainMessage {
  readonly tool_call_id?: string | undefined;
  readonly status?: string | undefined;
}

/** A message as a plain object, from which LangChain creates its own. */
export interface PlainMessage {
  readonly role: string;
  readonly content: unknown;
  readonly id?: string;
}

type MakeMessage = new (fields: Record<string, unknown>) => unknown;

/** The two classes of `@langchain/core/messages` that answers to the framework must be instances of. */
export interface MessageClasses {
  readonly AIMessage: MakeMessage;
  readonly ToolMessage: MakeMessage;
}

// In a variable: the package is installed only where LangChain is used.
const corePackage: string = '@langchain/core/messages';

/** The classes of the installed package, loaded when they are first needed. */
export function messageClasses({ onNote = console.warn }: HookOptions): () => Promise<MessageClasses> {
  let loading: Promise<MessageClasses> | undefined;
  const reportAndThrow = (error: unknown): never => {
    onNote(
      `anyhook: ${corePackage} cannot be loaded from anyhook's location, so a blocked call ends the run; ` +
        'install anyhook next to langchain, or pass its { AIMessage, ToolMessage } as the option "messages"',
    );
    throw error;
  };
  return () => {
    loading ??= import(corePackage).catch(reportAndThrow) as Promise<MessageClasses>;
    return loading;
  };
}

/** The text of a message; if it has blocks, the text of its text blocks. */
export function messageText({ content }: Pick<LangChainMessage, 'content'>): string {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map(textIn).join('') : '';
}

const textIn = (block: unknown): string => {
  if (typeof block === 'string') return block;
  const text: unknown = (block as { text?: unknown } | null)?.text;
  return typeof text === 'string' ? text : '';
};

/** The content with its text replaced; blocks that are not text stay. */
export function withText(content: unknown, text: string): unknown {
  if (!Array.isArray(content)) return text;
  return [{ type: 'text', text }, ...content.filter((block) => textIn(block) === '')];
}

/** The content with more text at its end. */
export function withExtraTexts(content: unknown, texts: readonly string[]): unknown {
  if (texts.length === 0) return content;
  if (Array.isArray(content)) return [...content, ...texts.map((text) => ({ type: 'text', text }))];
  return [content, ...texts].filter((text) => text !== '').join('\n\n');
}

const roles: Readonly<Record<string, string>> = { human: 'user', ai: 'assistant' };

/** A message as hooks see it. */
export function toHookMessage(message: LangChainMessage): PlainMessage {
  const type = message.getType();
  return { role: roles[type] ?? type, content: message.content };
}

/** The messages that hooks returned, with the framework's own objects for those that did not change. */
export function restoreMessages(
  originals: readonly LangChainMessage[],
  returned: readonly PlainMessage[],
): readonly (LangChainMessage | PlainMessage)[] {
  const unused = originals.map((message) => ({ message, text: JSON.stringify(toHookMessage(message)) }));
  return returned.map(({ role, content }) => {
    const index = unused.findIndex(({ text }) => text === JSON.stringify({ role, content }));
    const [unchanged] = index < 0 ? [] : unused.splice(index, 1);
    // A model cannot use a tool's answer without its call.
    return unchanged?.message ?? { role: role === 'tool' ? 'user' : role, content };
  });
}

/**
 * The summary in the transcript that LangChain's summarization makes: it comes after the message that removes the old
 * ones.
 */
export function summaryIn(messages: readonly unknown[]): LangChainMessage | undefined {
  const index = messages.findIndex((message) => isMessage(message) && message.getType() === 'remove');
  const summary = index < 0 ? undefined : messages[index + 1];
  return isMessage(summary) ? summary : undefined;
}

/** The answer to a call in a tool's output: a message, or a command that contains one. */
export function toolMessageIn(output: unknown, id: string | undefined): LangChainToolMessage | undefined {
  return messagesOf(output).find((message) => message.getType() === 'tool' && message.tool_call_id === id);
}

const copiedFields = [...['id', 'name', 'status', 'artifact', 'metadata', 'additional_kwargs', 'response_metadata']];

/** All fields of an answer except its content. */
export const copyWithoutContent = (message: LangChainToolMessage): Record<string, unknown> =>
  Object.fromEntries(copiedFields.map((field) => [field, (message as unknown as Record<string, unknown>)[field]]));

/** A tool's output with one message replaced. */
export function replaceMessage<Output>(output: Output, old: LangChainToolMessage, message: unknown): Output {
  if (output === (old as unknown)) return message as Output;
  const { update } = output as { update: { messages: unknown } };
  update.messages = messagesOf(output).map((one) => (one === old ? message : one));
  return output;
}

function messagesOf(output: unknown): readonly LangChainToolMessage[] {
  if (isMessage(output)) return [output];
  const update: unknown = (output as { update?: { messages?: unknown } } | null)?.update?.messages;
  return (Array.isArray(update) ? update : [update]).filter(isMessage);
}

function isMessage(value: unknown): value is LangChainToolMessage {
  return typeof (value as { getType?: unknown } | null | undefined)?.getType === 'function';
}
