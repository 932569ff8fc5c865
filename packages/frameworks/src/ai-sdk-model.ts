import {
  createHookedConversation,
  type HookedConversation,
  type MessagePart,
  type ModelMessage,
  textMessage,
} from './ai-sdk-prompt.js';
import type { HookSession } from './session.js';
import { HookBlock } from './session.js';

/** The part of a language model that the adapter wraps; versions 2 to 4 of the specification have it. */
export interface LanguageModel {
  readonly specificationVersion: string;
  readonly provider: string;
  readonly modelId: string;
  readonly supportedUrls: unknown;
  doGenerate(options: CallOptions): PromiseLike<GenerateResult>;
  doStream(options: CallOptions): PromiseLike<StreamResult>;
}

interface CallOptions {
  readonly prompt: readonly ModelMessage[];
  readonly responseFormat?: { readonly type: string };
}

interface GenerateResult {
  readonly content: readonly MessagePart[];
  readonly finishReason: unknown;
  readonly usage: unknown;
}

interface StreamResult {
  readonly stream: ReadableStream<StreamPart>;
}

interface StreamPart extends MessagePart {
  readonly delta?: string;
  readonly usage?: unknown;
  readonly finishReason?: unknown;
  readonly providerExecuted?: boolean;
}

/** The same model with hooks on prompts, model calls and the end of a turn. */
export function hookAiSdkModel(model: LanguageModel, session: HookSession): LanguageModel {
  const conversation = createHookedConversation(session);
  const context: HookedModelContext = { model, session, conversation };
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    get supportedUrls() {
      return model.supportedUrls;
    },
    doGenerate: (options) => generate(options, context),
    doStream: (options) => stream(options, context),
  };
}

interface HookedModelContext {
  readonly model: LanguageModel;
  readonly session: HookSession;
  readonly conversation: HookedConversation;
}

async function generate(options: CallOptions, context: HookedModelContext): Promise<GenerateResult> {
  const { model, session, conversation } = context;
  let usage: unknown;
  for (;;) {
    const prepared = await conversation.prepare(options.prompt);
    if ('block' in prepared)
      return { ...refusalResult(prepared.block, options, model), warnings: [] } as GenerateResult;
    const result = await model.doGenerate({ ...options, prompt: prepared.messages });
    const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    await session.afterModel({ text });
    usage = addUsage(usage, result.usage);
    const task = await nextTask(result.content, result.finishReason, { text, session });
    if (task === undefined) return { ...result, usage };
    conversation.insert(options.prompt.length, [...assistantMessages(text), textMessage('user', task)]);
  }
}

async function stream(options: CallOptions, context: HookedModelContext): Promise<StreamResult> {
  const { model, conversation } = context;
  const prepared = await conversation.prepare(options.prompt);
  if ('block' in prepared) return { stream: ReadableStream.from(refusalParts(prepared.block, options, model)) };
  const first = await model.doStream({ ...options, prompt: prepared.messages });
  return { ...first, stream: ReadableStream.from(streamWithHooks(first.stream, options, context)) };
}

/** Streams every part immediately; only the end waits for the hooks. */
async function* streamWithHooks(
  first: ReadableStream<StreamPart>,
  options: CallOptions,
  { model, session, conversation }: HookedModelContext,
): AsyncGenerator<StreamPart> {
  let usage: unknown;
  for (let parts: AsyncIterable<StreamPart> = first; ; ) {
    const calls: MessagePart[] = [];
    let text = '';
    let finish: StreamPart | undefined;
    for await (const part of parts) {
      if (part.type === 'text-delta') text += part.delta ?? part.text ?? '';
      if (part.type === 'tool-call') calls.push(part);
      if (part.type === 'finish') finish = part;
      else if (parts === first || part.type !== 'stream-start') yield part;
    }
    await session.afterModel({ text });
    if (!finish) return;
    usage = addUsage(usage, finish.usage);
    const task = await nextTask(calls, finish.finishReason, { text, session });
    if (task === undefined) return yield { ...finish, usage };
    const taskMessage = textMessage('user', task);
    const inserted = conversation.insert(options.prompt.length, [...assistantMessages(text), taskMessage]);
    const prepared = await conversation.prepare(options.prompt);
    if ('block' in prepared) return yield { ...finish, usage };
    parts = (await model.doStream({ ...options, prompt: prepared.messages })).stream;
    // This text has been streamed: in later calls the SDK's own message contains it.
    inserted.messages = [taskMessage];
  }
}

const assistantMessages = (text: string): readonly ModelMessage[] =>
  text === '' ? [] : [textMessage('assistant', text)];

/** What the agent must do before it may stop. Only an answer without tool calls is a stop. */
async function nextTask(
  content: readonly MessagePart[],
  finishReason: unknown,
  { text, session }: { readonly text: string; readonly session: HookSession },
): Promise<string | undefined> {
  const { unified = finishReason } = Object(finishReason) as { readonly unified?: unknown };
  if (unified === 'error' || unified === 'content-filter') return undefined;
  const hasCalls = content.some((part: StreamPart) => part.type === 'tool-call' && part.providerExecuted !== true);
  return hasCalls ? undefined : (await session.stop({ text })).continue;
}

/** An answer instead of the model's; an error if the answer must be JSON. */
function refusalResult(reason: string, { responseFormat }: CallOptions, { specificationVersion }: LanguageModel) {
  if (responseFormat?.type === 'json') throw new HookBlock(reason);
  const usesFlatFields = specificationVersion === 'v2';
  const zeroUsage = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };
  return {
    content: [{ type: 'text', text: reason }],
    finishReason: usesFlatFields ? 'content-filter' : { unified: 'content-filter', raw: 'hook' },
    usage: usesFlatFields
      ? { inputTokens: 0, outputTokens: 0, totalTokens: 0 }
      : { inputTokens: zeroUsage, outputTokens: zeroUsage },
    providerMetadata: { anyhook: { blocked: reason } },
  };
}

function refusalParts(reason: string, options: CallOptions, model: LanguageModel): readonly StreamPart[] {
  const { content: _content, ...finish } = refusalResult(reason, options, model);
  const id = 'anyhook';
  return [
    { type: 'stream-start', warnings: [] },
    { type: 'text-start', id },
    { type: 'text-delta', id, delta: reason },
    { type: 'text-end', id },
    { type: 'finish', ...finish },
  ] as readonly StreamPart[];
}

/** The usage of two calls: numbers are added at any depth. */
function addUsage(first: unknown, second: unknown): unknown {
  if (typeof first === 'number' && typeof second === 'number') return first + second;
  if (typeof first !== 'object' || first === null || typeof second !== 'object' || second === null) {
    return second ?? first;
  }
  const total = { ...first, ...second } as Record<string, unknown>;
  for (const key of Object.keys(total)) {
    const [one, other] = [first, second].map((usage) => (usage as Readonly<Record<string, unknown>>)[key]);
    total[key] = addUsage(one, other);
  }
  return total;
}
