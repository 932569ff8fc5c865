import {
  type Event,
  type EventName,
  fromNativeInput,
  hasCall,
  type ToolInput,
  type ToolResult,
  toolKinds,
  withoutUndefined,
} from '@anyhook/core';
import { claudeReaders, nativeInputOf, type PayloadShape, readCall } from '../kit/codec.js';
import { asText, countValue, type Fields, objectValue, ownEntry, textValue } from '../kit/json-fields.js';
import { viewOf } from './claude-view.js';
import { rowOf, tools } from './tools.js';

/** The 10 hooks of Cline, by their file names. */
export const events: Readonly<Record<string, EventName>> = {
  TaskStart: 'session.start',
  TaskResume: 'session.start',
  TaskCancel: 'other',
  TaskComplete: 'agent.stop',
  TaskError: 'error',
  PreToolUse: 'tool.before',
  PostToolUse: 'tool.after',
  UserPromptSubmit: 'prompt.submit',
  PreCompact: 'compact.before',
  SessionShutdown: 'session.end',
};

/** Replaces the input of a refused call, so that the event after it is not taken for a real call (quirk 2). */
export const refusedInput = { refusedByHook: true };

/** How Cline's payloads are read, through the view of claude-view.ts. */
export const shape: PayloadShape = {
  host: 'cline',
  viewOf,
  events,
  tools,
  rowOf,
  mcpOf,
  refineName: (name, view) => {
    if (name !== 'tool.after') return name;
    if (objectValue(view['tool_input'])?.['refusedByHook'] === true) return 'other';
    return failureOf(view) === undefined ? name : 'tool.failure';
  },
  readers: {
    ...claudeReaders,
    'session.start': (view) => ({ source: view['taskResume'] === undefined ? 'startup' : 'resume' }),
    'tool.after': (view, self) => ({ call: readCall(view, self), result: readResult(view), ...durationOf(view) }),
    'tool.failure': (view, self) => {
      const error = failureOf(view) ?? '';
      const parsed = readResult(view);
      const result = { ...parsed, ok: false, text: parsed.text || error };
      return { call: readCall(view, self), error, result, ...durationOf(view) };
    },
    error: (view) => ({
      level: 'error',
      message: textValue(objectValue(view['error'])?.['message']) ?? asText(view['error']),
      ...withoutUndefined({ kind: textValue(objectValue(view['error'])?.['name']) }),
    }),
  },
};

/** Canonical input → Cline's own. A list stays unchanged unless a hook changed its content. */
export function nativeInput(event: Event, input: ToolInput): ToolInput {
  const raw = objectValue(viewOf(objectValue(event.raw) ?? {})['tool_input']);
  if (hasCall(event) && raw) {
    const { nativeName } = event.call;
    const row = rowOf(nativeName, raw) ?? ownEntry(tools, nativeName);
    const before = fromNativeInput(row, raw);
    const known: readonly string[] = row ? toolKinds[row.kind].fields : [];
    if (row?.pack && known.every((field) => asText(before[field]) === asText(input[field]))) {
      const extraFields = Object.entries(input).filter(([key]) => !known.includes(key) && key !== '__proto__');
      return { ...raw, ...Object.fromEntries(extraFields) };
    }
  }
  return nativeInputOf(shape, event, input);
}

/** Cline's editor extension calls every MCP tool through its tool `use_mcp_tool`. */
function mcpOf(toolName: string, view: Fields) {
  const input = toolName === 'use_mcp_tool' ? objectValue(view['tool_input']) : undefined;
  const server = textValue(input?.['server_name']);
  const tool = textValue(input?.['tool_name']);
  return server && tool ? { server, tool } : undefined;
}

/** The error of a failed tool; undefined if the tool succeeded. */
function failureOf(view: Fields): string | undefined {
  const after = objectValue(view['postToolUse']);
  const error = objectValue(view['tool_result'])?.['error'];
  const parts = partsOf(view);
  // A tool that failed reports it in its output (quirk 12).
  if (parts.length > 0 && parts.every((part) => part?.['success'] === false))
    return parts.map((part) => asText(part?.['error'])).join('\n');
  // An error object arrives as "[object Object]"; the output contains the real one.
  if (error) return textValue(objectValue(error)?.['message']) ?? textValue(parts[0]?.['error']) ?? asText(error);
  return after?.['success'] === false ? asText(after['result']) : undefined;
}

/** The result of a tool, or of each of its commands, files or queries. */
function partsOf(view: Fields): readonly (Fields | undefined)[] {
  const output = outputOf(view);
  return (Array.isArray(output) ? output : [output]).map(objectValue);
}

const outputOf = (view: Fields): unknown =>
  objectValue(view['tool_result'])?.['output'] ?? objectValue(view['postToolUse'])?.['result'];

const durationOf = (view: Fields) =>
  withoutUndefined({
    durationMs:
      countValue(objectValue(view['tool_result'])?.['durationMs']) ??
      countValue(objectValue(view['postToolUse'])?.['executionTimeMs']),
  });

/** Reads one text, or one result for each command, file or query. */
function readResult(view: Fields): ToolResult {
  const parts = partsOf(view);
  const contentOf = (part: Fields | undefined) => part?.['result'] ?? part?.['error'];
  if (parts.length === 0 || parts.some((part) => contentOf(part) === undefined))
    return { ok: true, text: asText(outputOf(view)) };
  const content = parts.map((part) => asText(contentOf(part))).join('\n');
  const code =
    parts.length === 1 ? /\[Command exited with code (\d{1,3})\]\s*$/.exec(content.slice(-100))?.[1] : undefined;
  const ok = parts.every((part) => part?.['success'] !== false);
  return { ok, text: content, ...(code !== undefined && { exitCode: Number(code) }) };
}
