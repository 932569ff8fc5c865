import type { Block, Message, StrandsSdk, ToolResult } from './strands-sdk.js';
import { textOf } from './to-text.js';

/** The text of a message. */
export const plain = ({ content }: Pick<Message, 'content'>): string => content.filter(isText).map(read).join('\n');

/** A tool's output as text for hooks. Images and other media are only named. */
export const resultText = ({ content }: ToolResult): string => content.map(read).join('\n');

/** Whether a message has tool calls, or their results. */
export const has = ({ content }: Message, type: 'toolUseBlock' | 'toolResultBlock'): boolean =>
  content.some((block) => block.type === type);

const isText = ({ type }: Block): boolean => type === 'textBlock';

function read({ type, text, json }: Block): string {
  if (typeof text === 'string') return text;
  return type === 'jsonBlock' ? textOf(json) : `[${type}]`;
}

/** Replaces the text of a message. */
export function reword(message: Message, text: string, { TextBlock }: StrandsSdk): void {
  const rest = message.content.filter((block) => !isText(block));
  message.content.splice(0, message.content.length, new TextBlock(text) as Block, ...rest);
}

/** Adds the hooks' text for the model. */
export function addText(message: Message | undefined, texts: readonly string[], { TextBlock }: StrandsSdk): void {
  if (texts.length > 0) message?.content.push(new TextBlock(texts.join('\n\n')) as Block);
}

/** The same result with more text and, if a hook replaced it, another output. */
export function changedResult(
  result: ToolResult,
  { output, feedback }: { readonly output?: unknown; readonly feedback: readonly string[] },
  { TextBlock, ToolResultBlock }: StrandsSdk,
): ToolResult {
  const { toolUseId, status, error } = result;
  const content = [
    ...(output === undefined ? result.content : [new TextBlock(textOf(output))]),
    ...(feedback.length > 0 ? [new TextBlock(feedback.join('\n\n'))] : []),
  ];
  return new ToolResultBlock({ toolUseId, status, content, ...(error && { error }) } as never) as ToolResult;
}

/** A message as hooks of model calls see it. */
export function seenBy(message: Message): { role: string; content: unknown } {
  const { content = message.content } = (message.toJSON?.() ?? message) as { content?: unknown };
  return { role: message.role, content };
}

/** Messages that a hook wrote, as the framework's own objects. Throws if one is not a message. */
export function backIn(
  messages: readonly { readonly role: string; readonly content: unknown }[],
  { Message }: StrandsSdk,
): readonly Message[] {
  return messages.map(({ role, content }) => {
    const data = { role, content: typeof content === 'string' ? [{ text: content }] : content };
    return Message.fromMessageData(data as never) as Message;
  });
}
