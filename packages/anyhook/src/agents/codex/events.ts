import type { EventName, ToolResult } from '@anyhook/core';
import { claudeReaders, doubleUnderscoreMcp, type PayloadShape, readCall } from '../kit/codec.js';
import { asText, blocksText, objectValue } from '../kit/json-fields.js';
import { codexTools as tools } from './tools.js';

/** The 14 events of Codex. */
export const events: Readonly<Record<string, EventName>> = {
  SessionStart: 'session.start',
  SessionEnd: 'session.end',
  UserPromptSubmit: 'prompt.submit',
  PreToolUse: 'tool.before',
  PermissionRequest: 'tool.permission',
  PostToolUse: 'tool.after',
  Stop: 'agent.stop',
  SubagentStart: 'subagent.start',
  SubagentStop: 'subagent.stop',
  PreCompact: 'compact.before',
  PostCompact: 'compact.after',
  PreModelRequest: 'model.before',
  PostModelRequest: 'model.after',
  Interrupt: 'other',
};

/** How Codex's payloads are read. */
export const shape: PayloadShape = {
  host: 'codex',
  events,
  tools,
  mcpOf: doubleUnderscoreMcp,
  readers: {
    ...claudeReaders,
    'tool.after': (payload, self) => ({ call: readCall(payload, self), result: readResult(payload['tool_response']) }),
  },
};

/** Text from Codex's own tools, content blocks from MCP servers. */
function readResult(response: unknown): ToolResult {
  const fields = objectValue(response);
  return {
    ok: fields?.['isError'] !== true && fields?.['is_error'] !== true,
    text: blocksText(fields?.['content'] ?? response) ?? asText(response),
  };
}
