import type { Event, ToolCall, ToolResult } from '@anyhook/core';
import { answers, eventRows } from '../../../.cache/agents/codex/tables.js';
import { readAnswer } from '../../formats/kit/claude-like-output.js';
import { claudeMcpName, claudePayload, type PayloadStyle, rawObject } from '../../formats/kit/claude-payload.js';
import type { Codec } from '../../formats/kit/format.js';
import { fileEvents } from '../kit/tables.js';
import { hookTools } from './tables.js';

const style: PayloadStyle = { tools: hookTools, agent: 'codex', response: responseOf };

/** The text that a tool returned; content blocks of an MCP server as they are. */
function responseOf(_call: ToolCall, result: ToolResult, original: unknown): unknown {
  return original !== undefined && !result.rewritten ? original : result.text;
}

const mode = 'permission_mode';
/** Events whose payload has no permission mode, and events outside a turn. */
const withoutMode = new Set(['SessionEnd', 'PreCompact', 'PostCompact', 'PreModelRequest', 'PostModelRequest']);
const outsideTurns = new Set(['SessionStart', 'SessionEnd']);
/** Fields that Claude sends and Codex does not. */
const foreignFields = ['error', 'is_interrupt', 'duration_ms', 'custom_instructions', 'compact_summary'];

/** The payload that Codex would send for this event under this name. */
function codexPayload(event: Event, native: string): Readonly<Record<string, unknown>> {
  const shaped = Object.entries(claudePayload(event, native, style));
  const isOwn = event.host === style.agent;
  const turn = isOwn ? rawObject(event)?.['turn_id'] : undefined;
  return {
    ...Object.fromEntries(shaped.filter(([name]) => name !== mode && (isOwn || !foreignFields.includes(name)))),
    ...(outsideTurns.has(native) ? {} : { turn_id: turn ?? event.sessionId }),
    transcript_path: event.transcriptPath ?? null,
    ...(native !== 'SessionEnd' && { model: event.model ?? '' }),
    ...(!withoutMode.has(native) && { [mode]: event.permissionMode ?? 'default' }),
    // Codex has no event for a failed tool.
    ...(event.name === 'tool.failure' && { tool_response: event.result?.text || event.error }),
  };
}

/** Hooks as Codex CLI runs them. */
const codex: Codec = {
  name: 'codex',
  events: fileEvents(eventRows),
  tools: hookTools,
  mcpName: claudeMcpName,
  singlePath: false,
  ignoresDerived: true,
  stdin: (event, hook) => codexPayload(event, hook.nativeEvent),
  env: () => ({}),
  read: (output, hook, event) => readAnswer(output, hook, event, { ...answers, tools: hookTools }),
};

export const codexFormatCodec = (): Codec => codex;
