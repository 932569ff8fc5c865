import {
  type ConversationInput,
  type ConversationItem,
  itemsOf,
  type Transcript,
  userItem,
} from './openai-agents-input.js';
import type { HookSession } from './session.js';
import { HookBlock } from './session.js';

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
  taskBeforeEnd(text: string): Promise<string | undefined>;
}

/** An answer that has only these items is the last one; any other item is work for the SDK. */
const finalItemTypes: ReadonlySet<string | undefined> = new Set([
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
      for (let next = request, previousUsage: unknown; ; ) {
        const prepared = await hooks.transcript.prepare(next.input);
        if ('block' in prepared) return refusalResponse(prepared.block, request, hooks);
        const response = await model.getResponse({ ...next, input: prepared.input });
        const usage = addUsage(response.usage, previousUsage);
        const followUp = await nextRequest(next, response, hooks);
        if (!followUp) return { ...response, usage };
        previousUsage = usage;
        next = followUp;
      }
    },
    async *getStreamedResponse(request) {
      for (let next = request, previousUsage: unknown; ; ) {
        const prepared = await hooks.transcript.prepare(next.input);
        if ('block' in prepared) return yield doneEvent(refusalResponse(prepared.block, request, hooks));
        let done: StreamEvent | undefined;
        // Streams every event immediately; only the end waits for the hooks.
        for await (const event of model.getStreamedResponse({ ...next, input: prepared.input })) {
          if (event.type === 'response_done') done = event;
          else yield event;
        }
        if (!done?.response) return;
        const { id, ...rest } = done.response;
        const response = { ...rest, ...(id !== undefined && { responseId: id }) };
        const usage = addUsage(response.usage, previousUsage);
        const followUp = await nextRequest(next, response, hooks);
        if (!followUp) return yield { ...done, response: { ...done.response, usage } } as StreamEvent;
        previousUsage = usage;
        next = followUp;
      }
    },
  };
}

/** The next request, if the agent may not stop with this answer. */
async function nextRequest(
  request: ModelRequest,
  response: ModelResponse,
  hooks: ModelHooks,
): Promise<ModelRequest | undefined> {
  const text = response.output.map(assistantText).join('');
  await hooks.session.afterModel({ text });
  if (response.output.some(({ type }) => !finalItemTypes.has(type))) return undefined;
  const task = await hooks.taskBeforeEnd(text);
  if (task === undefined) return undefined;
  if (request.previousResponseId !== undefined || request.conversationId !== undefined) {
    hooks.transcript.queueTexts([task]);
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

function assistantText({ role, content = '' }: ConversationItem): string {
  if (role !== 'assistant') return '';
  if (typeof content === 'string') return content;
  return content.map(({ type, text }) => (type === 'output_text' ? (text ?? '') : '')).join('');
}

/** An answer instead of the model's; an error if the answer must have a schema. */
function refusalResponse(
  reason: string,
  { outputType = 'text' }: ModelRequest,
  { noUsage }: ModelHooks,
): ModelResponse {
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
function addUsage(usage: unknown, previous: unknown): unknown {
  if (typeof usage !== 'object' || usage === null || typeof previous !== 'object' || previous === null) return usage;
  if ('add' in usage && typeof usage.add === 'function') {
    usage.add(previous);
    return usage;
  }
  const total: Record<string, unknown> = { ...usage };
  for (const [name, count] of Object.entries(previous)) {
    const other = total[name];
    if (typeof count === 'number') total[name] = count + (typeof other === 'number' ? other : 0);
  }
  return total;
}
