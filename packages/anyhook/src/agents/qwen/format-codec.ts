import { type Event, type Hook, projectFolderFor } from '@anyhook/core';
import { readAnswer } from '../../formats/kit/claude-like-output.js';
import { claudeMcpName, claudeToolCall, jsonText } from '../../formats/kit/claude-payload.js';
import type { Codec, FormatEvent } from '../../formats/kit/format.js';
import { answers } from './format-answers.js';
import { qwenPayload, qwenStyle } from './format-payload.js';
import { qwenTools } from './tools.js';

const observe = { blocks: false, context: false, rewrites: false } as const;
const other: FormatEvent = { events: ['other'], ...observe };
const inform = { blocks: false, context: true, rewrites: false } as const;

/** Hooks as Qwen Code runs them, from its settings or from an extension. */
const codec: Codec = {
  name: 'qwen',
  events: {
    SessionStart: { events: ['session.start'], ...inform },
    SessionEnd: { events: ['session.end'], ...observe },
    UserPromptSubmit: { events: ['prompt.submit'], blocks: true, context: true, rewrites: false },
    PreToolUse: { events: ['tool.before'], blocks: true, context: false, rewrites: false },
    PermissionRequest: { events: ['tool.permission'], blocks: true, context: false, rewrites: false },
    PostToolUse: { events: ['tool.after'], blocks: true, context: true, rewrites: true },
    PostToolUseFailure: { events: ['tool.failure'], ...inform },
    Stop: { events: ['agent.stop'], blocks: true, context: false, rewrites: false },
    StopFailure: { events: ['error'], ...observe },
    SubagentStart: { events: ['subagent.start'], ...inform },
    SubagentStop: { events: ['subagent.stop'], blocks: true, context: false, rewrites: false },
    PreCompact: { events: ['compact.before'], ...inform },
    PostCompact: { events: ['compact.after'], ...observe },
    Notification: { events: ['notification'], ...observe },
    UserPromptExpansion: other,
    PermissionDenied: other,
    PostToolBatch: other,
    MessageDisplay: other,
    TodoCreated: other,
    TodoCompleted: other,
    InstructionsLoaded: other,
    SessionDelete: other,
  },
  tools: qwenTools,
  mcpName: claudeMcpName,
  singlePath: true,
  ignoresDerived: true,
  stdin: (event, hook) => qwenPayload(event, hook.nativeEvent),
  env,
  read: (output, hook, event) => readAnswer(output, hook, event, answers),
};

export const qwenCodec = (): Codec => codec;

/** Qwen Code names the folder that it works in three times; two variables are for questions to a model. */
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
