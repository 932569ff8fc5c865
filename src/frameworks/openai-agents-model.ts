import { HookBlock } from './hook-block.js';
import {
  type ConversationInput,
  type ConversationItem,
  itemsOf,
  type Transcript,
  userItem,
} from './openai-agents-input.js';
import type { HookSession } from './session.js';

/** The part of a model that the adapter wraps. */
export interface OpenAiModel {
  getResponse(request: ModelRequest): Promise<ModelResponse>;
  getStreamedResponse(request: ModelRequest): AsyncIterable<StreamEvent>;
}

interface ModelRequest {
  readonly input: ConversationInput;
  readonly outputType?: unknown;
  /** The provider keeps the transcript; the SDK sends only what is new. */
  readonly previousResponseId?: string;
  readonly conversationId?: string;
}

interface ModelResponse {
  readonly output: readonly ConversationItem[];
  readonly usage: unknown;
  readonly responseId?: string;
}

interface StreamEvent {
  readonly type: string;
  readonly response?: Omit<ModelResponse, 'responseId'> & { readonly id?: string };
}

export interface ModelHooks {
  readonly session: HookSession;
  readonly transcript: Transcript;
  /** The usage of no call: an instance of an SDK class, which this file must not import. */
  readonly noUsage: () => unknown;
  /** What the agent must do before it may end with this text. */
  mayEnd(text: string): Promise<string | undefined>;
}

/** An answer that has only these items is the last one; any other item is work for the SDK. */
const idle: ReadonlySet<string | undefined> = new Set([
  undefined,
  'message',
  'reasoning',
  'hosted_tool_call',
  'compaction',
]);

/** The same model with hooks on prompts, model calls and the end of a turn. */
export function hookOpenAiModel(model: OpenAiModel, hooks: ModelHooks): OpenAiModel {
  return {
    async getResponse(request) {
      for (let next = request, before: unknown; ; ) {
        const prepared = await hooks.transcript.prepare(next.input);
        if ('block' in prepared) return refused(prepared.block, request, hooks);
        const response = await model.getResponse({ ...next, input: prepared.input });
        const usage = sum(response.usage, before);
        const after = await goOn(next, response, hooks);
        if (!after) return { ...response, usage };
        before = usage;
        next = after;
      }
    },
    async *getStreamedResponse(request) {
      for (let next = request, before: unknown; ; ) {
        const prepared = await hooks.transcript.prepare(next.input);
        if ('block' in prepared) return yield doneEvent(refused(prepared.block, request, hooks));
        let done: StreamEvent | undefined;
        // Streams everything at once; only the end waits for the hooks.
        for await (const event of model.getStreamedResponse({ ...next, input: prepared.input })) {
          if (event.type === 'response_done') done = event;
          else yield event;
        }
        if (!done?.response) return;
        const { id, ...rest } = done.response;
        const response = { ...rest, ...(id !== undefined && { responseId: id }) };
        const usage = sum(response.usage, before);
        const after = await goOn(next, response, hooks);
        if (!after) return yield { ...done, response: { ...done.response, usage } } as StreamEvent;
        before = usage;
        next = after;
      }
    },
  };
}

/** The next request, if the agent may not stop with this answer. */
async function goOn(
  request: ModelRequest,
  response: ModelResponse,
  hooks: ModelHooks,
): Promise<ModelRequest | undefined> {
  const text = response.output.map(wordsOf).join('');
  await hooks.session.afterModel({ text });
  if (response.output.some(({ type }) => !idle.has(type))) return undefined;
  const task = await hooks.mayEnd(text);
  if (task === undefined) return undefined;
  if (request.previousResponseId !== undefined || request.conversationId !== undefined) {
    hooks.transcript.tell([task]);
    const { previousResponseId: _old, ...rest } = request;
    return {
      ...rest,
      input: [],
      ...(response.responseId !== undefined && { previousResponseId: response.responseId }),
    };
  }
  hooks.transcript.insert(itemsOf(request.input).length, [...response.output, userItem(task)]);
  return request;
}

function wordsOf({ role, content = '' }: ConversationItem): string {
  if (role !== 'assistant') return '';
  if (typeof content === 'string') return content;
  return content.map(({ type, text }) => (type === 'output_text' ? (text ?? '') : '')).join('');
}

/** An answer instead of the model's; an error if the answer must have a schema. */
function refused(reason: string, { outputType = 'text' }: ModelRequest, { noUsage }: ModelHooks): ModelResponse {
  if (outputType !== 'text') throw new HookBlock(reason);
  const message = {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: reason }],
    providerData: { anyhook: { blocked: reason } },
  };
  return { output: [message], usage: noUsage(), responseId: 'anyhook' };
}

const doneEvent = ({ output, usage, responseId = '' }: ModelResponse): StreamEvent => ({
  type: 'response_done',
  response: { id: responseId, output, usage },
});

/** The usage of several calls. The SDK's own object can add; a stream has plain numbers. */
function sum(usage: unknown, before: unknown): unknown {
  if (typeof usage !== 'object' || usage === null || typeof before !== 'object' || before === null) return usage;
  if ('add' in usage && typeof usage.add === 'function') {
    usage.add(before);
    return usage;
  }
  const both: Record<string, unknown> = { ...usage };
  for (const [name, count] of Object.entries(before)) {
    const other = both[name];
    if (typeof count === 'number') both[name] = count + (typeof other === 'number' ? other : 0);
  }
  return both;
}
