import type { Decision, EventName, HookReport, Signal } from '@anyhook/core';
import { AnyhookError, kindOfAbility, objectOf, withoutUndefined } from '@anyhook/core';
import { type CreateEngineOptions, createEngine, type FireEventFields } from './create-engine.js';

/** The events of the ability format, by its own names. */
export type AbilityEvent = 'PromptSubmit' | 'PreAbilityCreate' | 'PreAbilityCall' | 'PostAbilityCall' | 'SessionStop';

/** An event context of the ability format: the fields of its specification, in snake_case. */
export type HookContext = Readonly<Record<string, unknown>>;

/** The merged answer of the hooks of one event. */
export interface HookResults {
  readonly decision: Decision;
  readonly reason?: string;
  readonly hook_signals: readonly Signal[];
  /** Texts for the model and for the user, from hooks of the other formats. */
  readonly context: readonly string[];
  readonly messages: readonly string[];
  readonly notes: readonly string[];
  readonly hooks: readonly HookReport[];
}

/**
 * The hook runner of the ability format as one function: hooks of every format run on the event.
 *
 * @example
 * const { decision } = await runHooks('PreAbilityCall', { ability_id: 'edit_file', args: { path: 'a.ts' } });
 */
export async function runHooks(
  event: AbilityEvent,
  context: HookContext,
  options: CreateEngineOptions & { readonly blockingOnly?: boolean } = {},
): Promise<HookResults> {
  const { blockingOnly = false, ...engineOptions } = options;
  const engine = await createEngine({ ...engineOptions, ...(blockingOnly && { only: (hook) => hook.blocking }) });
  const { name, words } = toCanonicalFields(event, context);
  const sessionId = textField(context, 'session_id') ?? textField(callerOf(context), 'session_id');
  const { verdict } = await engine.fire(name, { ...words, ...(sessionId !== undefined && { sessionId }) });
  const { decision, reason, signals, context: contextTexts, messages, notes, hooks } = verdict;
  const reasonField = reason === undefined ? {} : { reason };
  return { decision, ...reasonField, hook_signals: signals, context: contextTexts, messages, notes, hooks };
}

interface AbilityEventRow {
  readonly name: EventName;
  /** The canonical names of the context's fields. */
  readonly fields: Readonly<Record<string, string>>;
}

const abilityEventRows: Readonly<Record<AbilityEvent, AbilityEventRow>> = {
  PromptSubmit: { name: 'prompt.submit', fields: { current_files: 'files' } },
  PreAbilityCreate: {
    name: 'task.create',
    fields: { ability_ref: 'ability', input_summary: 'inputSummary', input: 'input', environment: 'environment' },
  },
  PreAbilityCall: {
    name: 'tool.before',
    fields: { task_key: 'taskKey', args_summary: 'inputSummary', environment: 'environment' },
  },
  PostAbilityCall: {
    name: 'tool.after',
    fields: {
      task_key: 'taskKey',
      duration_ms: 'durationMs',
      input_summary: 'inputSummary',
      output_summary: 'outputSummary',
    },
  },
  SessionStop: {
    name: 'session.end',
    fields: {
      changed_files: 'changedFiles',
      abilities_used: 'abilitiesUsed',
      tasks_summary: 'tasks',
      started_at: 'startedAt',
      ended_at: 'endedAt',
    },
  },
};

function toCanonicalFields(event: AbilityEvent, context: HookContext): { name: EventName; words: FireEventFields } {
  if (!Object.hasOwn(abilityEventRows, event))
    throw new AnyhookError('UNKNOWN_EVENT', `runHooks takes the ability format's events, got ${JSON.stringify(event)}`);
  const { name, fields } = abilityEventRows[event];
  const canonicalEntries = Object.entries(fields).map(([field, canonical]) => [canonical, context[field]]);
  const data = withoutUndefined({ ...Object.fromEntries(canonicalEntries), ...callerFields(context) });
  if (event === 'PromptSubmit') return { name, words: { prompt: textField(context, 'user_raw_input') ?? '', data } };
  if (event === 'PreAbilityCall') return { name, words: { ...callOf(context), data } };
  return event === 'PostAbilityCall' ? afterCall(context, data) : { name, words: { data } };
}

/** A failure is a separate event; a partial success is not. */
function afterCall(context: HookContext, data: HookContext): { name: EventName; words: FireEventFields } {
  const call = callOf(context);
  const error = textField(context, 'error_message');
  const { status } = context;
  if (status === 'failure')
    return { name: 'tool.failure', words: { ...call, data: { ...data, error: error ?? 'failed' } } };
  const result = { ok: true, text: textField(context, 'output_summary') ?? '' };
  const partial = status === 'partial' ? { partial: true, error: error ?? 'partly done' } : {};
  return { name: 'tool.after', words: { ...call, data: { ...data, result, ...partial } } };
}

/** The tool that an ability id means; other ids keep their own name. */
function callOf(context: HookContext): FireEventFields {
  const id = textField(context, 'ability_id');
  if (id === undefined)
    throw new AnyhookError('BAD_ARGUMENT', 'runHooks: "ability_id" is required and missing in the context');
  return { tool: kindOfAbility(id) ?? id, ...withoutUndefined({ input: objectOf(context['args']) }) };
}

/** The caller and its job, in canonical fields. */
function callerFields(context: HookContext): Readonly<Record<string, unknown>> {
  const { source, job_id, triggered_by } = callerOf(context);
  return { caller: source, jobId: job_id, triggeredBy: triggered_by };
}

const callerOf = ({ caller }: HookContext): HookContext =>
  typeof caller === 'object' && caller !== null ? (caller as HookContext) : {};

const textField = (context: HookContext, key: string): string | undefined => {
  const value = context[key];
  return typeof value === 'string' ? value : undefined;
};
