import { type Event, type Hook, projectFolderFor } from '@anyhook/core';
import type { Codec, FormatEvent } from '../../formats/kit/format.js';
import { geminiMcpName, geminiPayload } from './format-payload.js';
import { readOutput } from './format-read-output.js';
import { geminiTools } from './tool-table.js';

const observe = { blocks: false, context: false, rewrites: false } as const;
const other: FormatEvent = { events: ['other'], ...observe };

/** Hooks as Gemini CLI runs them, from its settings or from an extension. */
const codec: Codec = {
  name: 'gemini',
  events: {
    SessionStart: { events: ['session.start'], blocks: false, context: true, rewrites: false },
    SessionEnd: { events: ['session.end'], ...observe },
    BeforeAgent: { events: ['prompt.submit'], blocks: true, context: true, rewrites: false },
    AfterAgent: { events: ['agent.stop'], blocks: true, context: false, rewrites: false },
    BeforeModel: { events: ['model.before'], blocks: true, context: false, rewrites: true },
    AfterModel: { events: ['model.after'], ...observe },
    BeforeToolSelection: other,
    BeforeTool: { events: ['tool.before'], blocks: true, context: false, rewrites: true },
    // It has no event of its own for a tool that failed.
    AfterTool: { events: ['tool.after', 'tool.failure'], blocks: true, context: true, rewrites: true },
    PreCompress: { events: ['compact.before'], ...observe },
    Notification: { events: ['notification'], ...observe },
  },
  tools: geminiTools,
  mcpName: geminiMcpName,
  singlePath: true,
  ignoresDerived: true,
  stdin: (event, hook) => geminiPayload(event, hook.nativeEvent),
  env,
  read: (output, hook, event) => readOutput(output, { hook, event }),
};

export const geminiCodec = (): Codec => codec;

/** Gemini CLI works in the project's folder, which two of its variables name. */
function env(event: Event, hook: Hook): Readonly<Record<string, string>> {
  const project = projectFolderFor(hook, event.cwd);
  return {
    GEMINI_PROJECT_DIR: project,
    CLAUDE_PROJECT_DIR: project,
    GEMINI_CWD: event.cwd,
    GEMINI_SESSION_ID: event.sessionId,
  };
}
