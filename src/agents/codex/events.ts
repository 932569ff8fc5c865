import type { EventName } from '../../core/contract.js';
import type { ToolMap, ToolResult } from '../../core/tool.js';
import { asText, blocksText, claudeReaders, doubleUnderscoreMcp, object, readCall, type Shape } from '../kit/codec.js';
import { withoutPaths, withPaths } from '../kit/patch.js';

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

/** Codex's tools as its hooks see them (quirk 12). */
export const tools: ToolMap = {
  Bash: { kind: 'shell' },
  apply_patch: { kind: 'patch', fields: { content: 'command' }, pack: withoutPaths, unpack: withPaths },
  spawn_agent: { kind: 'task', fields: { prompt: 'message' } },
  multi_agent_v1spawn_agent: { kind: 'task', fields: { prompt: 'message' } },
};

/** How Codex's payloads are read. */
export const shape: Shape = {
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
  const fields = object(response);
  return {
    ok: fields?.['isError'] !== true && fields?.['is_error'] !== true,
    text: blocksText(fields?.['content'] ?? response) ?? asText(response),
  };
}
