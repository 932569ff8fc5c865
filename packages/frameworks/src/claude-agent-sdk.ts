import { type ConversationSessions, createConversationSessions } from './conversation-sessions.js';
import { everyFeature, type Features } from './features.js';
import type { FiringEngine, HookOptions, HookSession } from './session.js';
import { textOf } from './to-text.js';

export type { FiringEngine, HookOptions } from './session.js';

/** What hooks can do in the Claude Agent SDK. */
export const features: Features = {
  ...everyFeature('native'),
  start: 'wrapped',
  'prompt.rewrite': { gap: 'UserPromptSubmit accepts additional text, not another prompt' },
  'model.before': { gap: 'there is no callback at a model call' },
  'model.after': { gap: 'there is no callback at a model call' },
};

/** The fields that every callback gets; each event adds its own. */
interface CallbackInput {
  readonly session_id: string;
  readonly hook_event_name: string;
}

/** The answer of a callback. */
type CallbackOutput = Record<string, never>;

interface Matcher {
  hooks: ((
    input: CallbackInput,
    toolUseId: string | undefined,
    options: { signal: AbortSignal },
  ) => Promise<CallbackOutput>)[];
  timeout: number;
}

/** For the `hooks` option of a query. */
export type ClaudeHooks = Record<CallbackName, Matcher[]>;

/** In seconds. Hooks have their own limits. */
const timeout = 600;

type Fields = CallbackInput & Readonly<Record<string, unknown>>;

/** An answer in Claude Code's format. */
interface Answer {
  readonly decision?: 'block' | undefined;
  readonly reason?: string | undefined;
  readonly continue?: false;
  readonly stopReason?: string;
  readonly systemMessage?: string | undefined;
  readonly hookSpecificOutput?: Readonly<Record<string, unknown>>;
}

type Callback = (session: HookSession, input: Fields, signal: AbortSignal) => Promise<Answer>;

const callbacks = {
  async UserPromptSubmit(session, input) {
    const prompt = stringOrEmpty(input['prompt']);
    const reply = await session.prompt(prompt);
    if (reply.block !== undefined) return { decision: 'block', reason: reply.block };
    const isRewritten = reply.text !== prompt;
    return {
      ...specificOutput('UserPromptSubmit', { additionalContext: joinTexts(reply.context) }),
      ...(isRewritten && { systemMessage: 'anyhook: a hook rewrote the prompt, which Claude Code does not support' }),
    };
  },
  async PreToolUse(session, input, signal) {
    const decision = await session.beforeTool({ ...callOf(input), signal });
    if (session.stopped !== undefined) return { continue: false, stopReason: session.stopped };
    const permission = { run: undefined, ask: 'ask', deny: 'deny' }[decision.kind];
    if (decision.kind === 'deny') return specificOutput('PreToolUse', permissionFields(permission, decision.reason));
    const isAllowed = decision.kind === 'run' && decision.approved;
    const reason = decision.kind === 'ask' ? decision.reason : undefined;
    return specificOutput('PreToolUse', {
      // An allow that no hook gave would skip the user's own permissions.
      ...permissionFields(isAllowed ? 'allow' : permission, reason),
      updatedInput: decision.input === input['tool_input'] ? undefined : decision.input,
    });
  },
  async PostToolUse(session, input) {
    const response = input['tool_response'];
    const reply = await session.afterTool(callOf(input), responseText(response));
    return specificOutput('PostToolUse', {
      additionalContext: joinTexts(reply.feedback),
      updatedToolOutput: 'output' in reply ? inResponseForm(response, reply.output) : undefined,
    });
  },
  async PostToolUseFailure(session, input) {
    const { feedback } = await session.toolFailed(callOf(input), input['error']);
    return specificOutput('PostToolUseFailure', { additionalContext: joinTexts(feedback) });
  },
  async Stop(session, input) {
    return stopAnswer(await session.stop(stopFieldsOf(input)));
  },
  async StopFailure(session, input) {
    await session.error(input['error']);
    return {};
  },
  async SubagentStart(session, input) {
    const { context, block } = await session.subagentStart(agentOf(input));
    const systemMessage = block === undefined ? undefined : `anyhook: a subagent cannot be blocked here: ${block}`;
    return { ...specificOutput('SubagentStart', { additionalContext: joinTexts(context) }), systemMessage };
  },
  async SubagentStop(session, input) {
    return stopAnswer(await session.subagentStop(agentOf(input), stopFieldsOf(input)));
  },
  async PreCompact(session, input) {
    const instructions = input['custom_instructions'];
    const compaction = {
      trigger: stringOrEmpty(input['trigger']),
      ...(typeof instructions === 'string' && { instructions }),
    };
    const { block } = await session.compactBefore(compaction);
    return block === undefined ? {} : { decision: 'block', reason: block };
  },
  async PostCompact(session, input) {
    await session.compactAfter({
      trigger: stringOrEmpty(input['trigger']),
      summary: stringOrEmpty(input['compact_summary']),
    });
    return {};
  },
} as const satisfies Readonly<Record<string, Callback>>;

type CallbackName = keyof typeof callbacks;

type Engine = FiringEngine | Promise<FiringEngine>;

/**
 * The hooks of an engine as callbacks, for the option `hooks`. `hookQuery` also knows when a session ends.
 *
 * @example
 * query({ prompt, options: { hooks: claudeHooks(await createEngine({ trust: 'project' })) } });
 */
