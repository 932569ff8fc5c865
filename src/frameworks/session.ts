import { randomUUID } from 'node:crypto';
import type { EventName } from '../core/contract.js';
import { emptyVerdict, type Verdict } from '../core/verdict.js';
import { type NativeCall, type SeenCall, seeCall } from './calls.js';
import { type Decided, keepDecisions } from './pending-decisions.js';
import type { FiringEngine, HookOptions, HookSession, Opening, StopReply } from './session-contract.js';
import { blockOf, closedVerdict, decisionOf, feedbackOf, reasonOf } from './session-replies.js';
import { messageOf, shapedAs, textOf } from './to-text.js';

export type * from './session-contract.js';

/** Events that may hold the agent back without an engine. Of others a block would keep it running, or hide what happened. */
const closable: ReadonlySet<EventName> = new Set([
  'session.start',
  'prompt.submit',
  'model.before',
  'tool.before',
  'tool.after',
  'subagent.start',
]);

/** What all adapters work with: one run of an agent in canonical words. */
export function createHookSession(
  engine: FiringEngine | Promise<FiringEngine>,
  options: HookOptions & { readonly framework: string },
): HookSession {
  const { framework, cwd, agent, parentSessionId, tools = {}, failClosed = false, timeoutMs } = options;
  const id = options.sessionId ?? randomUUID();
  const base = { caller: 'ai_session', ...(agent && { agent }), ...(parentSessionId && { parentSessionId }) };
  const words = { sessionId: id, ...(cwd !== undefined && { cwd }) };
  const kept = keepDecisions();
  let starting: Promise<Opening> | undefined;
  let unsaid: readonly string[] = [];
  let hasEnded = false;
  let isActive = false;
  let stopped: string | undefined;
  // A rejected promise that nobody waits for yet would end the process.
  if (engine instanceof Promise) engine.catch(() => {});

  const note = (text: string) => {
    try {
      if (options.onNote) options.onNote(text);
      else console.warn(`anyhook: ${text}`);
    } catch {
      // Whoever listens is never in the way.
    }
  };

  const fire = async (
    name: EventName,
    data: Readonly<Record<string, unknown>> = {},
    { prompt, signal }: { readonly prompt?: string; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<Verdict> => {
    try {
      const { verdict } = await (await engine).fire(
        name,
        { ...words, data: { ...base, ...data }, ...(prompt !== undefined && { prompt }) },
        { ...(timeoutMs !== undefined && { timeoutMs }), ...(signal && { signal }) },
      );
      for (const text of [...verdict.messages, ...verdict.notes]) note(text);
      if (verdict.stop !== undefined) stopped ??= verdict.stop || 'A hook ended the agent and gave no reason.';
      return verdict;
    } catch (error) {
      const closed = failClosed && closable.has(name);
      const means = closed ? 'blocked, because failClosed is set' : `${framework} goes on without them`;
      const text = `the hooks of ${name} could not be asked (${messageOf(error)}): ${means}`;
      note(text);
      return closed ? closedVerdict(name, `anyhook: ${text}`) : emptyVerdict;
    }
  };
  const opening = async (name: EventName, data: Readonly<Record<string, unknown>>, prompt?: string) => {
    const verdict = await fire(name, data, prompt === undefined ? {} : { prompt });
    return { verdict, reply: { context: verdict.context, ...blockOf(verdict, stopped) } };
  };

  const start = () => {
    starting ??= opening('session.start', { source: 'startup' }).then(({ reply }) => reply);
    return starting;
  };

  const decide = async (call: NativeCall): Promise<Decided> => {
    if (stopped !== undefined) return { decision: { kind: 'deny', reason: stopped }, context: [] };
    const seen = seeCall(call, tools);
    const verdict = await fire('tool.before', { call: seen.call }, { signal: call.signal });
    return { decision: decisionOf(verdict, { call, seen, stopped }), context: verdict.context };
  };

  /** The call as it ran with the text that came with it, unless it did not run. */
  const ended = async (
    call: NativeCall,
  ): Promise<{ call: SeenCall['call']; context: readonly string[] } | undefined> => {
    const { decision, context } = (await kept.of(call)) ?? { decision: undefined, context: [] };
    if (decision?.kind === 'deny') return undefined;
    kept.drop(call);
    return { call: seeCall(decision ? { ...call, input: decision.input } : call, tools).call, context };
  };

  const mayStop = async (name: EventName, data: Readonly<Record<string, unknown>>): Promise<StopReply> => {
    const verdict = await fire(name, data);
    if (verdict.decision !== 'deny' || stopped !== undefined) return {};
    return { continue: [reasonOf(verdict), ...verdict.context].join('\n\n') };
  };

  return {
    id,
    get stopped() {
      return stopped;
    },
    async start() {
      unsaid = [];
      return start();
    },
    async prompt(text) {
      if (!starting) unsaid = (await start()).context;
      const begun = await start();
      const context = unsaid;
      unsaid = [];
      isActive = false;
      kept.clear();
      if (begun.block !== undefined) return { text, context, block: begun.block };
      const { verdict, reply } = await opening('prompt.submit', {}, text);
      const prompt = verdict.rewrite?.of === 'prompt' ? verdict.rewrite.value : text;
      if ('block' in reply) return { text: prompt, context, block: reply.block ?? '' };
      const turn = await fire('turn.start', {}, { prompt });
      return { text: prompt, context: [...context, ...reply.context, ...turn.context] };
    },
    async beforeModel(messages) {
      if (stopped !== undefined) return { block: stopped };
      const verdict = await fire('model.before', { messages });
      const rewritten = verdict.rewrite?.of === 'messages' ? { messages: verdict.rewrite.value } : {};
      return { ...rewritten, ...blockOf(verdict, stopped) };
    },
    async afterModel({ text }) {
      await fire('model.after', text === undefined ? {} : { response: text });
    },
    async beforeTool(call, { approved = false } = {}) {
      let decided = kept.same(call);
      if (!decided) {
        decided = decide(call);
        kept.keep(call, decided);
      }
      const { decision, context } = await decided;
      if (decision.kind !== 'ask' || !approved) return decision;
      const granted = { kind: 'run', input: decision.input, approved: true } as const;
      kept.keep(call, Promise.resolve({ decision: granted, context }));
      return granted;
    },
    async afterTool(call, output) {
      const ran = await ended(call);
      if (!ran) return { feedback: [] };
      const verdict = await fire('tool.after', { call: ran.call, result: { ok: true, text: textOf(output) } });
      const feedback = [...ran.context, ...feedbackOf(verdict)];
      if (verdict.rewrite?.of !== 'output') return { feedback };
      return { output: shapedAs(output, verdict.rewrite.value), feedback };
    },
    async toolFailed(call, error) {
      const ran = await ended(call);
      if (!ran) return { feedback: [] };
      const verdict = await fire('tool.failure', { call: ran.call, error: messageOf(error) });
      return { feedback: [...ran.context, ...feedbackOf(verdict)] };
    },
    async stop({ text, active = isActive } = {}) {
      const finish = { stopHookActive: active, ...(text !== undefined && { response: text }) };
      const reply = await mayStop('agent.stop', finish);
      isActive = reply.continue !== undefined;
      if (isActive) return reply;
      await fire('agent.done', finish);
      await fire('turn.end');
      return reply;
    },
    subagentStart: async (subagent, task) => {
      if (stopped !== undefined) return { context: [], block: stopped };
      const { reply } = await opening('subagent.start', { subagent }, task);
      return reply;
    },
    subagentStop: (subagent, { text, active = false } = {}) =>
      mayStop('subagent.stop', { subagent, stopHookActive: active, ...(text !== undefined && { response: text }) }),
    async compactBefore(about = {}) {
      const { verdict, reply } = await opening('compact.before', { trigger: 'auto', ...about });
      return { ...reply, ...(verdict.rewrite?.of === 'summary' && { summary: verdict.rewrite.value }) };
    },
    async compactAfter(about = {}) {
      await fire('compact.after', { trigger: 'auto', ...about });
    },
    async error(error) {
      await fire('error', { level: 'error', message: messageOf(error) });
    },
    async end(reason = 'other') {
      if (hasEnded || !starting) return;
      hasEnded = true;
      await fire('session.end', { reason });
    },
  };
}
