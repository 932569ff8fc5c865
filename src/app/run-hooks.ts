import type { Decision, EventName } from '../core/contract.js';
import { AnyhookError } from '../core/errors.js';
import { given } from '../core/given.js';
import { kindOfAbility } from '../core/tool.js';
import type { HookReport, Signal } from '../core/verdict.js';
import { type CreateEngineOptions, createEngine, type EventWords } from './create-engine.js';

/** The events of the ability dialect, in its own words. */
export type AbilityEvent = 'PromptSubmit' | 'PreAbilityCreate' | 'PreAbilityCall' | 'PostAbilityCall' | 'SessionStop';

/** An event context of the ability dialect: the fields of its specification, in snake_case. */
export type HookContext = Readonly<Record<string, unknown>>;

/** What the hooks of one event said together. */
export interface HookResults {
  readonly decision: Decision;
  readonly reason?: string;
  readonly hook_signals: readonly Signal[];
  /** Texts for the model and for the user, from hooks of the other dialects. */
  readonly context: readonly string[];
  readonly messages: readonly string[];
  readonly notes: readonly string[];
  readonly hooks: readonly HookReport[];
}

/**
 * The hook runner of the ability dialect as one function: hooks of every dialect run on the event.
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
  const { name, words } = inCanonicalWords(event, context);
  const sessionId = text(context, 'session_id');
  const { verdict } = await engine.fire(name, { ...words, ...(sessionId !== undefined && { sessionId }) });
  const { decision, reason, signals, context: texts, messages, notes, hooks } = verdict;
  const why = reason === undefined ? {} : { reason };
  return { decision, ...why, hook_signals: signals, context: texts, messages, notes, hooks };
}

function inCanonicalWords(event: AbilityEvent, context: HookContext): { name: EventName; words: EventWords } {
  const data = (fields: Record<string, unknown>) => ({ data: given({ ...fields, caller: callerOf(context) }) });
  switch (event) {
    case 'PromptSubmit':
      return {
        name: 'prompt.submit',
        words: { prompt: text(context, 'user_raw_input') ?? '', ...data({ files: context['current_files'] }) },
      };
    case 'PreAbilityCreate':
      return {
        name: 'task.create',
        words: data({
          ability: context['ability_ref'],
          inputSummary: context['input_summary'],
          environment: context['environment'],
        }),
      };
    case 'PreAbilityCall':
      return { name: 'tool.before', words: { ...callOf(context), ...data({ taskKey: context['task_key'] }) } };
    case 'PostAbilityCall':
      return afterCall(context, data);
    case 'SessionStop':
      return {
        name: 'session.end',
        words: data({
          changedFiles: context['changed_files'],
          abilitiesUsed: context['abilities_used'],
          tasks: context['tasks_summary'],
          startedAt: context['started_at'],
          endedAt: context['ended_at'],
        }),
      };
    default:
      throw new AnyhookError(
        'UNKNOWN_EVENT',
        `runHooks takes the ability dialect's events, got ${JSON.stringify(event)}`,
      );
  }
}

function afterCall(
  context: HookContext,
  data: (fields: Record<string, unknown>) => EventWords,
): { name: EventName; words: EventWords } {
  const ok = context['status'] !== 'failure';
  const shared = { durationMs: context['duration_ms'], taskKey: context['task_key'] };
  const output = text(context, 'output_summary') ?? '';
  if (ok)
    return { name: 'tool.after', words: { ...callOf(context), ...data({ ...shared, result: { ok, text: output } }) } };
  const error = text(context, 'error_message') ?? 'failed';
  return { name: 'tool.failure', words: { ...callOf(context), ...data({ ...shared, error }) } };
}

/** The tool that an ability id stands for; other ids keep their own name. */
function callOf(context: HookContext): EventWords {
  const id = text(context, 'ability_id');
  if (id === undefined)
    throw new AnyhookError('BAD_ARGUMENT', 'runHooks: "ability_id" is required and missing in the context');
  const args = context['args'];
  const input =
    typeof args === 'object' && args !== null && !Array.isArray(args) ? { input: args as Record<string, unknown> } : {};
  return { tool: kindOfAbility(id) ?? id, ...input };
}

function callerOf(context: HookContext): unknown {
  const { caller } = context;
  return typeof caller === 'object' && caller !== null ? (caller as { source?: unknown }).source : undefined;
}

const text = (context: HookContext, key: string): string | undefined => {
  const value = context[key];
  return typeof value === 'string' ? value : undefined;
};
