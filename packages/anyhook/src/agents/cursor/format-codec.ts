import { resolve } from 'node:path';
import {
  type Decision,
  type Ending,
  type Event,
  failed,
  fromNativeInput,
  type Hook,
  hasCall,
  projectFolderFor,
  type Rewrite,
  type ToolEvent,
  type ToolInput,
  type ToolMap,
  toNativeInput,
  toolName,
  toolRowFor,
  withoutUndefined,
} from '@anyhook/core';
import { eventRows, toolRows } from '../../../.cache/agents/cursor/tables.js';
import { jsonText, rawObject } from '../../formats/kit/claude-payload.js';
import { type FieldsByEvent, fieldsOf } from '../../formats/kit/event-fields.js';
import type { Codec, FormatEvent, ProcessOutput } from '../../formats/kit/format.js';
import {
  BadOutput,
  endingWith,
  failOnBadOutput,
  firstField,
  firstText,
  flagField,
  type JsonObject,
  looseText,
  misspeltKeys,
  noReason,
  objectField,
  parseStdout,
  reasonFor,
  strongestDecision,
  textField,
  tryParseStdout,
  unknownEvent,
  wordField,
} from '../../formats/kit/hook-output.js';
import { fileEvents } from '../kit/tables.js';

const hookTools: ToolMap = { ...toolRows, ApplyPatch: { kind: 'patch' } };

const cursorMcpName = (_server: string, tool: string): string => `MCP:${tool}`;

type Fields = Readonly<Record<string, unknown>>;

/** The version whose documentation describes these payloads. */
const cursorVersion = '2.4.0';

/** The workspace of a hook: its project, or for a user's hook the agent's working folder. */
const workspaceOf = (event: Event, hook: Hook): string => projectFolderFor(hook, event.cwd);

/** The JSON that Cursor gives a hook: common fields, then those of its event. */
function cursorStdin(event: Event, hook: Hook): Fields {
  const raw = rawObject(event);
  // A payload of Cursor itself has more than the canonical event: it is kept, our fields take precedence.
  const own = raw?.['hook_event_name'] === hook.nativeEvent && typeof raw['cursor_version'] === 'string' ? raw : {};
  return withoutUndefined({
    ...own,
    conversation_id: event.sessionId,
    generation_id: own['generation_id'] ?? event.sessionId,
    model: event.model ?? '',
    hook_event_name: hook.nativeEvent,
    cursor_version: own['cursor_version'] ?? cursorVersion,
    workspace_roots: own['workspace_roots'] ?? [workspaceOf(event, hook)],
    user_email: own['user_email'] ?? null,
    transcript_path: event.transcriptPath ?? null,
    ...(hasCall(event) ? callFields(event, hook.nativeEvent) : fieldsOf(otherFields, event)),
  });
}

/** Generic events show the call as a tool; the others show its subject. */
function callFields(event: ToolEvent, native: string): Fields {
  const { call } = event;
  const { command, path, paths } = call.input;
  const result = resultOf(event);
  switch (native) {
    case 'beforeShellExecution':
      return { command, cwd: event.cwd, sandbox: false };
    case 'afterShellExecution':
      return { command, output: result.text, duration: result.duration, sandbox: false };
    case 'beforeMCPExecution':
    case 'afterMCPExecution':
      return {
        tool_name: call.mcp?.tool ?? call.nativeName,
        tool_input: jsonText(call.input),
        mcp_server_name: call.mcp?.server,
        ...(native === 'afterMCPExecution' && { result_json: asJson(result.text), duration: result.duration }),
      };
    case 'beforeReadFile':
      // Cursor also sends the text; it is not known before the agent has read it.
      return { file_path: absolute(event, path ?? [paths].flat()[0]), content: '', attachments: [] };
    case 'afterFileEdit':
      return { file_path: absolute(event, path), edits: editsOf(call.input) };
    default:
      return { ...toolFields(event), ...afterFields(event, result) };
  }
}

function toolFields(event: ToolEvent): Fields {
  const { call } = event;
  const name = toolName(hookTools, call, cursorMcpName);
  return {
    // Matchers know only this name for every change of a file.
    tool_name: call.kind === 'edit' || call.kind === 'patch' ? 'Write' : name,
    tool_input: toNativeInput(toolRowFor(hookTools, call), call.input),
    tool_use_id: call.id ?? '',
    cwd: event.cwd,
  };
}

