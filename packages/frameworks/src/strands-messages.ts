import type { ContentBlock, StrandsMessage, StrandsSdk, StrandsToolResult } from './strands-sdk.js';
import { textOf } from './to-text.js';

/** The text of a message. */
export const strandsText = ({ content }: Pick<StrandsMessage, 'content'>): string =>
  content.filter(isText).map(blockText).join('\n');

/** A tool's output as text for hooks. Images and other media are only named. */
export const resultText = ({ content }: StrandsToolResult): string => content.map(blockText).join('\n');

/** Whether a message has tool calls, or their results. */
export const hasBlock = ({ content }: StrandsMessage, type: 'toolUseBlock' | 'toolResultBlock'): boolean =>
  content.some((block) => block.type === type);

const isText = ({ type }: ContentBlock): boolean => type === 'textBlock';

function blockText({ type, text, json }: ContentBlock): string {
  if (typeof text === 'string') return text;
  return type === 'jsonBlock' ? textOf(json) : `[${type}]`;
}

/** Replaces the text of a message. */
export function setMessageText(message: StrandsMessage, text: string, { TextBlock }: StrandsSdk): void {
  const rest = message.content.filter((block) => !isText(block));
  message.content.splice(0, message.content.length, new TextBlock(text) as ContentBlock, ...rest);
}

/** Adds the hooks' text for the model. */
export function addText(
  message: StrandsMessage | undefined,
  texts: readonly string[],
  { TextBlock }: StrandsSdk,
): void {
  if (texts.length > 0) message?.content.push(new TextBlock(texts.join('\n\n')) as ContentBlock);
}

/** The same result with more text and, if a hook replaced it, another output. */
export function changedResult(
  result: StrandsToolResult,
  { output, feedback }: { readonly output?: unknown; readonly feedback: readonly string[] },
  { TextBlock, ToolResultBlock }: StrandsSdk,
): StrandsToolResult {
  const { toolUseId, status, error } = result;
  const content = [
    ...(output === undefined ? result.content : [new TextBlock(textOf(output))]),
    ...(feedback.length > 0 ? [new TextBlock(feedback.join('\n\n'))] : []),
  ];
  return new ToolResultBlock({ toolUseId, status, content, ...(error && { error }) } as never) as StrandsToolResult;
}

/** A message in the form for hooks of model calls. */
export function asHookMessage(message: StrandsMessage): { role: string; content: unknown } {
  const { content = message.content } = (message.toJSON?.() ?? message) as { content?: unknown };
  return { role: message.role, content };
}

/** Messages that a hook wrote, as the framework's own objects. Throws if one is not a message. */
export function toStrandsMessages(
  messages: readonly { readonly role: string; readonly content: unknown }[],
  { Message }: StrandsSdk,
): readonly StrandsMessage[] {
  return messages.map(({ role, content }) => {
    const data = { role, content: typeof content === 'string' ? [{ text: content }] : content };
    return Message.fromMessageData(data as never) as StrandsMessage;
  });
}
