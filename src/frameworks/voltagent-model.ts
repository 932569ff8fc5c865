import type { AgentRef } from '../core/event.js';
import { hookAiSdkModel, type LanguageModel } from './ai-sdk-model.js';
import type { HookSession } from './session.js';
import { asSubagent } from './subagent.js';
import { textOf } from './to-text.js';

/** Identifies one run: the map that VoltAgent passes to everything it computes for the run. */
export type VoltAgentRunContext = object;

type Compute = (options: { readonly context: VoltAgentRunContext }) => unknown;

/** The model with hooks in one run, or the model itself if that run has no hooks. */
export type HookModel = (model: LanguageModel, context: VoltAgentRunContext) => LanguageModel;

/**
 * A model setting of VoltAgent with hooks: a model, a function that returns one, or a list of either. Throws for a
 * name.
 */
export function hookModelSetting(value: unknown, hooked: HookModel): unknown {
  if (Array.isArray(value)) return value.map((entry) => ({ ...entry, model: hookModelSetting(entry.model, hooked) }));
  if (typeof value !== 'function') modelIn(value);
  return async (options: { readonly context: VoltAgentRunContext }) => {
    const model = typeof value === 'function' ? await (value as Compute)(options) : value;
    return hooked(modelIn(model), options.context);
  };
}

function modelIn(value: unknown): LanguageModel {
  if (typeof value === 'object' && value !== null && 'doGenerate' in value) return value as LanguageModel;
  throw new TypeError(
    `voltagent: "model" must be a model object of an AI SDK provider, got ${textOf(value)}; ` +
      'hooks cannot wrap a model that VoltAgent looks up by name, so pass openai("…") or similar instead',
  );
}

/** The model of a session, the same object for each of its runs. `onCall` gets the ids of its tool calls. */
export function createModelCache(agent: AgentRef | undefined, onCall: (id: string, session: HookSession) => void) {
  const kept = new WeakMap<HookSession, WeakMap<LanguageModel, LanguageModel>>();
  return (model: LanguageModel, session: HookSession): LanguageModel => {
    const models = kept.get(session) ?? new WeakMap<LanguageModel, LanguageModel>();
    kept.set(session, models);
    const known = models.get(model);
    if (known) return known;
    const hooked = hookAiSdkModel(model, agent ? asSubagent(session, agent) : session);
    const made = heard(hooked, (id) => onCall(id, session));
    models.set(model, made);
    return made;
  };
}

function heard(model: LanguageModel, onCall: (id: string) => void): LanguageModel {
  const hear = (part: { readonly type: string; readonly toolCallId?: unknown }) => {
    if (part.type === 'tool-call' && typeof part.toolCallId === 'string') onCall(part.toolCallId);
  };
  return {
    ...model,
    async doGenerate(options) {
      const result = await model.doGenerate(options);
      result.content.forEach(hear);
      return result;
    },
    async doStream(options) {
      const result = await model.doStream(options);
      type Part = typeof result.stream extends ReadableStream<infer One> ? One : never;
      const hearing = new TransformStream<Part, Part>({
        transform(part, out) {
          hear(part);
          out.enqueue(part);
        },
      });
      return { ...result, stream: result.stream.pipeThrough(hearing) };
    },
  };
}
