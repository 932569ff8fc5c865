import { dirname } from 'node:path';
import {
  type Decision,
  type Ending,
  type Event,
  failed,
  firstToolName,
  fromNativeInput,
  type Hook,
  hasCall,
  projectFolderFor,
  type Result,
  type Rewrite,
  type ToolEvent,
  type ToolResult,
  toNativeInput,
  toolName,
  toolRowFor,
  withoutUndefined,
} from '@anyhook/core';
import { pascalEvents, pascalTools } from '../../../.cache/agents/copilot/tables.js';
import { claudeMcpName, rawObject } from '../../formats/kit/claude-payload.js';
import { type FieldsByEvent, fieldsOf } from '../../formats/kit/event-fields.js';
import type { Codec, ProcessOutput } from '../../formats/kit/format.js';
import {
  endingWith,
  failOnBadOutput,
  firstText,
  flagField,
  type JsonObject,
  misspeltKeys,
  noReason,
  objectField,
  parseStdout,
  reasonFor,
  textField,
  tryParseStdout,
  wordField,
} from '../../formats/kit/hook-output.js';
import { camelTools, hookEvents } from './tables.js';

type Fields = Readonly<Record<string, unknown>>;

/** The payload that Copilot CLI would send for this event: that of an event in PascalCase has fields in snake_case. */
function copilotPayload(event: Event, nativeEvent: string): Fields {
  const isPascal = /^[A-Z]/.test(nativeEvent);
  const raw = rawObject(event);
  // Its own payload may have more fields than the canonical event: they are kept, ours take precedence.
  const nativeFields = raw && (event.name === 'other' || (!isPascal && 'sessionId' in raw)) ? raw : {};
  const own = withoutUndefined({ transcriptPath: transcriptOf(event), ...fieldsOf(eventFields, event, isPascal) });
  const common = isPascal
    ? { hook_event_name: nativeEvent, session_id: event.sessionId, timestamp: event.timestamp }
    : { sessionId: event.sessionId, timestamp: Date.parse(event.timestamp) };
  return { ...nativeFields, ...common, cwd: event.cwd, ...(isPascal ? inSnakeCase(own) : own) };
}

/** Only the ends of turns and the events of subagents name the transcript. */
const transcriptOf = (event: Event): string | undefined =>
  event.name === 'agent.stop' || event.name.startsWith('subagent.') ? (event.transcriptPath ?? '') : undefined;

