import type { Event, ToolCall, ToolResult } from '@anyhook/core';
import { claudeMcpName, claudePayload, type PayloadStyle, rawObject } from '../../formats/kit/claude-payload.js';
import { tools } from './format-tools.js';

const style: PayloadStyle = { tools, mcpName: claudeMcpName, host: 'codex', response: responseOf };

/** The text that a tool returned; content blocks of an MCP server as they are. */
function responseOf(_call: ToolCall, result: ToolResult, original: unknown): unknown {
  return original !== undefined && !result.rewritten ? original : result.text;
}

const mode = 'permission_mode';
/** Events whose payload has no permission mode, and events that belong to no turn. */
const withoutMode = new Set(['SessionEnd', 'PreCompact', 'PostCompact', 'PreModelRequest', 'PostModelRequest']);
const outsideTurns = new Set(['SessionStart', 'SessionEnd']);
/** What Claude sends and Codex does not. */
const foreignFields = ['error', 'is_interrupt', 'duration_ms', 'custom_instructions', 'compact_summary'];

/** The payload that Codex would send for this event under this name. */
export function codexPayload(event: Event, native: string): Readonly<Record<string, unknown>> {
  const shaped = Object.entries(claudePayload(event, native, style));
  const isOwn = event.host === style.host;
  const turn = isOwn ? rawObject(event)?.['turn_id'] : undefined;
  return {
    ...Object.fromEntries(shaped.filter(([name]) => name !== mode && (isOwn || !foreignFields.includes(name)))),
    ...(outsideTurns.has(native) ? {} : { turn_id: turn ?? event.sessionId }),
    transcript_path: event.transcriptPath ?? null,
    ...(native !== 'SessionEnd' && { model: event.model ?? '' }),
    ...(!withoutMode.has(native) && { [mode]: event.permissionMode ?? 'default' }),
    // Codex has no event of its own for a tool that failed.
    ...(event.name === 'tool.failure' && { tool_response: event.result?.text || event.error }),
  };
}
