/* eslint-disable -- anyhook-hook: written by "anyhook init", which writes it again; "anyhook uninstall" removes it. */
// Asks anyhook at each event of pi and obeys its answer. Without anyhook on the machine pi works as usual. This code
// never throws: an error while loading would end pi, an error in a handler would refuse a tool.
import type { PluginAnswer as Answer } from '../kit/plugin-answer.js';
import { type AskResult, askAnyhook, type Connection, unchecked } from '../kit/plugin-ask.js';

const connection: Connection = { command: '', args: [], failClosed: false, timeouts: {} };

/** How often in a row an agent may be kept from stopping. The engine has a lower limit, but not for subagents. */
const maxContinues = { agent: 50, subagent: 8 };
const maxShownInput = 2_000;
/** Variable that tells a child pi who started it: process id, session id, and the parent of that session. */
const parentVariable = 'ANYHOOK_PI_SESSION';

type Fields = Record<string, unknown>;
type Block = { readonly type: string; readonly text?: string };

/** The part of pi's API that is used here. */
interface Context {
  readonly cwd: string;
  readonly mode?: string;
  readonly hasUI?: boolean;
  readonly ui: {
    confirm(title: string, message: string, options?: { signal?: AbortSignal }): Promise<boolean>;
    notify(message: string, type?: 'info' | 'warning' | 'error'): void;
  };
  readonly sessionManager?: { getSessionId?(): string | undefined; getSessionFile?(): string | undefined };
  readonly model?: { readonly provider: string; readonly id: string };
  readonly signal?: AbortSignal | undefined;
  abort(): void;
}

interface CustomMessage {
  readonly customType: string;
  readonly content: string;
  readonly display: boolean;
}

interface Pi {
  on(event: string, handler: (event: Fields, ctx: Context) => unknown): unknown;
  sendUserMessage(text: string, options: { deliverAs: 'followUp' }): unknown;
}

/** State between the events of one session. */
interface SessionMemory {
  /** The session that started this one: we are in a subagent. */
  parent: string | undefined;
  /** Why the session was denied at its start: pi has no way to end it, but its prompts can be denied. */
  refusalReason: string | undefined;
  /** For the system prompt, for the rest of the session. */
  systemPromptTexts: readonly string[];
  /** For the run that the last prompt starts. */
  promptTexts: readonly string[];
  /** For the next call of the model only. */
  turnTexts: readonly string[];
  /** For the output of calls that have not run yet. */
  readonly callTexts: Map<string, readonly string[]>;
  /** How often in a row the agent was made to continue. */
  continueCount: number;
  /** The next prompt comes from a hook, not from the user. */
  nextPromptIsFromHook: boolean;
  /** This pi asks before it settles (0.87); older ones are held at agent_end. */
  hasSettleEvent: boolean;
}

type ApplyAnswer = (answer: Answer, event: Fields, about: { ctx: Context; pi: Pi; memory: SessionMemory }) => unknown;

/** The extension: asks about every event that `init` registered, and stores what a later event needs. */
export default function anyhook(pi: Pi): void {
  const memory: SessionMemory = {
    parent: undefined,
    refusalReason: undefined,
    systemPromptTexts: [],
    promptTexts: [],
    turnTexts: [],
    callTexts: new Map(),
    continueCount: 0,
    nextPromptIsFromHook: false,
    hasSettleEvent: false,
  };
  const deferringEvents = Object.keys(deferredAnswers).filter((name) => deferredAnswers[name]?.some(isConnected));
  for (const name of new Set([...Object.keys(connection.timeouts), ...deferringEvents])) {
    const handler = async (event: Fields, ctx: Context): Promise<unknown> => {
      let answer: Answer = {};
      try {
        memory.parent ??= parentSession(ctx);
        if (shouldAsk(name, event, memory)) answer = await askEngine(name, payloadOf(name, event, ctx, memory), ctx);
        showUser(ctx, answer.messages ?? []);
        return await answerHandlers[name]?.(answer, event, { ctx, pi, memory });
      } catch (error) {
        return handleFailure(name, error, { ctx, answer });
      }
    };
    try {
      pi.on(name, handler);
    } catch {
      // This pi does not know the event.
    }
  }
}

/** Events at which earlier answers take effect → the events of those answers. */
const deferredAnswers: Readonly<Record<string, readonly string[]>> = {
  session_start: Object.keys(connection.timeouts),
  input: ['session_start'],
  before_agent_start: ['session_start', 'input', 'agent_before_settle', 'agent_end'],
  context: ['turn_start'],
  tool_result: ['tool_call'],
  turn_end: ['tool_call', 'agent_end'],
};

