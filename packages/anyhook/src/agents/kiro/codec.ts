import { showHidden, type ToolResult, type ToolRow, withoutUndefined } from '@anyhook/core';
import { capabilities } from '../../../.cache/agents/kiro/tables.js';
import {
  claudeReaders,
  codecOf,
  contextOf,
  type Encode,
  type Encoders,
  noOp,
  type PayloadShape,
  readCall,
  reasonOf,
  refuseByExit,
  refuseWithContext,
  rewrittenPrompt,
  userTextOf,
} from '../kit/codec.js';
import { asText, blocksText, type Fields, joinTexts, objectValue, textValue } from '../kit/json-fields.js';
import { edit, events, tools } from './tables.js';

const plainRead: ToolRow = { kind: 'read' };
const contentWrite: ToolRow = { kind: 'write' };

/** fs_write also replaces text, and newer versions have flat fields. */
function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  if (toolName === 'fs_write' || toolName === 'write') {
    if (input['command'] === 'str_replace' || input['old_str'] !== undefined) return edit;
    return input['file_text'] === undefined && input['content'] !== undefined ? contentWrite : undefined;
  }
  const isRead = toolName === 'fs_read' || toolName === 'read';
  return isRead && input['operations'] === undefined && input['path'] !== undefined ? plainRead : undefined;
}

/** `@server/tool` → its parts. */
function mcpOf(toolName: string) {
  const [, server, tool] = /^@([^/]+)\/(.+)$/s.exec(toolName) ?? [];
  return server && tool ? { server, tool } : undefined;
}

const hasFailed = (payload: Fields): boolean => objectValue(payload['tool_response'])?.['success'] === false;

function resultOf(payload: Fields): ToolResult {
  const response = objectValue(payload['tool_response']);
  const result = response?.['result'] ?? payload['tool_response'];
  return { ok: !hasFailed(payload), text: blocksText(result) ?? asText(result) };
}

const shape: PayloadShape = {
  agent: 'kiro',
  events,
  tools,
  rowOf,
  mcpOf,
  refineName: (name, payload) => (name === 'tool.after' && hasFailed(payload) ? 'tool.failure' : name),
  readers: {
    ...claudeReaders,
    'tool.after': (payload, self) => ({ call: readCall(payload, self), result: resultOf(payload) }),
    'tool.failure': (payload, self) => {
      const result = resultOf(payload);
      return { call: readCall(payload, self), error: result.text, result };
    },
    'agent.stop': (payload) => withoutUndefined({ response: textValue(payload['assistant_response']) }),
  },
};

/** Plain text on stdout is context at these two events (quirk 1). */
const context: Encode = (_event, verdict) => ({
  ...noOp,
  stdout: showHidden(joinTexts([rewrittenPrompt(verdict), contextOf(verdict)]) ?? ''),
});

/** An ask that reaches this code is a deny: Kiro has no other decision. */
const toolBefore = refuseWithContext;

/** A hook that fails changes nothing, and its stderr is shown to the user (quirk 2). */
const warning: Encode = (_event, verdict) => {
  const stderr = userTextOf(verdict);
  return stderr ? { stdout: '', stderr: showHidden(stderr), exitCode: 1 } : noOp;
};

/** The documentation has no block at a stop; a version with one blocks, and the others show the reason (quirk 9). */
const agentStop: Encode = (event, verdict) =>
  verdict.decision === 'deny' && verdict.stop === undefined
    ? refuseByExit(joinTexts([reasonOf(verdict), userTextOf(verdict)]) ?? '')
    : warning(event, verdict);

const encoders: Encoders = {
  'session.start': context,
  'prompt.submit': context,
  'tool.before': toolBefore,
  'tool.after': warning,
  'tool.failure': warning,
  'agent.stop': agentStop,
};

export const kiroCodec = codecOf({ shape, capabilities, encoders });