const inSnakeCase = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`), value]),
  );

const eventFields: FieldsByEvent<[isPascal: boolean]> = {
  // A startup on other agents is a new session here.
  'session.start': ({ source }) => ({ source: source === 'startup' ? 'new' : (source ?? 'new'), initialPrompt: '' }),
  'session.end': ({ reason }) => ({ reason: reason ?? 'complete' }),
  'prompt.submit': ({ prompt }) => ({ prompt }),
  'tool.before': (event, isPascal) => callFields(event, isPascal),
  'tool.permission': (event, isPascal) => ({
    hookName: 'permissionRequest',
    ...callFields(event, isPascal),
    permissionSuggestions: [],
  }),
  'tool.after': (event, isPascal) => ({
    ...callFields(event, isPascal),
    toolResult: resultOf(event.result, isPascal),
  }),
  'tool.failure': (event, isPascal) => ({ ...callFields(event, isPascal), error: event.error }),
  'agent.stop': ({ stopReason, stopHookActive }) => ({
    stopReason: stopReason ?? 'end_turn',
    stop_hook_active: stopHookActive ?? false,
  }),
  'subagent.start': (event) => subagentFields(event),
  'subagent.stop': (event) => ({
    ...subagentFields(event),
    response: event.response ?? '',
    stopReason: 'end_turn',
    stop_hook_active: event.stopHookActive ?? false,
  }),
  'compact.before': ({ trigger, instructions }) => ({
    trigger: trigger ?? 'auto',
    customInstructions: instructions ?? '',
  }),
  notification: ({ message, kind }) => ({
    ...{ message: message ?? '', title: '', hook_event_name: 'Notification' },
    notification_type: kind ?? '',
  }),
  error: ({ kind, message }) => ({
    errorContext: kind ?? 'unknown',
    recoverable: false,
    error: { message: message ?? '', name: 'Error' },
  }),
};

function callFields({ name, call }: ToolEvent, isPascal: boolean): Fields {
  const tools = isPascal ? pascalTools : camelTools;
  const argsField = isPascal || name === 'tool.permission' ? 'toolInput' : 'toolArgs';
  const input = toNativeInput(toolRowFor(tools, call), call.input);
  return { toolName: toolName(tools, call, claudeMcpName), [argsField]: input };
}

const resultOf = ({ ok, text }: ToolResult, isPascal: boolean): Fields => {
  const resultType = ok ? 'success' : 'failure';
  return isPascal ? { result_type: resultType, text_result_for_llm: text } : { resultType, textResultForLlm: text };
};

const subagentFields = ({ subagent }: Extract<Event, { name: 'subagent.start' | 'subagent.stop' }>): Fields => ({
  agentName: subagent.name ?? subagent.type,
  agentId: subagent.id,
  agentType: subagent.type ?? subagent.name,
});

interface ReadContext {
  readonly hook: Hook;
  readonly event: Event;
  /** The event is named in PascalCase. */
  readonly isPascal: boolean;
}

/** Copilot CLI's rule: before a tool call any exit but 0 denies it; at other events few exit codes matter. */
function readOutput(output: ProcessOutput, context: ReadContext): Ending {
  if (output.exitCode !== 0) return readExit(output, context);
  const { json, text } = parseStdout(output.stdout);
  if (!json) return endingWith({ logs: text ? [text] : [] });
  const { notes = [], ...result } = readers[context.event.name]?.(json, context) ?? {};
  return endingWith({ ...result, notes: [...notes, ...misspeltKeys(json, knownKeys)] });
}

function readExit({ exitCode, stdout, stderr }: ProcessOutput, { hook, event }: ReadContext): Ending {
  const isRefusal = event.name === 'tool.before' || (event.name === 'tool.permission' && exitCode === 2);
  if (isRefusal) {
    const reason = firstText(stderr, tryParseStdout(stdout).text) ?? `hook ${hook.id} exited with code ${exitCode}`;
    return endingWith({ decision: 'deny', reason });
  }
  // The output of a failed call's script goes to the model.
  if (event.name === 'tool.failure' && exitCode === 2 && stderr.trim()) return endingWith({ context: [stderr.trim()] });
  return failed('exit', `exited with code ${exitCode}`, stderr);
}

type ReadAnswer = (json: JsonObject, context: ReadContext) => Partial<Result>;

const permissionWords: Readonly<Record<string, Decision>> = { allow: 'allow', deny: 'deny', ask: 'ask' };

const contextOf = (json: JsonObject): readonly string[] => {
  const text = textField(json, 'additionalContext');
  return text?.trim() ? [text] : [];
};

/** The reason of `decision: "block"`; other decisions are ignored here. */
function blockReason(json: JsonObject, { hook }: ReadContext): string | undefined {
  if (json['decision'] !== 'block') return undefined;
  return firstText(textField(json, 'reason')) ?? noReason(hook);
}

const readBlock: ReadAnswer = (json, context) => {
  const reason = blockReason(json, context);
  return reason === undefined ? {} : { decision: 'deny', reason };
};

const readContext: ReadAnswer = (json) => ({ context: contextOf(json) });

const readPrompt: ReadAnswer = (json, context) => {
  const prompt = textField(json, 'modifiedPrompt');
  const rewrite: Rewrite | undefined = prompt ? { of: 'prompt', value: prompt } : undefined;
  return { ...(rewrite && { rewrite }), ...readBlock(json, context), ...readContext(json, context) };
};

/** Flat fields are read in both spellings; `hookSpecificOutput` only in PascalCase. */
const readToolBefore: ReadAnswer = (json, { hook, event, isPascal }) => {
  const specific = objectField(json, 'hookSpecificOutput') ?? {};
  const answer = isPascal ? { ...json, ...specific } : json;
  const decision = wordField(answer, permissionWords, 'permissionDecision') ?? 'pass';
  const input = objectField(answer, 'modifiedArgs') ?? (isPascal ? objectField(specific, 'updatedInput') : undefined);
  const row = hasCall(event) ? toolRowFor(isPascal ? pascalTools : camelTools, event.call) : undefined;
  return {
    decision,
    ...reasonFor(decision, firstText(textField(answer, 'permissionDecisionReason')), hook),
    ...(input && { rewrite: { of: 'input', value: fromNativeInput(row, input) } }),
    context: contextOf(json),
    notes: [
      ...ignoredDecision(json),
      ...(!isPascal && Object.keys(specific).length > 0
        ? [`"hookSpecificOutput" is read at PreToolUse, not at ${hook.nativeEvent}: put its fields at the top`]
        : []),
    ],
  };
};

/** A deny in the form of another event, or of other agents, does not deny. */
const ignoredDecision = (json: JsonObject): readonly string[] =>
  ['decision', 'continue'].flatMap((name) =>
    json[name] === undefined || json[name] === true
      ? []
      : [`"${name}" has no effect before a tool call: use "permissionDecision"`],
  );

const readPermission: ReadAnswer = (json, { hook }) => {
  const decision = wordField(json, { allow: 'allow', deny: 'deny' } as const, 'behavior') ?? 'pass';
  const reason = firstText(textField(json, 'message'));
  return {
    decision,
    ...reasonFor(decision, reason, hook),
    ...(flagField(json, 'interrupt') && { stop: reason ?? noReason(hook) }),
  };
};

/** A block replaces the output, as `modifiedResult` does. */
const readToolAfter: ReadAnswer = (json, context) => {
  const modified = objectField(json, 'modifiedResult', 'modified_result') ?? {};
  const value = blockReason(json, context) ?? textField(modified, 'textResultForLlm', 'text_result_for_llm');
  return { ...(value !== undefined && { rewrite: { of: 'output', value } }), ...readContext(json, context) };
};

const readers: Readonly<Partial<Record<Event['name'], ReadAnswer>>> = {
  'session.start': readContext,
  'prompt.submit': readPrompt,
  'tool.before': readToolBefore,
  'tool.permission': readPermission,
  'tool.after': readToolAfter,
  'tool.failure': readContext,
  'agent.stop': readBlock,
  'subagent.start': readContext,
  'subagent.stop': readBlock,
};

const knownKeys = [
  ...['permissionDecision', 'permissionDecisionReason', 'modifiedArgs', 'additionalContext', 'modifiedPrompt'],
  ...['modifiedTransformedPrompt', 'decision', 'reason', 'modifiedResult', 'behavior', 'message', 'interrupt'],
  ...['hookSpecificOutput', 'continue', 'stopReason', 'systemMessage', 'suppressOutput'],
];

/** Hooks as Copilot CLI runs them. */
const copilot: Codec = {
  name: 'copilot',
  events: hookEvents,
  tools: camelTools,
  mcpName: claudeMcpName,
  singlePath: true,
  ignoresDerived: true,
  stdin: (event, hook) => copilotPayload(event, hook.nativeEvent),
  env,
  read: (output, hook, event) =>
    failOnBadOutput(output, () => readOutput(output, { hook, event, isPascal: hook.nativeEvent in pascalEvents })),
};

function env(event: Event, hook: Hook): Readonly<Record<string, string>> {
  const project = projectFolderFor(hook, event.cwd);
  return {
    COPILOT_CLI: '1',
    COPILOT_PROJECT_DIR: project,
    COPILOT_HOOK_DIR: dirname(hook.source),
    CLAUDE_PROJECT_DIR: project,
  };
}

/** The matcher with the names of camelCase events, also for the tools that it names as in PascalCase events. */
export function inOwnNames(matcher: string): string {
  if (/^[\w|]+$/.test(matcher)) return [...new Set(matcher.split('|').map(ownName))].join('|');
  const pattern = new RegExp(`^(?:${matcher})$`);
  const names = Object.keys(pascalTools).filter((name) => pattern.test(name));
  return [...new Set([matcher, ...names.map(ownName)])].join('|');
}

function ownName(name: string): string {
  const row = Object.hasOwn(pascalTools, name) ? pascalTools[name] : undefined;
  return (row && firstToolName(camelTools, row.kind)) ?? name;
}

export const copilotFormatCodec = (): Codec => copilot;
