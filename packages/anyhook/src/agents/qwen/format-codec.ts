import {
  type Event,
  type Hook,
  hasCall,
  projectFolderFor,
  type ToolCall,
  type ToolResult,
  withoutUndefined,
} from '@anyhook/core';
import { answers, eventRows, toolRows as tools } from '../../../.cache/agents/qwen/tables.js';
import { readAnswer } from '../../formats/kit/claude-like-output.js';
import {
  claudeMcpName,
  claudePayload,
  claudeToolCall,
  jsonText,
  type PayloadStyle,
} from '../../formats/kit/claude-payload.js';
import type { Codec } from '../../formats/kit/format.js';
import { fileEvents } from '../kit/tables.js';

const qwenStyle: PayloadStyle = { tools, agent: 'qwen', response: responseOf };

/** Qwen Code's text about a finished tool; the shell's report has the output among other lines. */
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
function qwenPayload(event: Event, native: string): Readonly<Record<string, unknown>> {
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

/** Hooks as Qwen Code runs them, from its settings or from an extension. */
const qwen: Codec = {
  name: 'qwen',
  events: fileEvents(eventRows),
  tools,
  mcpName: claudeMcpName,
  singlePath: true,
  ignoresDerived: true,
  stdin: (event, hook) => qwenPayload(event, hook.nativeEvent),
  env,
  read: (output, hook, event) => readAnswer(output, hook, event, { ...answers, tools }),
};

/** Qwen Code names its working folder in three variables; two variables are for questions to a model. */
function env(event: Event, hook: Hook): Readonly<Record<string, string>> {
  const folder = projectFolderFor(hook, event.cwd);
  const tool = hook.handler.kind === 'prompt' ? claudeToolCall(event, qwenStyle) : undefined;
  return {
    QWEN_PROJECT_DIR: folder,
    CLAUDE_PROJECT_DIR: folder,
    GEMINI_PROJECT_DIR: folder,
    QWEN_CODE_SESSION_ID: event.sessionId,
    ...(tool && { TOOL_NAME: tool.name, TOOL_INPUT: jsonText(tool.input) }),
  };
}

export const qwenFormatCodec = (): Codec => qwen;
