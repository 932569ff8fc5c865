import type { HookSession } from './session.js';

/** A message as providers of the AI SDK get it. */
export interface ModelMessage {
  readonly role: string;
  readonly content: string | readonly Part[];
}

export interface Part {
  readonly type: string;
  readonly text?: string;
}

/** The messages of a call as the hooks want them, or why it does not happen. */
export type Prepared = { readonly messages: readonly ModelMessage[] } | { readonly block: string };

/** What hooks changed in the messages of a conversation, which the SDK sends anew with every call. */
export interface Conversation {
  prepare(messages: readonly ModelMessage[]): Promise<Prepared>;
  /** Messages that the SDK does not know of, after the first ones of a call. They can be others later. */
  insert(after: number, messages: readonly ModelMessage[]): { messages: readonly ModelMessage[] };
}

/** Prompts whose changes are kept; older ones are sent as they were written. */
const mostKept = 1_000;

export const textMessage = (role: string, text: string): ModelMessage => ({ role, content: [{ type: 'text', text }] });

/** Keeps what hooks did to each prompt of a conversation, and does it again in every later call. */
export function createConversation(session: HookSession): Conversation {
  const prompts = new Map<string, ModelMessage>();
  const inserted: { readonly after: number; messages: readonly ModelMessage[] }[] = [];
  let isStarted = false;
  /** A call that is tried again brings the same list. */
  const asked = new WeakMap<object, Promise<string | undefined>>();

  const keyOf = (message: ModelMessage, at: number) => `${at} ${wordsOf(message)}`;
  /** Asks about the prompt; gives why it is blocked. */
  const ask = async (message: ModelMessage, at: number): Promise<string | undefined> => {
    const words = wordsOf(message);
    const { text, context, block } = await session.prompt(words);
    prompts.set(keyOf(message, at), withWords(message, text === words ? undefined : text, context));
    for (const oldest of prompts.keys()) {
      if (prompts.size <= mostKept) break;
      prompts.delete(oldest);
    }
    return block;
  };

  return {
    async prepare(messages) {
      const last = messages.at(-1);
      if (last?.role === 'user') {
        let asking = asked.get(messages);
        if (!asking) {
          asking = ask(last, messages.length - 1);
          asked.set(messages, asking);
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
      const insertedAt = (at: number) => inserted.filter(({ after }) => after === at).flatMap((one) => one.messages);
      const changed = messages.flatMap((message, at) => [
        ...insertedAt(at),
        (message.role === 'user' && prompts.get(keyOf(message, at))) || message,
      ]);
      changed.push(...insertedAt(messages.length));
      const { messages: rewritten, block } = await session.beforeModel(changed);
      return block === undefined ? { messages: rewritten ? rewritten.map(asMessage) : changed } : { block };
    },
    insert(after, messages) {
      const one = { after, messages };
      inserted.push(one);
      return one;
    },
  };
}

const isText = (part: Part): boolean => part.type === 'text';

function wordsOf({ content }: ModelMessage): string {
  if (typeof content === 'string') return content;
  return content
    .filter(isText)
    .map(({ text }) => text ?? '')
    .join('\n');
}

/** The message with other words, if there are any, and with more of them at its end. */
function withWords(message: ModelMessage, words: string | undefined, more: readonly string[]): ModelMessage {
  const { content } = message;
  const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  const kept = words === undefined ? parts : [{ type: 'text', text: words }, ...parts.filter((part) => !isText(part))];
  return { ...message, content: [...kept, ...more.map((text) => ({ type: 'text', text }))] };
}

/** Hooks write plain texts; the SDK wants parts, but for the system's. */
function asMessage(message: { readonly role: string; readonly content: unknown }): ModelMessage {
  const { role, content } = message;
  if (typeof content === 'string' && role !== 'system') return textMessage(role, content);
  return message as ModelMessage;
}
