import type { EventName } from '../../core/contract.js';
import { type Event, hasCall } from '../../core/event.js';
import { fromSide, type ToolInput, type ToolResult, toolKinds } from '../../core/tool.js';
import {
  asText,
  claudeReaders,
  count,
  type Fields,
  given,
  lookup,
  nativeInputOf,
  object,
  readCall,
  type Shape,
  text,
} from '../claude-shaped.js';
import { rowOf, tools } from './tools.js';
import { viewOf } from './view.js';

/** The 10 hooks of Cline, by the names of their files. */
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

/** How Cline's payloads are read, through the view of view.ts. */
export const shape: Shape = {
  host: 'cline',
  events,
  tools,
  rowOf,
  mcpOf,
  refine: (name, view) => (name === 'tool.after' && failureOf(view) !== undefined ? 'tool.failure' : name),
  readers: {
    ...claudeReaders,
    'session.start': (view) => ({ source: view['taskResume'] === undefined ? 'startup' : 'resume' }),
    'tool.after': (view, self) => ({ call: readCall(view, self), result: readResult(view), ...durationOf(view) }),
    'tool.failure': (view, self) => {
      const error = failureOf(view) ?? '';
      const result = { ok: false, text: readResult(view).text || error };
      return { call: readCall(view, self), error, result, ...durationOf(view) };
    },
    error: (view) => ({
      level: 'error',
      message: text(object(view['error'])?.['message']) ?? asText(view['error']),
      ...given({ kind: text(object(view['error'])?.['name']) }),
    }),
  },
};

/** Canonical input → Cline's own: a list stays as it came unless a hook changed what it holds. */
export function nativeInput(event: Event, input: ToolInput): ToolInput {
  const view = viewOf(object(event.raw) ?? {});
  const raw = object(view['tool_input']);
  if (hasCall(event) && raw) {
    const { nativeName } = event.call;
    const row = rowOf(nativeName, raw) ?? lookup(tools, nativeName);
    const before = fromSide(row, raw);
    const known: readonly string[] = row ? toolKinds[row.kind].fields : [];
    if (row?.pack && known.every((field) => asText(before[field]) === asText(input[field]))) {
      const more = Object.entries(input).filter(([key]) => !known.includes(key) && key !== '__proto__');
      return { ...raw, ...Object.fromEntries(more) };
    }
  }
  return nativeInputOf(shape, { ...event, raw: view }, input);
}

/** The extension calls MCP tools through one tool of its own. */
function mcpOf(toolName: string, view: Fields) {
  const input = toolName === 'use_mcp_tool' ? object(view['tool_input']) : undefined;
  const server = text(input?.['server_name']);
  const tool = text(input?.['tool_name']);
  return server && tool ? { server, tool } : undefined;
}

/** The error of a failed tool; undefined when it did its work. */
function failureOf(view: Fields): string | undefined {
  const after = object(view['postToolUse']);
  const error = object(view['tool_result'])?.['error'];
  if (error) return text(object(error)?.['message']) ?? asText(error);
  return after?.['success'] === false ? asText(after['result']) : undefined;
}

const durationOf = (view: Fields) =>
  given({
    durationMs:
      count(object(view['tool_result'])?.['durationMs']) ?? count(object(view['postToolUse'])?.['executionTimeMs']),
  });

/** A text, or one result for each command, file or query. */
function readResult(view: Fields): ToolResult {
  const output = object(view['tool_result'])?.['output'] ?? object(view['postToolUse'])?.['result'];
  const parts = (Array.isArray(output) ? output : [output]).map(object);
  if (parts.length === 0 || parts.some((part) => part?.['result'] === undefined))
    return { ok: true, text: asText(output) };
  const said = parts.map((part) => asText(part?.['result'])).join('\n');
  const code =
    parts.length === 1 ? /\[Command exited with code (\d{1,3})\]\s*$/.exec(said.slice(-100))?.[1] : undefined;
  const ok = parts.every((part) => part?.['success'] !== false);
  return { ok, text: said, ...(code !== undefined && { exitCode: Number(code) }) };
}
