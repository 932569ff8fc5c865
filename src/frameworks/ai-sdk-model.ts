import {
  createHookedConversation,
  type HookedConversation,
  type MessagePart,
  type ModelMessage,
  textMessage,
} from './ai-sdk-prompt.js';
import { HookBlock } from './hook-block.js';
import type { HookSession } from './session.js';

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
  const around: HookedModelContext = { model, session, conversation };
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    get supportedUrls() {
      return model.supportedUrls;
    },
    doGenerate: (options) => generate(options, around),
    doStream: (options) => stream(options, around),
  };
}

interface HookedModelContext {
  readonly model: LanguageModel;
  readonly session: HookSession;
  readonly conversation: HookedConversation;
}

async function generate(options: CallOptions, around: HookedModelContext): Promise<GenerateResult> {
  const { model, session, conversation } = around;
  let usage: unknown;
  for (;;) {
    const prepared = await conversation.prepare(options.prompt);
    if ('block' in prepared) return { ...refused(prepared.block, options, model), warnings: [] } as GenerateResult;
    const result = await model.doGenerate({ ...options, prompt: prepared.messages });
    const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    await session.afterModel({ text });
    usage = sum(usage, result.usage);
    const task = await next(result.content, result.finishReason, { text, session });
    if (task === undefined) return { ...result, usage };
    conversation.insert(options.prompt.length, [...said(text), textMessage('user', task)]);
  }
}

async function stream(options: CallOptions, around: HookedModelContext): Promise<StreamResult> {
  const { model, conversation } = around;
  const prepared = await conversation.prepare(options.prompt);
  if ('block' in prepared) return { stream: ReadableStream.from(refusedParts(prepared.block, options, model)) };
  const first = await model.doStream({ ...options, prompt: prepared.messages });
  return { ...first, stream: ReadableStream.from(continued(first.stream, options, around)) };
}

/** Streams everything at once; only the end waits for the hooks. */
async function* continued(
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
    usage = sum(usage, finish.usage);
    const task = await next(calls, finish.finishReason, { text, session });
    if (task === undefined) return yield { ...finish, usage };
    const order = textMessage('user', task);
    const inserted = conversation.insert(options.prompt.length, [...said(text), order]);
    const prepared = await conversation.prepare(options.prompt);
    if ('block' in prepared) return yield { ...finish, usage };
    parts = (await model.doStream({ ...options, prompt: prepared.messages })).stream;
    // This text has been streamed: in later calls the SDK's own message contains it.
    inserted.messages = [order];
  }
}

const said = (text: string): readonly ModelMessage[] => (text === '' ? [] : [textMessage('assistant', text)]);

/** What the agent must do before it may stop. Only an answer without tool calls is a stop. */
async function next(
  content: readonly MessagePart[],
  finishReason: unknown,
  { text, session }: { readonly text: string; readonly session: HookSession },
): Promise<string | undefined> {
  const { unified = finishReason } = Object(finishReason) as { readonly unified?: unknown };
  if (unified === 'error' || unified === 'content-filter') return undefined;
  const calls = content.some((part: StreamPart) => part.type === 'tool-call' && part.providerExecuted !== true);
  return calls ? undefined : (await session.stop({ text })).continue;
}

/** An answer instead of the model's; an error if the answer must be JSON. */
function refused(reason: string, { responseFormat }: CallOptions, { specificationVersion }: LanguageModel) {
  if (responseFormat?.type === 'json') throw new HookBlock(reason);
  const flat = specificationVersion === 'v2';
  const none = { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0, text: 0, reasoning: 0 };
  return {
    content: [{ type: 'text', text: reason }],
    finishReason: flat ? 'content-filter' : { unified: 'content-filter', raw: 'hook' },
    usage: flat ? { inputTokens: 0, outputTokens: 0, totalTokens: 0 } : { inputTokens: none, outputTokens: none },
    providerMetadata: { anyhook: { blocked: reason } },
  };
}

function refusedParts(reason: string, options: CallOptions, model: LanguageModel): readonly StreamPart[] {
  const { content: _content, ...finish } = refused(reason, options, model);
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
function sum(first: unknown, second: unknown): unknown {
  if (typeof first === 'number' && typeof second === 'number') return first + second;
  if (typeof first !== 'object' || first === null || typeof second !== 'object' || second === null) {
    return second ?? first;
  }
  const both = { ...first, ...second } as Record<string, unknown>;
  for (const key of Object.keys(both)) {
    const [one, other] = [first, second].map((usage) => (usage as Readonly<Record<string, unknown>>)[key]);
    both[key] = sum(one, other);
  }
  return both;
}
