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
  queueTexts(texts: readonly string[]): void;
}

/** Prompts whose changes are remembered; older prompts are sent as they were written. */
const maxRememberedPrompts = 1_000;

export const userItem = (text: string): ConversationItem => ({ type: 'message', role: 'user', content: text });

export const itemsOf = (input: ConversationInput): readonly ConversationItem[] =>
  typeof input === 'string' ? [userItem(input)] : input;

/** Remembers what hooks did to each prompt of a conversation and repeats it in every later call. */
export function createTranscript(session: HookSession): Transcript {
  const prompts = new Map<string, ConversationItem>();
  const inserted: { readonly after: number; readonly items: readonly ConversationItem[] }[] = [];
  let queuedTexts: readonly string[] = [];
  let isStarted = false;

  const keyOf = (item: ConversationItem, index: number) => `${index} ${textOfItem(item)}`;
  /** Asks the hooks about a new prompt; returns the reason if it is blocked. */
  const askHooks = async (item: ConversationItem, index: number): Promise<string | undefined> => {
    if (prompts.has(keyOf(item, index))) return undefined;
    const words = textOfItem(item);
    const { text, context, block } = await session.prompt(words);
    if (block !== undefined) return block;
    prompts.set(keyOf(item, index), withNewText(item, text === words ? undefined : text, context));
    if (prompts.size > maxRememberedPrompts) prompts.delete(prompts.keys().next().value ?? '');
    return undefined;
  };

  /** Starts the session for a run that continues without a prompt, in a process that has not seen its start. */
  const startSession = async (): Promise<string | undefined> => {
    if (isStarted) return undefined;
    const { context, block } = await session.start();
    queuedTexts = [...context, ...queuedTexts];
    return block;
  };

  return {
    async prepare(input) {
      const items = itemsOf(input);
      const last = items.at(-1);
      const block = last?.role === 'user' ? await askHooks(last, items.length - 1) : await startSession();
      if (block !== undefined) return { block };
      isStarted = true;
      if (queuedTexts.length > 0) inserted.push({ after: items.length, items: queuedTexts.map(userItem) });
      queuedTexts = [];
      const insertedAt = (index: number) => inserted.filter(({ after }) => after === index).flatMap((one) => one.items);
      const changed = items.flatMap((item, index) => [
        ...insertedAt(index),
        (item.role === 'user' && prompts.get(keyOf(item, index))) || item,
      ]);
      changed.push(...insertedAt(items.length));
      const reply = await session.beforeModel(
        changed.map(({ role, content, ...item }) => messageOf(role, content, item)),
      );
      if (reply.block !== undefined) return { block: reply.block };
      return { input: reply.messages ? reply.messages.map(itemOf) : changed };
    },
    insert: (after, items) => void inserted.push({ after, items }),
    queueTexts: (texts) => {
      queuedTexts = [...queuedTexts, ...texts];
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

function textOfItem({ content = '' }: ConversationItem): string {
  if (typeof content === 'string') return content;
  return content
    .filter(({ type }) => type === 'input_text')
    .map(({ text }) => text ?? '')
    .join('\n');
}

/** The item with its text replaced, if `newText` is given, and with more text at its end. */
function withNewText(
  item: ConversationItem,
  newText: string | undefined,
  extraTexts: readonly string[],
): ConversationItem {
  if (typeof item.content === 'string')
    return { ...item, content: [newText ?? item.content, ...extraTexts].join('\n\n') };
  const parts = item.content ?? [];
  const text = (one: string) => ({ type: 'input_text', text: one });
  const newParts =
    newText === undefined ? parts : [text(newText), ...parts.filter(({ type }) => type !== 'input_text')];
  return { ...item, content: [...newParts, ...extraTexts.map(text)] };
}
