import type { AgentRef } from '@anyhook/core';
import { hookAiSdkModel, type LanguageModel } from './ai-sdk-model.js';
import type { HookSession } from './session.js';
import { textOf } from './to-text.js';

/** Identifies one run: the map that VoltAgent passes to everything it computes for the run. */
export type VoltAgentRunContext = object;

type Compute = (options: { readonly context: VoltAgentRunContext }) => unknown;

/** The model with hooks in one run, or the model itself if that run has no hooks. */
export type HookModel = (model: LanguageModel, context: VoltAgentRunContext) => LanguageModel;

/** A model setting of VoltAgent with hooks: a model, a function that returns one, or a list of either. Throws for a name. */
export function hookModelSetting(value: unknown, hooked: HookModel): unknown {
  if (Array.isArray(value)) return value.map((entry) => ({ ...entry, model: hookModelSetting(entry.model, hooked) }));
  if (typeof value !== 'function') requireModel(value);
  return async (options: { readonly context: VoltAgentRunContext }) => {
    const model = typeof value === 'function' ? await (value as Compute)(options) : value;
    return hooked(requireModel(model), options.context);
  };
}

function requireModel(value: unknown): LanguageModel {
  if (typeof value === 'object' && value !== null && 'doGenerate' in value) return value as LanguageModel;
  throw new TypeError(
    `voltagent: "model" must be a model object of an AI SDK provider, got ${textOf(value)}; ` +
      'hooks cannot wrap a model that VoltAgent looks up by name, so pass openai("…") or similar instead',
  );
}

/** The model of a session, the same object for each of its runs. `onCall` gets the ids of its tool calls. */
export function createModelCache(agent: AgentRef | undefined, onCall: (id: string, session: HookSession) => void) {
  const modelsBySession = new WeakMap<HookSession, WeakMap<LanguageModel, LanguageModel>>();
  return (model: LanguageModel, session: HookSession): LanguageModel => {
    const models = modelsBySession.get(session) ?? new WeakMap<LanguageModel, LanguageModel>();
    modelsBySession.set(session, models);
    const cached = models.get(model);
    if (cached) return cached;
    const hooked = hookAiSdkModel(model, agent ? asSubagent(session, agent) : session);
    const observed = observeToolCalls(hooked, (id) => onCall(id, session));
    models.set(model, observed);
    return observed;
  };
}

function observeToolCalls(model: LanguageModel, onCall: (id: string) => void): LanguageModel {
  const reportCall = (part: { readonly type: string; readonly toolCallId?: unknown }) => {
    if (part.type === 'tool-call' && typeof part.toolCallId === 'string') onCall(part.toolCallId);
  };
  return {
    ...model,
    async doGenerate(options) {
      const result = await model.doGenerate(options);
      result.content.forEach(reportCall);
      return result;
    },
    async doStream(options) {
      const result = await model.doStream(options);
      type Part = typeof result.stream extends ReadableStream<infer One> ? One : never;
      const observer = new TransformStream<Part, Part>({
        transform(part, out) {
          reportCall(part);
          out.enqueue(part);
        },
      });
      return { ...result, stream: result.stream.pipeThrough(observer) };
    },
  };
}

/**
 * A session whose prompts and stops are those of a subagent, for adapter code that knows only prompts and stops. It
 * starts no session.
 */
function asSubagent(session: HookSession, agent: AgentRef): HookSession {
  let isActive = false;
  return {
    ...session,
    get stopped() {
      return session.stopped;
    },
    start: async () => ({ context: [] }),
    async prompt(text) {
      isActive = false;
      return { text, ...(await session.subagentStart(agent, text)) };
    },
    async stop(end = {}) {
      const reply = await session.subagentStop(agent, { active: isActive, ...end });
      isActive = reply.continue !== undefined;
      return reply;
    },
  };
}