export const claudeHooks = (engine: Engine, options: HookOptions = {}): ClaudeHooks =>
  createCallbacks(createConversations(engine, options));

const createConversations = (engine: Engine, options: HookOptions): ConversationSessions =>
  createConversationSessions(engine, { ...options, framework: 'the Claude Agent SDK' });

function createCallbacks(conversations: ConversationSessions): ClaudeHooks {
  const matcher = (name: CallbackName): Matcher => ({
    timeout,
    hooks: [
      async (input, _, { signal }) => {
        const answer = await callbacks[name](conversations.sessionFor(input.session_id), input as Fields, signal);
        return Object.fromEntries(Object.entries(answer).filter(([, value]) => value !== undefined)) as CallbackOutput;
      },
    ],
  });
  const names = Object.keys(callbacks) as CallbackName[];
  return Object.fromEntries(names.map((name) => [name, [matcher(name)]])) as ClaudeHooks;
}

/** The parameters of `query`, as far as they are used here. */
interface QueryParams {
  readonly options?: { readonly hooks?: Readonly<Record<string, unknown>> } | undefined;
}

/**
 * The same `query` with the hooks of an engine in every session. Callbacks of the user's own stay.
 *
 * @example
 * const ask = hookQuery(query, await createEngine({ trust: 'project' }));
 * for await (const message of ask({ prompt: 'Fix the tests' })) console.log(message);
 */
export function hookQuery<Params extends QueryParams, Messages extends AsyncGenerator<unknown, unknown>>(
  query: (params: Params) => Messages,
  engine: Engine,
  options: HookOptions = {},
): (params: Params) => Messages {
  return (params) => {
    const conversations = createConversations(engine, options);
    const hooks: Record<string, unknown> = { ...createCallbacks(conversations) };
    for (const [name, userHooks] of Object.entries(params.options?.hooks ?? {}))
      hooks[name] = [...((hooks[name] as unknown[] | undefined) ?? []), ...(userHooks as unknown[])];
    const messages = query({ ...params, options: { ...params.options, hooks } });
    return withEndCallback(messages, () => conversations.end());
  };
}

/** The same generator, with a callback for its end. Its other methods stay. */
function withEndCallback<Messages extends AsyncGenerator<unknown, unknown>>(
  messages: Messages,
  end: () => Promise<void>,
): Messages {
  const endWhenDone = async (step: Promise<IteratorResult<unknown, unknown>>) => {
    try {
      const result = await step;
      if (result.done) await end();
      return result;
    } catch (error) {
      await end();
      throw error;
    }
  };
  const steps: Partial<Record<PropertyKey, unknown>> = {
    next: (...args: [] | [unknown]) => endWhenDone(messages.next(...args)),
    return: (value: unknown) => endWhenDone(messages.return(value)),
    throw: (error: unknown) => endWhenDone(messages.throw(error)),
    [Symbol.asyncIterator]: () => wrapped,
  };
  const wrapped = new Proxy(messages, {
    get(target, name) {
      const value = Object.hasOwn(steps, name) ? steps[name] : Reflect.get(target, name, target);
      return typeof value === 'function' && !Object.hasOwn(steps, name) ? value.bind(target) : value;
    },
  });
  return wrapped;
}

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '');
const joinTexts = (texts: readonly string[]): string | undefined => texts.join('\n\n') || undefined;

const callOf = (input: Fields) => ({
  id: stringOrEmpty(input['tool_use_id']),
  name: stringOrEmpty(input['tool_name']),
  input: input['tool_input'],
});

const agentOf = (input: Fields) => ({ id: stringOrEmpty(input['agent_id']), type: stringOrEmpty(input['agent_type']) });

const stopFieldsOf = (input: Fields) => ({
  text: stringOrEmpty(input['last_assistant_message']),
  active: input['stop_hook_active'] === true,
});

const stopAnswer = (reply: { readonly continue?: string }): Answer =>
  reply.continue === undefined ? {} : { decision: 'block', reason: reply.continue };

const permissionFields = (permissionDecision: string | undefined, permissionDecisionReason: string | undefined) => ({
  permissionDecision,
  permissionDecisionReason,
});

/** The event-specific part of an answer; nothing if it has no fields. */
function specificOutput(hookEventName: string, fields: Readonly<Record<string, unknown>>): Answer {
  const presentFields = Object.entries(fields).filter(([, value]) => value !== undefined);
  return presentFields.length === 0
    ? {}
    : { hookSpecificOutput: { hookEventName, ...Object.fromEntries(presentFields) } };
}

/** The text of a tool's response: MCP blocks, a shell's streams, a string, or the whole response. */
function responseText(response: unknown): unknown {
  if (isBlocks(response)) return response.map(({ text = '' }) => text).join('');
  if (isStreams(response)) return [response.stdout, response.stderr].filter((text) => text).join('\n');
  return response;
}

/** A replaced output in the form that Claude Code expects of this tool. */
function inResponseForm(response: unknown, output: unknown): unknown {
  if (isBlocks(response)) return [{ type: 'text', text: textOf(output) }];
  if (isStreams(response)) return { ...response, stdout: textOf(output), stderr: '' };
  return output;
}

const isBlocks = (value: unknown): value is readonly { readonly text?: string }[] =>
  Array.isArray(value) && value.every((block) => typeof block?.type === 'string');

const isStreams = (value: unknown): value is { readonly stdout: string; readonly stderr?: string } =>
  typeof (value as { stdout?: unknown } | null)?.stdout === 'string';
