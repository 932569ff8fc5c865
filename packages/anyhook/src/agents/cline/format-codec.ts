import {
  type Ending,
  type Event,
  failed,
  fromNativeInput,
  type Hook,
  hasCall,
  objectOf,
  parseJson,
  type Rewrite,
  type ToolCall,
  type ToolInput,
  type ToolMap,
  toNativeInput,
  toolName,
  toolRowFor,
  withoutUndefined,
} from '@anyhook/core';
import { eventRows, extensionRows, programNames } from '../../../.cache/agents/cline/tables.js';
import { claudeMcpName, jsonText, rawObject } from '../../formats/kit/claude-payload.js';
import { type FieldsByEvent, fieldsOf } from '../../formats/kit/event-fields.js';
import type { Codec, ProcessOutput } from '../../formats/kit/format.js';
import {
  BadOutput,
  endingWith,
  failOnBadOutput,
  firstText,
  flagField,
  isDeeper,
  type JsonObject,
  misspeltKeys,
  noReason,
  objectField,
  textField,
} from '../../formats/kit/hook-output.js';
import { ownEntry } from '../kit/json-fields.js';
import { fileEvents } from '../kit/tables.js';
import { cliTools, tools } from './tables.js';

type Fields = Readonly<Record<string, unknown>>;

/** The payload that Cline would send for this event to a hook of the terminal program or of the extension. */
function clinePayload(event: Event, hook: Hook): Fields {
  const { nativeEvent, flavour } = hook;
  const isExtension = flavour === 'extension';
  const raw = rawObject(event);
  const nativeFields = raw && 'taskId' in raw && 'hookName' in raw ? raw : {};
  return {
    clineVersion: '',
    ...nativeFields,
    timestamp: isExtension ? String(Date.parse(event.timestamp)) : event.timestamp,
    taskId: event.sessionId,
    sessionContext: { rootSessionId: event.parentSessionId ?? event.sessionId },
    workspaceRoots: [event.cwd],
    workspaceInfo: { rootPath: event.cwd },
    userId: 'unknown',
    agent_id: event.agent?.id ?? event.sessionId,
    parent_agent_id: event.agent ? (event.parentSessionId ?? event.sessionId) : null,
    hookName: isExtension ? nativeEvent : (ownEntry(programNames, nativeEvent) ?? nativeEvent),
    ...withoutUndefined(fieldsOf(eventFields, event, nativeEvent, isExtension)),
  };
}

const task = { taskMetadata: {} };

const eventFields: FieldsByEvent<[nativeEvent: string, isExtension: boolean]> = {
  'session.start': (_event, nativeEvent) =>
    nativeEvent === 'TaskResume' ? { taskResume: { ...task, previousState: {} } } : { taskStart: task },
  'prompt.submit': ({ prompt }) => ({ userPromptSubmit: { prompt, attachments: [] } }),
  'tool.before': ({ call }, _nativeEvent, isExtension) => callFields(call, isExtension),
  'tool.after': (event, _nativeEvent, isExtension) => resultFields(event, event.result.text, undefined, isExtension),
  'tool.failure': (event, _nativeEvent, isExtension) =>
    resultFields(event, event.result?.text ?? event.error, event.error, isExtension),
  'agent.stop': ({ response }) => ({ turn: { outputText: response ?? '', status: 'completed' }, taskComplete: task }),
  error: ({ kind, message }) => ({ error: { name: kind ?? 'Error', message: message ?? '' }, taskCancel: task }),
  'compact.before': ({ trigger }) => ({ preCompact: { trigger: trigger ?? 'auto' } }),
  'session.end': ({ reason }) => ({ reason }),
};

interface ClineCall {
  readonly name: string;
  readonly input: ToolInput;
}

function callFields(call: ToolCall, isExtension: boolean): Fields {
  const { name, input } = clineCall(call, isExtension);
  const preToolUse = { toolName: name, parameters: inTexts(input) };
  return isExtension ? { preToolUse } : { iteration: 1, tool_call: { id: call.id ?? '', name, input }, preToolUse };
}

type ResultEvent = Extract<Event, { name: 'tool.after' | 'tool.failure' }>;

function resultFields(event: ResultEvent, text: string, error: string | undefined, isExtension: boolean): Fields {
  if (!hasCall(event)) return {};
  const { name, input } = clineCall(event.call, isExtension);
  const success = error === undefined && (event.result?.ok ?? true);
  const executionTimeMs = event.durationMs ?? 0;
  const postToolUse = { toolName: name, parameters: inTexts(input), result: text, success, executionTimeMs };
  if (isExtension) return { postToolUse };
  const result = { id: event.call.id ?? '', name, input, output: text, ...(error !== undefined && { error }) };
  return { iteration: 1, tool_result: { ...result, durationMs: executionTimeMs }, postToolUse };
}

