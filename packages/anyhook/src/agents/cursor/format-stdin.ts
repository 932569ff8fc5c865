import { resolve } from 'node:path';
import {
  type Event,
  type Hook,
  hasCall,
  projectFolderFor,
  type ToolEvent,
  type ToolInput,
  toNativeInput,
  toolName,
  toolRowFor,
  withoutUndefined,
} from '@anyhook/core';
import { jsonText, rawObject } from '../../formats/kit/claude-payload.js';
import { cursorMcpName, cursorTools, writeTool } from './format-tools.js';

type Fields = Readonly<Record<string, unknown>>;

/** The version whose documentation describes these payloads. */
export const cursorVersion = '2.4.0';

/** The workspace of a hook: its project, or for a user's hook the folder that the agent works in. */
export const workspaceOf = (event: Event, hook: Hook): string => projectFolderFor(hook, event.cwd);

/** The JSON that Cursor gives a hook: common fields, then those of its event. */
export function cursorStdin(event: Event, hook: Hook): Fields {
  const raw = rawObject(event);
  // A payload of Cursor itself has more than the canonical event: it is kept, our fields win.
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
    ...(hasCall(event) ? callFields(event, hook.nativeEvent) : otherFields(event)),
  });
}

/** Generic events show the call as a tool; the others show what they are about. */
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
      // Cursor gives the text as well; it is not known before the agent has read it.
      return { file_path: absolute(event, path ?? [paths].flat()[0]), content: '', attachments: [] };
    case 'afterFileEdit':
      return { file_path: absolute(event, path), edits: editsOf(call.input) };
    default:
      return { ...toolFields(event), ...afterFields(event, result) };
  }
}

function toolFields(event: ToolEvent): Fields {
  const { call } = event;
  const name = toolName(cursorTools, call, cursorMcpName);
  return {
    tool_name: call.kind === 'edit' || call.kind === 'patch' ? writeTool : name,
    tool_input: toNativeInput(toolRowFor(cursorTools, call), call.input),
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

function otherFields(event: Exclude<Event, ToolEvent>): Fields {
  switch (event.name) {
    case 'session.start':
      return {
        session_id: event.sessionId,
        is_background_agent: event.caller !== 'ai_session',
        composer_mode: 'agent',
      };
    case 'session.end':
      return { session_id: event.sessionId, reason: event.reason ?? 'completed', duration_ms: event.durationMs };
    case 'prompt.submit':
      return {
        prompt: event.prompt,
        attachments: (event.files ?? []).map((file) => ({ type: 'file', file_path: file })),
      };
    case 'agent.stop':
      return { status: 'completed', loop_count: event.stopBlocks ?? (event.stopHookActive ? 1 : 0) };
    case 'agent.done':
      return { text: event.response ?? '' };
    case 'subagent.start':
      return {
        ...subagentFields(event),
        subagent_id: event.subagent.id ?? '',
        parent_conversation_id: event.sessionId,
      };
    case 'subagent.stop':
      return {
        ...subagentFields(event),
        status: 'completed',
        summary: event.response ?? '',
        loop_count: event.stopHookActive ? 1 : 0,
      };
    case 'compact.before':
      return {
        trigger: event.trigger ?? 'auto',
        context_tokens: event.inputTokens,
        context_window_size: event.contextLimit,
      };
    default:
      return {};
  }
}

const subagentFields = ({ subagent, task }: Extract<Event, { name: 'subagent.start' | 'subagent.stop' }>): Fields => ({
  subagent_type: subagent.type ?? subagent.name ?? '',
  task: task ?? '',
});