const isConnected = (name: string): boolean => Object.hasOwn(connection.timeouts, name);

const answerHandlers: Readonly<Record<string, ApplyAnswer>> = {
  session_start: (answer, _event, { ctx, memory }) => {
    memory.systemPromptTexts = answer.context ?? [];
    memory.refusalReason = answer.deny ?? answer.stop;
    process.env[parentVariable] = [process.pid, ctx.sessionManager?.getSessionId?.() ?? '', memory.parent ?? ''].join(
      ' ',
    );
  },

  input: (answer, event, { ctx, memory }) => {
    const refusal = memory.refusalReason ?? answer.deny ?? answer.stop;
    const isDuringRun = event['streamingBehavior'] !== undefined;
    if (refusal !== undefined) {
      if (answer.stop !== undefined && isDuringRun) ctx.abort();
      showUser(ctx, [refusal], 'error');
      return { action: 'handled' };
    }
    const { prompt = event['text'], context = [] } = answer;
    // A prompt during a run does not start a new one, and an additional message would get its own turn.
    if (!isDuringRun) memory.promptTexts = context;
    const text = isDuringRun ? joinTexts([prompt, ...context]) : prompt;
    return text === event['text'] ? undefined : { action: 'transform', text };
  },

  before_agent_start: (_answer, event, { memory }) => {
    if (!memory.nextPromptIsFromHook) memory.continueCount = 0;
    memory.nextPromptIsFromHook = false;
    const { systemPromptTexts, promptTexts } = memory;
    memory.promptTexts = [];
    const message = promptTexts.length > 0 ? { message: messageOf(promptTexts) } : undefined;
    if (systemPromptTexts.length === 0) return message;
    const options = event['systemPromptOptions'];
    const added = joinTexts(systemPromptTexts);
    if (isFields(options)) {
      const before = options['appendSystemPrompt'];
      options['appendSystemPrompt'] = joinTexts([before, added]);
      if (String(event['systemPrompt']).includes(added)) return message;
      // An old pi takes only a complete prompt.
      options['appendSystemPrompt'] = before;
    }
    return { ...message, systemPrompt: joinTexts([event['systemPrompt'], added]) };
  },

  turn_start: (answer, _event, { memory }) => {
    memory.turnTexts = answer.context ?? [];
  },

  context: (answer, event, { ctx, memory }) => {
    const { turnTexts } = memory;
    memory.turnTexts = [];
    const refusal = answer.deny ?? answer.stop;
    if (refusal !== undefined) halt(ctx, refusal);
    if (answer.history === undefined && turnTexts.length === 0) return undefined;
    const messages = answer.history ?? listOf(event['messages']);
    const addedMessage = { role: 'user', content: turnTexts.map(textBlock), timestamp: Date.now() };
    return { messages: turnTexts.length > 0 ? [...messages, addedMessage] : messages };
  },

  tool_call: async (answer, event, { ctx, memory }) => {
    if (answer.stop !== undefined) {
      // terminate only works if every call of the batch sets it.
      halt(ctx, answer.stop);
      return { block: true, reason: answer.deny ?? answer.stop, terminate: true };
    }
    if (answer.deny !== undefined) return { block: true, reason: answer.deny };
    if (answer.input !== undefined) setInPlace(event['input'], answer.input);
    if (answer.ask !== undefined && !(await confirmWithUser(answer.ask, event, ctx)))
      return { block: true, reason: answer.ask };
    if (answer.context !== undefined) memory.callTexts.set(String(event['toolCallId']), answer.context);
    return undefined;
  },

  tool_result: (answer, event, { ctx, memory }) => {
    const id = String(event['toolCallId']);
    const before = memory.callTexts.get(id) ?? [];
    memory.callTexts.delete(id);
    if (answer.stop !== undefined) halt(ctx, answer.stop);
    const added = [...before, ...(answer.deny === undefined ? [] : [answer.deny]), ...(answer.context ?? [])];
    if (answer.output === undefined && added.length === 0) return undefined;
    const content = answer.output === undefined ? listOf(event['content']) : [textBlock(answer.output)];
    return { content: [...content, ...added.map(textBlock)] };
  },

  turn_end: (_answer, event, { memory }) => {
    if ('continue' in event) memory.hasSettleEvent = true;
    // The contexts of calls that were denied elsewhere.
    memory.callTexts.clear();
  },

  agent_before_settle: (answer, event, { ctx, memory }) => {
    if (answer.continue === undefined || !mayContinue(ctx, memory)) return undefined;
    const entry = { type: 'custom_message', ...messageOf([answer.continue]), display: true };
    return { entries: [...listOf(event['entries']), entry], continue: true };
  },

  agent_end: (answer, _event, { ctx, pi, memory }) => {
    if (answer.continue === undefined || !mayContinue(ctx, memory)) return;
    memory.nextPromptIsFromHook = true;
    pi.sendUserMessage(answer.continue, { deliverAs: 'followUp' });
  },

  session_before_compact: (answer, event, { ctx }) => {
    if (answer.deny !== undefined) {
      showUser(ctx, [answer.deny], 'warning');
      return { cancel: true };
    }
    const prepared = event['preparation'];
    if (answer.summary === undefined || !isFields(prepared)) return undefined;
    const { firstKeptEntryId, tokensBefore } = prepared;
    return { compaction: { summary: answer.summary, firstKeptEntryId, tokensBefore } };
  },
};