/** The call with the names of the program or of the extension. */
function clineCall(call: ToolCall, isExtension: boolean): ClineCall {
  if (call.mcp && isExtension) {
    const { server, tool } = call.mcp;
    return { name: 'use_mcp_tool', input: { server_name: server, tool_name: tool, arguments: call.input } };
  }
  const tools = toolsOf(isExtension);
  const shown = isExtension ? call : asEdit(call);
  const input = toNativeInput(toolRowFor(tools, shown), shown.input);
  return { name: toolName(tools, shown, claudeMcpName), input: isExtension ? withDiff(shown, input) : input };
}

export const toolsOf = (isExtension: boolean): ToolMap => (isExtension ? extensionRows : cliTools);

/** The terminal program writes whole files with its editor. */
function asEdit(call: ToolCall): ToolCall {
  if (call.kind !== 'write') return call;
  const { content, ...input } = call.input;
  return { ...call, kind: 'edit', input: { ...input, newText: content } };
}

/** The extension has an edit as one text. */
function withDiff({ kind }: ToolCall, input: ToolInput): ToolInput {
  const { oldText, newText, ...rest } = input;
  if (kind !== 'edit' || newText === undefined) return input;
  return { ...rest, diff: `------- SEARCH\n${oldText ?? ''}\n=======\n${newText}\n+++++++ REPLACE` };
}

/** Parameters are texts; other values are given as JSON. */
const inTexts = (input: ToolInput): Fields =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'string' ? value : jsonText(value)]),
  );

interface ReadContext {
  readonly hook: Hook;
  readonly event: Event;
}

const maxLevels = 200;

/** Cline's rule: only JSON on stdout counts, and exit codes are ignored. */
function readOutput({ exitCode, stdout, stderr }: ProcessOutput, context: ReadContext): Ending {
  const text = stdout.trim();
  const json = objectOf(parseJson(controlText(text)));
  if (json && isDeeper(json, maxLevels)) throw new BadOutput(`its JSON is nested more than ${maxLevels} levels deep`);
  if (json) return readJson(json, context);
  if (exitCode !== 0) return failed('exit', `exited with code ${exitCode}, which blocks nothing`, stderr);
  if (text) throw new BadOutput('stdout must be one JSON object, or have a line "HOOK_CONTROL", a tab and the object');
  return endingWith({});
}

/** The last line that is marked as an answer, or else the whole text. */
function controlText(text: string): string {
  const mark = 'HOOK_CONTROL\t';
  const marked = text.split('\n').filter((line) => line.trim().startsWith(mark));
  return marked.at(-1)?.trim().slice(mark.length) ?? text;
}

function readJson(json: JsonObject, { hook, event }: ReadContext): Ending {
  const error = firstText(textField(json, 'errorMessage'));
  const added = textField(json, 'context', 'contextModification');
  const notes = [
    ...(flagField(json, 'review') ? ['"review" does nothing, here as in Cline: left out'] : []),
    ...misspeltKeys(json, ['cancel', 'errorMessage', 'context', 'contextModification', 'overrideInput', 'review']),
  ];
  if (flagField(json, 'cancel')) {
    const reason = error ?? firstText(added) ?? noReason(hook);
    // Cline ends the whole run, at each event that waits for its hook.
    return endingWith({ decision: 'deny', reason, stop: reason, notes });
  }
  const context = firstText(added) ?? error;
  return endingWith({ rewrite: rewriteOf(json, hook, event), context: context ? [context] : [], notes });
}

function rewriteOf(json: JsonObject, { flavour }: Hook, event: Event): Rewrite | undefined {
  const input = event.name === 'tool.before' ? objectField(json, 'overrideInput') : undefined;
  if (!input || !hasCall(event)) return undefined;
  const isExtension = flavour === 'extension';
  const shown = isExtension ? event.call : asEdit(event.call);
  const value: ToolInput = fromNativeInput(toolRowFor(toolsOf(isExtension), shown), input);
  if (shown.kind === event.call.kind) return { of: 'input', value };
  const { newText, ...rest } = value;
  return { of: 'input', value: { ...rest, ...(newText !== undefined && { content: newText }) } };
}

/** Hooks as Cline runs them: one script for each event, named after it. */
const cline: Codec = {
  name: 'cline',
  events: fileEvents(eventRows),
  tools,
  mcpName: claudeMcpName,
  singlePath: true,
  ignoresDerived: true,
  stdin: clinePayload,
  env: () => ({}),
  read: (output, hook, event) => failOnBadOutput(output, () => readOutput(output, { hook, event })),
};

export const clineFormatCodec = (): Codec => cline;
