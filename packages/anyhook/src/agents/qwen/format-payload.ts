import { type Event, hasCall, type ToolCall, type ToolResult, withoutUndefined } from '@anyhook/core';
import { claudeMcpName, claudePayload, type PayloadStyle } from '../../formats/kit/claude-payload.js';
import { qwenTools } from './tools.js';

export const qwenStyle: PayloadStyle = {
  tools: qwenTools,
  mcpName: claudeMcpName,
  host: 'qwen',
  response: responseOf,
};

/** What Qwen Code says about a finished tool; the shell's report has the output among other lines. */
function responseOf({ kind, input }: ToolCall, result: ToolResult, original: unknown): unknown {
  if (original !== undefined && !result.rewritten) return original;
  if (kind !== 'shell') return { llmContent: result.text, returnDisplay: result.text };
  const { stdout = result.text, stderr = '', exitCode = result.ok ? 0 : 1 } = result;
  const lines = [
    `Command: ${String(input['command'] ?? '')}`,
    'Directory: (root)',
    `Output: ${(result.rewritten ? result.text : stdout) || '(empty)'}`,
    `Error: ${(!result.rewritten && stderr) || '(none)'}`,
    `Exit Code: ${exitCode}`,
    'Signal: (none)',
  ];
  return { llmContent: lines.join('\n'), returnDisplay: result.text };
}

/** Modes of Claude → those of Qwen Code. */
const modes: Readonly<Record<string, string>> = {
  acceptEdits: 'auto_edit',
  bypassPermissions: 'yolo',
  dontAsk: 'auto',
};

/** The payload that Qwen Code would send for this event under this name. */
export function qwenPayload(event: Event, native: string): Readonly<Record<string, unknown>> {
  const mode = event.permissionMode ?? 'default';
  return {
    ...claudePayload(event, native, qwenStyle),
    timestamp: event.timestamp,
    permission_mode: Object.hasOwn(modes, mode) ? modes[mode] : mode,
    ...(hasCall(event) && withoutUndefined({ tool_call_id: event.call.id })),
    ...(event.name === 'prompt.submit' && { submitted_prompt: event.prompt }),
    ...((event.name === 'agent.stop' || event.name === 'subagent.stop') && { background_tasks: [], crons: [] }),
  };
}