/** Skips events without content, and does not keep an agent running that failed or was stopped by its user. */
function shouldAsk(name: string, event: Fields, { hasSettleEvent, refusalReason, parent }: SessionMemory): boolean {
  if (!isConnected(name) || (parent !== undefined && userEvents.includes(name))) return false;
  if (name === 'input') return refusalReason === undefined;
  if (name === 'message_end') return roleOf(event['message']) === 'assistant';
  if (name === 'agent_before_settle') return event['outcome'] === 'completed' && event['continue'] !== true;
  if (name !== 'agent_end') return true;
  const last = lastAnswer(listOf(event['messages']));
  return !hasSettleEvent && !['error', 'aborted'].includes(String(last?.['stopReason']));
}

/** Events that come from the user; a subagent has none. */
const userEvents = ['input', 'agent_settled', 'session_shutdown'];

function payloadOf(name: string, event: Fields, ctx: Context, { parent, continueCount }: SessionMemory): unknown {
  const { cwd, mode, hasUI, sessionManager, model } = ctx;
  return {
    hook: name,
    event: name === 'agent_before_settle' ? withoutHistory(event) : event,
    ctx: {
      cwd,
      mode,
      hasUI,
      sessionId: sessionManager?.getSessionId?.(),
      sessionFile: sessionManager?.getSessionFile?.(),
      model: model && `${model.provider}/${model.id}`,
    },
    ...(parent !== undefined && { parentID: parent }),
    ...((name === 'agent_before_settle' || name === 'agent_end') && { stopHookActive: continueCount > 0 }),
  };
}

/** A stop event would carry the whole conversation; the last answer is enough. */
function withoutHistory(event: Fields): Fields {
  const { context, ...rest } = event;
  const entries = isFields(context) ? listOf(context['contextEntries']).filter(isFields) : [];
  const messages = entries.map(({ sourceEntry }) => (isFields(sourceEntry) ? sourceEntry['message'] : undefined));
  const last = lastAnswer(messages);
  return { ...rest, ...(last && { messages: [last] }) };
}

/** Asks anyhook about one event. */
async function askEngine(name: string, payload: unknown, ctx: Context): Promise<Answer> {
  const signal = cancellableEvents.includes(name) ? ctx.signal : undefined;
  const timeoutMs = connection.timeouts[name] ?? 0;
  const ending = await askAnyhook({ connection, payload: JSON.stringify(payload), cwd: ctx.cwd, timeoutMs, signal });
  if (signal?.aborted) return name === 'tool_call' ? { deny: 'Stopped by the user.' } : {};
  return answerOf(name, ending);
}

/** Events whose request is cancelled when the user stops the run. */
const cancellableEvents = ['context', 'tool_call', 'tool_result'];

function answerOf(name: string, { code, stdout, stderr, problem, isAbsent }: AskResult): Answer {
  const stderrText = stderr.trim();
  if (problem !== undefined) return withoutAnswer(name, problem, isAbsent);
  if (code === 2) return { deny: stderrText || 'anyhook refused without a reason.' };
  if (code !== 0) return withoutAnswer(name, stderrText || `it ended with code ${code}`);
  const messages = stderrText === '' ? [] : [stderrText];
  if (stdout.trim() === '') return { messages };
  try {
    const answer: unknown = JSON.parse(stdout);
    if (isFields(answer)) return { ...answer, messages: [...messages, ...listOf(answer['messages']).map(String)] };
  } catch {
    // Reported below.
  }
  return withoutAnswer(name, 'it printed something other than a JSON object');
}

