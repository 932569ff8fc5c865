import type { HookSession } from './session.js';

/** An item of a conversation; only messages are inspected. */
export interface ConversationItem {
  readonly type?: string;
  readonly role?: string;
  readonly content?: string | readonly { readonly type: string; readonly text?: string }[];
}

export type ConversationInput = string | readonly ConversationItem[];

/** The input of a call after the hooks, or why the call is blocked. */
export type PreparedInput = { readonly input: readonly ConversationItem[] } | { readonly block: string };

/** What hooks changed in a conversation; the SDK sends all of it with every call. */
export interface Transcript {
  prepare(input: ConversationInput): Promise<PreparedInput>;
  /** Inserts items that the SDK does not know, after the first ones of a call. */
  insert(after: number, items: readonly ConversationItem[]): void;
  /** Adds text to the next model call. */
  tell(texts: readonly string[]): void;
}

/** Prompts whose changes are remembered; older prompts are sent as they were written. */
const maxKept = 1_000;

export const userItem = (text: string): ConversationItem => ({ type: 'message', role: 'user', content: text });

export const itemsOf = (input: ConversationInput): readonly ConversationItem[] =>
  typeof input === 'string' ? [userItem(input)] : input;

/** Remembers what hooks did to each prompt of a conversation and repeats it in every later call. */
export function createTranscript(session: HookSession): Transcript {
  const prompts = new Map<string, ConversationItem>();
  const inserted: { readonly after: number; readonly items: readonly ConversationItem[] }[] = [];
  let untold: readonly string[] = [];
  let isStarted = false;

  const keyOf = (item: ConversationItem, at: number) => `${at} ${wordsOf(item)}`;
  /** Asks the hooks about a new prompt; gives the reason if it is blocked. */
  const ask = async (item: ConversationItem, at: number): Promise<string | undefined> => {
    if (prompts.has(keyOf(item, at))) return undefined;
    const words = wordsOf(item);
    const { text, context, block } = await session.prompt(words);
    if (block !== undefined) return block;
    prompts.set(keyOf(item, at), withWords(item, text === words ? undefined : text, context));
    for (const oldest of prompts.keys()) {
      if (prompts.size <= maxKept) break;
      prompts.delete(oldest);
    }
    return undefined;
  };

  /** Starts the session for a run that continues without a prompt, in a process that has not seen its start. */
  const begin = async (): Promise<string | undefined> => {
    if (isStarted) return undefined;
    const { context, block } = await session.start();
    untold = [...context, ...untold];
    return block;
  };

  return {
    async prepare(input) {
      const items = itemsOf(input);
      const last = items.at(-1);
      const block = last?.role === 'user' ? await ask(last, items.length - 1) : await begin();
      if (block !== undefined) return { block };
      isStarted = true;
      if (untold.length > 0) inserted.push({ after: items.length, items: untold.map(userItem) });
      untold = [];
      const insertedAt = (at: number) => inserted.filter(({ after }) => after === at).flatMap((one) => one.items);
      const changed = items.flatMap((item, at) => [
        ...insertedAt(at),
        (item.role === 'user' && prompts.get(keyOf(item, at))) || item,
      ]);
      changed.push(...insertedAt(items.length));
      const asked = await session.beforeModel(
        changed.map(({ role, content, ...item }) => messageOf(role, content, item)),
      );
      if (asked.block !== undefined) return { block: asked.block };
      return { input: asked.messages ? asked.messages.map(itemOf) : changed };
    },
    insert: (after, items) => void inserted.push({ after, items }),
    tell: (texts) => {
      untold = [...untold, ...texts];
    },
  };
}

/** An item without a role is a call or its result. */
function messageOf(role: string | undefined, content: ConversationItem['content'], item: object) {
  return role === undefined ? { role: 'tool', content: item } : { role, content: content ?? '', ...item };
}

function itemOf(message: { readonly role: string; readonly content: unknown }): ConversationItem {
  if (message.role === 'tool' && typeof message.content === 'object') return message.content as ConversationItem;
  return message as ConversationItem;
}

function wordsOf({ content = '' }: ConversationItem): string {
  if (typeof content === 'string') return content;
  return content
    .filter(({ type }) => type === 'input_text')
    .map(({ text }) => text ?? '')
    .join('\n');
}

/** The item with its text replaced, if `words` is given, and with more text at its end. */
function withWords(item: ConversationItem, words: string | undefined, more: readonly string[]): ConversationItem {
  if (typeof item.content === 'string') return { ...item, content: [words ?? item.content, ...more].join('\n\n') };
  const parts = item.content ?? [];
  const text = (one: string) => ({ type: 'input_text', text: one });
  const kept = words === undefined ? parts : [text(words), ...parts.filter(({ type }) => type !== 'input_text')];
  return { ...item, content: [...kept, ...more.map(text)] };
}
