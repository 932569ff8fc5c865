import { randomUUID } from 'node:crypto';
import type { EventName } from '../core/contract.js';
import type { AgentRef, EventFields } from '../core/event.js';
import { emptyVerdict, type Verdict } from '../core/verdict.js';
import { type NativeCall, type SeenCall, seeCall, type ToolMeanings } from './calls.js';
import { type Decided, keepDecisions } from './kept.js';
import { messageOf, shapedAs, textOf } from './values.js';

/** What answers events: `createEngine()` gives one, and so may a client of an engine elsewhere. */
export interface FiringEngine {
  fire(
    name: EventName,
    words?: {
      readonly prompt?: string;
      readonly data?: Readonly<Record<string, unknown>>;
      readonly cwd?: string;
      readonly sessionId?: string;
    },
    options?: { readonly timeoutMs?: number; readonly signal?: AbortSignal },
  ): Promise<{ readonly verdict: Verdict }>;
}

export interface HookOptions {
  /** One run of an agent from start to end. Default: a new one. */
  readonly sessionId?: string;
  /** Where the agent works. Default: the engine's. */
  readonly cwd?: string;
  /** Who acts, where that is a subagent. */
  readonly agent?: AgentRef;
  readonly parentSessionId?: string;
  /** What the user's tools are, where their names do not say it: `{ deploy: 'shell' }`. */
  readonly tools?: ToolMeanings;
  /** Without an engine nothing goes on. Default: the agent goes on without hooks. */
  readonly failClosed?: boolean;
  /** Longest time for one event. Default: as long as its hooks may take. */
  readonly timeoutMs?: number;
  /** Takes what the user should hear. Default: a warning on the console. */
  readonly onNote?: (note: string) => void;
}

/** Texts for the model, and why it does not go on. */
export interface Opening {
  readonly context: readonly string[];
  readonly block?: string;
}

export interface PromptReply extends Opening {
  /** The prompt as the hooks want it. */
  readonly text: string;
}

type Messages = readonly { readonly role: string; readonly content: unknown }[];

export interface ModelReply {
  /** Only where a hook replaced them. */
  readonly messages?: Messages;
  readonly block?: string;
}

/** What becomes of a tool call. Text that comes with a call reaches the model through `afterTool` or `toolFailed`. */
export type ToolDecision =
  /** `approved`: a hook or a person said yes, so the framework need not ask. */
  | { readonly kind: 'run'; readonly input: unknown; readonly approved: boolean }
  | { readonly kind: 'ask'; readonly input: unknown; readonly reason: string }
  | { readonly kind: 'deny'; readonly reason: string };

export interface ToolReply {
  /** Only where a hook replaced it; in the form of the first one where that is possible. */
  readonly output?: unknown;
  readonly feedback: readonly string[];
}

export interface StopReply {
  /** What the agent shall do next. Without it, it may stop. */
  readonly continue?: string;
}

export interface CompactReply extends Opening {
  /** Takes the place of the framework's own summary. */
  readonly summary?: string;
}

/** The hooks of one run of an agent. Nothing here ever throws: without an engine it is open, or closed if so wished. */
export interface HookSession {
  readonly id: string;
  /** Why the agent shall end, once a hook said so: every later prompt, model call and tool call is blocked with it. */
  readonly stopped: string | undefined;
  /** Fires once. Text of a start that nobody asked for comes with the first prompt. */
  start(): Promise<Opening>;
  /** Starts the session where that has not happened. */
  prompt(text: string): Promise<PromptReply>;
  beforeModel(messages: Messages): Promise<ModelReply>;
  afterModel(response: { readonly text?: string }): Promise<void>;
  /** Asks the hooks once for each call: the same call again gets the same decision. `approved`: a person said yes to an ask. */
  beforeTool(call: NativeCall, options?: { readonly approved?: boolean }): Promise<ToolDecision>;
  /** A call that was blocked has no after: no event, no reply. */
  afterTool(call: NativeCall, output: unknown): Promise<ToolReply>;
  toolFailed(call: NativeCall, error: unknown): Promise<ToolReply>;
  /** `active`: the agent goes on because of a stop hook. Default: whether the last stop of this prompt said so. */
  stop(end?: { readonly text?: string; readonly active?: boolean }): Promise<StopReply>;
  subagentStart(agent: AgentRef, task?: string): Promise<Opening>;
  subagentStop(agent: AgentRef, end?: { readonly text?: string; readonly active?: boolean }): Promise<StopReply>;
  compactBefore(about?: Omit<EventFields['compact.before'], 'summary'>): Promise<CompactReply>;
  compactAfter(about?: EventFields['compact.after']): Promise<void>;
  /** Something broke in the agent. */
  error(error: unknown): Promise<void>;
  /** Fires once, and only after a start. */
  end(reason?: string): Promise<void>;
}

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

/** Never empty: a reason without text is no reason to a model. */
const reasonOf = ({ reason }: Verdict): string => reason?.trim() || 'Blocked by a hook that gave no reason.';

const feedbackOf = (verdict: Verdict): readonly string[] =>
  verdict.decision === 'deny' ? [reasonOf(verdict), ...verdict.context] : verdict.context;

/** Nobody looked at it, so nobody gets it. */
function closedVerdict(name: EventName, reason: string): Verdict {
  if (name === 'tool.after') return { ...emptyVerdict, rewrite: { of: 'output', value: reason } };
  return { ...emptyVerdict, decision: 'deny', reason };
}

function blockOf(verdict: Verdict, stopped: string | undefined): { readonly block?: string } {
  if (verdict.decision === 'deny') return { block: reasonOf(verdict) };
  return stopped === undefined ? {} : { block: stopped };
}

interface Asked {
  readonly call: NativeCall;
  readonly seen: SeenCall;
  readonly stopped: string | undefined;
}

function decisionOf(verdict: Verdict, { call, seen, stopped }: Asked): ToolDecision {
  const { block } = blockOf(verdict, stopped);
  if (block !== undefined) return { kind: 'deny', reason: [block, ...verdict.context].join('\n\n') };
  const input = verdict.rewrite?.of === 'input' ? seen.native(verdict.rewrite.value) : call.input;
  if (verdict.decision === 'ask') return { kind: 'ask', input, reason: reasonOf(verdict) };
  return { kind: 'run', input, approved: verdict.decision === 'allow' };
}
