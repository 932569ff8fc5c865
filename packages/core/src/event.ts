import type { EventName } from './contract.js';
import type { ToolCall, ToolResult } from './tool.js';

export const callers = ['ai_session', 'background_job', 'ci_pipeline', 'manual_cli'] as const;
/** Who caused the event (the ability format's InvocationSource). */
export type Caller = (typeof callers)[number];

/** The variable that holds the key of the task that a program was started for. */
export const taskKeyVariable = 'ANYHOOK_TASK_KEY';

export interface AgentRef {
  readonly id?: string;
  readonly name?: string;
  readonly type?: string;
}

export interface EventBase {
  readonly host: string;
  /** The agent's own name for this event. */
  readonly nativeName: string;
  readonly sessionId: string;
  readonly cwd: string;
  /** ISO 8601. */
  readonly timestamp: string;
  readonly caller: Caller;
  /** The job that caused the event, and who or what started that job, if known. */
  readonly jobId?: string;
  readonly triggeredBy?: string;
  /** Set inside a subagent. */
  readonly agent?: AgentRef;
  readonly parentSessionId?: string;
  readonly transcriptPath?: string;
  readonly permissionMode?: string;
  readonly model?: string;
  /** Set when the engine derived this event from another one. */
  readonly derivedFrom?: EventName;
  /** The prompt is our own stop reason, sent back by the agent. */
  readonly synthetic?: boolean;
  /** The hook runs a second time, on the final input. */
  readonly recheck?: boolean;
  /** The exact native payload. Normalizing never replaces it. */
  readonly raw: unknown;
}

interface Message {
  readonly role: string;
  readonly content: unknown;
}

interface Compaction {
  readonly trigger?: string;
  readonly instructions?: string;
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  readonly contextLimit?: number;
  readonly summary?: string;
}

interface Finish {
  readonly stopReason?: string;
  readonly stepCount?: number;
  readonly response?: string;
  /** The agent reports that it already continues because of a stop hook. */
  readonly stopHookActive?: boolean;
  /** How many stops in a row were blocked before this one. */
  readonly stopBlocks?: number;
}

interface Subagent {
  readonly subagent: AgentRef;
  readonly task?: string;
  readonly response?: string;
  readonly stopHookActive?: boolean;
}

interface Notice {
  readonly level?: string;
  readonly message?: string;
  readonly kind?: string;
}

export interface TaskSummary {
  readonly task_key: string;
  readonly ability_id: string;
  readonly status: 'success' | 'failure' | 'partial';
}

/** What the tool runner reports about the task of an ability call. */
interface TaskFields {
  readonly taskKey?: string;
  readonly environment?: string;
  /** Short and without secrets; if it is missing, readers make one from the input. */
  readonly inputSummary?: string;
}

export interface EventFields {
  'session.start': { readonly source?: string; readonly args?: Readonly<Record<string, unknown>> };
  'session.end': {
    readonly reason?: string;
    readonly durationMs?: number;
    readonly totalSteps?: number;
    readonly startedAt?: string;
    readonly endedAt?: string;
    readonly changedFiles?: readonly string[];
    readonly abilitiesUsed?: readonly string[];
    readonly tasks?: readonly TaskSummary[];
  };
  'prompt.submit': { readonly prompt: string; readonly files?: readonly string[] };
  'turn.start': { readonly prompt?: string };
  'turn.end': { readonly reason?: string };
  'model.before': { readonly messages?: readonly Message[]; readonly iteration?: number };
  'model.after': { readonly response?: string };
  'tool.before': TaskFields & { readonly call: ToolCall };
  'tool.permission': { readonly call: ToolCall };
  'tool.after': TaskFields & {
    readonly call: ToolCall;
    readonly result: ToolResult;
    readonly durationMs?: number;
    readonly outputSummary?: string;
    /** Only part of the work was done; `error` says what is missing. */
    readonly partial?: boolean;
    readonly error?: string;
  };
  'tool.failure': TaskFields & {
    readonly call: ToolCall;
    readonly error: string;
    readonly result?: ToolResult;
    readonly durationMs?: number;
    readonly outputSummary?: string;
  };
  'agent.stop': Finish;
  'agent.done': Finish;
  'subagent.start': Subagent;
  'subagent.stop': Subagent;
  'compact.before': Compaction;
  'compact.after': Compaction;
  'user.wait': Notice;
  notification: Notice;
  error: Notice;
  limit: Notice;
  'task.create': {
    readonly ability: { readonly kind: 'ability_id' | 'operation_key'; readonly value: string };
    readonly inputSummary?: string;
    readonly environment?: string;
    readonly input?: Readonly<Record<string, unknown>>;
  };
  other: { readonly [field: string]: unknown };
}

/** Something that happened in an agent, in canonical form. */
export type Event = { [N in EventName]: EventBase & { readonly name: N } & EventFields[N] }[EventName];

export type EventOf<N extends EventName> = Extract<Event, { name: N }>;

export type ToolEvent = EventOf<'tool.before' | 'tool.permission' | 'tool.after' | 'tool.failure'>;

export const hasCall = (event: Event): event is ToolEvent => 'call' in event && event.name !== 'other';

/**
 * The agents' names for events before a tool call or a prompt, for code that cannot load their tables.
 * `packages/anyhook/bin/anyhook.cjs` has the same text.
 */
export const actionName =
  /^(?:pre_?tool_?use|before_?tool|before(?:shell|mcp)execution|before(?:tab)?(?:readfile|fileread)|before_?(?:agent|submitprompt)|pre_(?:run_command|(?:read|write)_code|user_prompt)|pre_mcp_tool_use|tool(?:\.execute)?\.before|tool_(?:call|guard|input_transform)|user_?prompt_?submit(?:ted)?|user_(?:steering_messages|followup)_submit|prompt\.submit|chat\.message|subagent_?start|subagent\.start|task\.create|input)$/i;

/** Does a payload's text contain such an event name as a value? */
export function namesCall(text: string): boolean {
  for (const [, name = ''] of text.matchAll(/:\s{0,20}"([\w.]{1,40})"/g)) if (actionName.test(name)) return true;
  return false;
}
