import type { HookSession } from './session.js';

/** A message as the AI SDK passes it to providers. */
export interface ModelMessage {
  readonly role: string;
  readonly content: string | readonly MessagePart[];
}

export interface MessagePart {
  readonly type: string;
  readonly text?: string;
}

/** The messages of a call after the hooks, or why the call is blocked. */
export type PreparedPrompt = { readonly messages: readonly ModelMessage[] } | { readonly block: string };

/** What hooks changed in the messages of a conversation; the SDK sends all messages with every call. */
export interface HookedConversation {
  prepare(messages: readonly ModelMessage[]): Promise<PreparedPrompt>;
  /** Inserts messages that the SDK does not know, after the first ones of a call. They can be replaced later. */
  insert(after: number, messages: readonly ModelMessage[]): { messages: readonly ModelMessage[] };
}

/** Prompts whose changes are remembered; older prompts are sent as they were written. */
const maxRememberedPrompts = 1_000;

export const textMessage = (role: string, text: string): ModelMessage => ({ role, content: [{ type: 'text', text }] });

/** Remembers what hooks did to each prompt of a conversation and repeats it in every later call. */
export function createHookedConversation(session: HookSession): HookedConversation {
  const prompts = new Map<string, ModelMessage>();
  const inserted: { readonly after: number; messages: readonly ModelMessage[] }[] = [];
  let isStarted = false;
  /** A retried call has the same list of messages. */
  const askedPrompts = new WeakMap<object, Promise<string | undefined>>();

  const keyOf = (message: ModelMessage, index: number) => `${index} ${textOfMessage(message)}`;
  /** Asks the hooks about the prompt; returns the reason if it is blocked. */
  const askHooks = async (message: ModelMessage, index: number): Promise<string | undefined> => {
    const words = textOfMessage(message);
    const { text, context, block } = await session.prompt(words);
    prompts.set(keyOf(message, index), withNewText(message, text === words ? undefined : text, context));
    if (prompts.size > maxRememberedPrompts) prompts.delete(prompts.keys().next().value ?? '');
    return block;
  };

  return {
    async prepare(messages) {
      const last = messages.at(-1);
      if (last?.role === 'user') {
        let asking = askedPrompts.get(messages);
        if (!asking) {
          asking = askHooks(last, messages.length - 1);
          askedPrompts.set(messages, asking);
        }
        const block = await asking;
        if (block !== undefined) return { block };
      } else if (!isStarted) {
        const { context, block } = await session.start();
        if (block !== undefined) return { block };
        const texts = context.map((text) => textMessage('user', text));
        if (context.length > 0) inserted.push({ after: messages.length, messages: texts });
      }
      isStarted = true;
      const insertedAt = (index: number) =>
        inserted.filter(({ after }) => after === index).flatMap((one) => one.messages);
      const changed = messages.flatMap((message, index) => [
        ...insertedAt(index),
        (message.role === 'user' && prompts.get(keyOf(message, index))) || message,
      ]);
      changed.push(...insertedAt(messages.length));
      const { messages: rewritten, block } = await session.beforeModel(changed);
      return block === undefined ? { messages: rewritten ? rewritten.map(toModelMessage) : changed } : { block };
    },
    insert(after, messages) {
      const one = { after, messages };
      inserted.push(one);
      return one;
    },
  };
}

const isText = (part: MessagePart): boolean => part.type === 'text';

function textOfMessage({ content }: ModelMessage): string {
  if (typeof content === 'string') return content;
  return content
    .filter(isText)
    .map(({ text }) => text ?? '')
    .join('\n');
}

/** The message with its text replaced, if `newText` is given, and with more text at its end. */
function withNewText(message: ModelMessage, newText: string | undefined, extraTexts: readonly string[]): ModelMessage {
  const { content } = message;
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const newParts =
    newText === undefined ? parts : [{ type: 'text', text: newText }, ...parts.filter((part) => !isText(part))];
  return { ...message, content: [...newParts, ...extraTexts.map((text) => ({ type: 'text', text }))] };
}

/** Hooks write plain text; the SDK expects parts, except in system messages. */
function toModelMessage(message: { readonly role: string; readonly content: unknown }): ModelMessage {
  const { role, content } = message;
  if (typeof content === 'string' && role !== 'system') return textMessage(role, content);
  return message as ModelMessage;
}