function afterFields(event: ToolEvent, { text, duration }: CallResult): Fields {
  if (event.name === 'tool.after') return { tool_output: outputOf(event, text), duration };
  if (event.name === 'tool.failure')
    return { error_message: event.error, failure_type: 'error', duration, is_interrupt: false };
  return {};
}

interface CallResult {
  readonly text: string;
  readonly duration: number | undefined;
}

function resultOf(event: ToolEvent): CallResult {
  if (event.name === 'tool.after') return { text: event.result.text, duration: event.durationMs ?? 0 };
  if (event.name === 'tool.failure')
    return { text: event.result?.text || event.error, duration: event.durationMs ?? 0 };
  return { text: '', duration: undefined };
}

/** The result as JSON text; that of a command has its streams. */
function outputOf({ call, result }: Extract<ToolEvent, { name: 'tool.after' }>, text: string): string {
  if (call.kind !== 'shell') return asJson(text);
  const { exitCode = 0, stdout = text, stderr } = result;
  return jsonText(withoutUndefined({ exitCode, stdout, stderr: stderr || undefined }));
}

const asJson = (text: string): string => (/^\s*[[{]/.test(text) ? text : jsonText(text));

const absolute = (event: Event, path: unknown): string => (typeof path === 'string' ? resolve(event.cwd, path) : '');

function editsOf({ edits, oldText, newText, content }: ToolInput): readonly unknown[] {
  if (Array.isArray(edits)) return edits;
  return [{ old_string: oldText ?? '', new_string: newText ?? content ?? '' }];
}

const otherFields: FieldsByEvent = {
  'session.start': ({ sessionId, caller }) => ({
    session_id: sessionId,
    is_background_agent: caller !== 'ai_session',
    composer_mode: 'agent',
  }),
  'session.end': ({ sessionId, reason, durationMs }) => ({
    session_id: sessionId,
    reason: reason ?? 'completed',
    duration_ms: durationMs,
  }),
  'prompt.submit': ({ prompt, files = [] }) => ({
    prompt,
    attachments: files.map((file) => ({ type: 'file', file_path: file })),
  }),
  'agent.stop': ({ stopBlocks, stopHookActive }) => ({
    status: 'completed',
    loop_count: stopBlocks ?? (stopHookActive ? 1 : 0),
  }),
  'agent.done': ({ response }) => ({ text: response ?? '' }),
  'subagent.start': (event) => ({
    ...subagentFields(event),
    subagent_id: event.subagent.id ?? '',
    parent_conversation_id: event.sessionId,
  }),
  'subagent.stop': (event) => ({
    ...subagentFields(event),
    status: 'completed',
    summary: event.response ?? '',
    loop_count: event.stopHookActive ? 1 : 0,
  }),
  'compact.before': ({ trigger, inputTokens, contextLimit }) => ({
    trigger: trigger ?? 'auto',
    context_tokens: inputTokens,
    context_window_size: contextLimit,
  }),
};

const subagentFields = ({ subagent, task }: Extract<Event, { name: 'subagent.start' | 'subagent.stop' }>): Fields => ({
  subagent_type: subagent.type ?? subagent.name ?? '',
  task: task ?? '',
});

/** Hooks as Cursor runs them, from a hooks.json. */
const cursor: Codec = {
  name: 'cursor',
  events: fileEvents(eventRows),
  tools: hookTools,
  mcpName: cursorMcpName,
  singlePath: true,
  readsDuration: true,
  readsStopBlocks: true,
  stdin: cursorStdin,
  env,
  read: (output, hook, event) => failOnBadOutput(output, () => read(output, hook, event)),
};

function env(event: Event, hook: Hook): Readonly<Record<string, string>> {
  const project = workspaceOf(event, hook);
  return {
    CURSOR_PROJECT_DIR: project,
    CLAUDE_PROJECT_DIR: project,
    CURSOR_VERSION: cursorVersion,
    ...(event.transcriptPath !== undefined && { CURSOR_TRANSCRIPT_PATH: event.transcriptPath }),
    ...(hook.flavour === 'plugin' && { CURSOR_PLUGIN_ROOT: hook.root }),
  };
}

const rowOf = ({ nativeEvent }: Hook): FormatEvent => cursor.events[nativeEvent] ?? unknownEvent;

function read(output: ProcessOutput, hook: Hook, event: Event): Ending {
  const { exitCode, stdout, stderr } = output;
  if (exitCode === 2) {
    const { json = {}, text } = tryParseStdout(stdout);
    return endingWith({ decision: 'deny', reason: firstText(...reasonsIn(json), stderr, text) ?? noReason(hook) });
  }
  if (exitCode !== 0) return failed('exit', `exited with code ${exitCode}`, stderr);
  const { json, text } = parseStdout(stdout);
  if (json) return endingWith(answerOf(json, hook, event));
  const { blocks, blockingFailures } = rowOf(hook);
  if (text !== '' && blockingFailures)
    throw new BadOutput('stdout must be one JSON object, such as {"permission": "allow"}');
  if (text === '' && blocks && hook.onFailure === 'closed')
    return failed('bad-output', 'printed nothing, which counts as a failure with "failClosed"', stderr);
  return endingWith({ logs: text === '' ? [] : [text] });
}

/** Every hook of a permission event must answer, so `allow` means no objection; it approves nothing. */
const permissions: Readonly<Record<string, Decision>> = { allow: 'pass', deny: 'deny', ask: 'ask' };
const knownKeys = [
  ...['permission', 'user_message', 'agent_message', 'updated_input', 'continue', 'followup_message', 'env'],
  ...['additional_context', 'updated_mcp_tool_output', 'decision', 'reason', 'pluginPaths'],
];

/** The hook's answer. A field without meaning at its event becomes a note. */
function answerOf(json: JsonObject, hook: Hook, event: Event): Parameters<typeof endingWith>[0] {
  const followup = followupOf(json, hook, event);
  const decision = strongestDecision(
    wordField(json, permissions, 'permission'),
    // An older documentation of preToolUse uses these words.
    wordField(json, { ...permissions, block: 'deny', approve: 'pass' }, 'decision'),
    event.name === 'prompt.submit' && flagField(json, 'continue') === false ? 'deny' : 'pass',
    followup.text === undefined ? 'pass' : 'deny',
  );
  const reason = firstText(followup.text, ...reasonsIn(json));
  const message = textField(json, 'user_message');
  const isRefusal = decision === 'deny' || decision === 'ask';
  const showsMessage = message?.trim() && (isRefusal ? message.trim() !== reason : event.name === 'compact.before');
  const context = textField(json, 'additional_context');
  const rewrite = rewriteOf(json, event);
  return {
    decision,
    ...reasonFor(decision, reason, hook),
    rewrite: rewrite.value,
    context: context?.trim() ? [context] : [],
    messages: showsMessage && message ? [message] : [],
    notes: [
      ...followup.notes,
      ...rewrite.notes,
      ...(firstField(json, 'env') === undefined
        ? []
        : ['"env" sets variables for later hooks of Cursor only: left out']),
      ...misspeltKeys(json, knownKeys),
    ],
  };
}

/** The text of a deny for the model: a text of another type is ignored, because the decision matters more. */
const reasonsIn = (json: JsonObject): readonly (string | undefined)[] =>
  ['agent_message', 'reason', 'user_message'].map((name) => looseText(json, name));

/** A message that makes the agent continue, up to the hook's limit in a row. */
function followupOf(json: JsonObject, hook: Hook, event: Event): { text?: string; notes: readonly string[] } {
  const text = textField(json, 'followup_message');
  if (!text?.trim()) return { notes: [] };
  if (event.name !== 'agent.stop' && event.name !== 'subagent.stop')
    return { notes: ['"followup_message" has no effect at this event: left out'] };
  const count = event.name === 'agent.stop' ? (event.stopBlocks ?? 0) : 0;
  if (hook.stopLimit !== undefined && count >= hook.stopLimit)
    return { notes: [`its loop_limit of ${hook.stopLimit} is reached: "followup_message" is left out`] };
  return { text, notes: [] };
}

function rewriteOf(json: JsonObject, event: Event): { value?: Rewrite; notes: readonly string[] } {
  const input = objectField(json, 'updated_input');
  const output = firstField(json, 'updated_mcp_tool_output');
  if (input && event.name === 'tool.before') {
    const value = hasCall(event) ? fromNativeInput(toolRowFor(hookTools, event.call), input) : input;
    return { value: { of: 'input', value }, notes: [] };
  }
  if (input) return { notes: ['"updated_input" has no effect at this event: left out'] };
  if (output === undefined) return { notes: [] };
  if (event.name !== 'tool.after' || event.call.kind !== 'mcp')
    return { notes: ['"updated_mcp_tool_output" is for MCP tools only: left out'] };
  return { value: { of: 'output', value: typeof output === 'string' ? output : jsonText(output) }, notes: [] };
}

export const cursorFormatCodec = (): Codec => cursor;