const reportedProblems = new Set<string>();

/** Events before an action: without an answer, a guard may be missing. */
const guardedEvents = ['input', 'tool_call'];

/** No answer: deny before an action, or always if the user wants that; else continue and report it once. */
function withoutAnswer(name: string, why: string, isAbsent = false): Answer {
  if (connection.failClosed || process.env['ANYHOOK_FAIL_CLOSED'] === '1')
    return { deny: `anyhook gave no answer: ${why} (blocked, because failClosed is set)` };
  if (guardedEvents.includes(name) && !isAbsent) return { deny: `anyhook gave no answer: ${why}, ${unchecked}` };
  const text = `anyhook gave no answer: ${why}; pi goes on without hooks`;
  const messages = reportedProblems.has(text) ? [] : [text];
  reportedProblems.add(text);
  return { messages };
}

/** Handles an error of pi or of this file: an answer that cannot be applied must not be ignored. */
function handleFailure(name: string, error: unknown, { ctx, answer }: { ctx: Context; answer: Answer }): unknown {
  const why = error instanceof Error ? error.message : String(error);
  const asksForNothing = [answer.deny, answer.stop, answer.ask, answer.input].every((field) => field === undefined);
  const { deny, messages = [] } = asksForNothing
    ? withoutAnswer(name, why)
    : { deny: `anyhook's answer could not be applied: ${why}` };
  showUser(ctx, deny === undefined ? messages : [deny], 'error');
  if (deny === undefined || !isConnected(name)) return undefined;
  if (name === 'tool_call') return { block: true, reason: answer.deny ?? answer.stop ?? answer.ask ?? deny };
  return name === 'input' ? { action: 'handled' } : undefined;
}

/** Shows a text to the user in pi's interface, or on stderr if there is none. */
function showUser(ctx: Context, texts: readonly string[], type: 'info' | 'warning' | 'error' = 'info'): void {
  for (const text of texts) {
    try {
      if (ctx.hasUI) ctx.ui.notify(text, type);
      else process.stderr.write(`anyhook: ${text}\n`);
    } catch {
      // The text cannot be shown; the decision applies anyway.
    }
  }
}

/** Ends the run. */
function halt(ctx: Context, why: string): void {
  showUser(ctx, [why], 'warning');
  ctx.abort();
}

function confirmWithUser(question: string, event: Fields, ctx: Context): Promise<boolean> {
  const call = `${event['toolName']} ${JSON.stringify(event['input'])}`;
  const shownCall = call.length > maxShownInput ? `${call.slice(0, maxShownInput)}…` : call;
  const options = ctx.signal ? { signal: ctx.signal } : {};
  return ctx.ui.confirm('A hook asks whether this may run', `${question}\n\n${shownCall}`, options);
}

function mayContinue(ctx: Context, memory: SessionMemory): boolean {
  const max = memory.parent === undefined ? maxContinues.agent : maxContinues.subagent;
  if (memory.continueCount >= max) {
    showUser(ctx, [`the agent was kept from stopping ${max} times in a row; it stops now`], 'warning');
    return false;
  }
  memory.continueCount++;
  return true;
}

/** pi sees changed keys only, not a new object. Throws if they cannot be changed. */
function setInPlace(target: unknown, input: Fields): void {
  if (!isFields(target)) throw new Error('the call has no arguments');
  for (const key of Object.keys(target)) {
    if (!Object.hasOwn(input, key) && !Reflect.deleteProperty(target, key))
      throw new Error(`"${key}" cannot be removed`);
  }
  for (const [key, value] of Object.entries(input))
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** The session that started this pi; none in a terminal, which has its own user. After a reload the stored one is found. */
function parentSession({ mode }: Context): string | undefined {
  const [pid, session, parent] = (process.env[parentVariable] ?? '').split(' ');
  return mode === 'tui' ? undefined : (pid === String(process.pid) ? parent : session) || undefined;
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const roleOf = (message: unknown): unknown => (isFields(message) ? message['role'] : undefined);
const lastAnswer = (messages: readonly unknown[]): Fields | undefined =>
  messages.filter(isFields).findLast((message) => roleOf(message) === 'assistant');
const joinTexts = (texts: readonly unknown[]): string => texts.filter((text) => text).join('\n\n');
const textBlock = (text: string): Block => ({ type: 'text', text });
const messageOf = (texts: readonly string[]): CustomMessage => ({
  customType: 'anyhook',
  content: joinTexts(texts),
  display: false,
});
