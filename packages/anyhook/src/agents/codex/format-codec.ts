import { readAnswer } from '../../formats/kit/claude-like-output.js';
import { claudeMcpName } from '../../formats/kit/claude-payload.js';
import type { Codec } from '../../formats/kit/format.js';
import { answers } from './format-answers.js';
import { codexPayload } from './format-payload.js';
import { tools } from './format-tools.js';

const observe = { blocks: false, context: false, rewrites: false } as const;
const block = { blocks: true, context: false, rewrites: false } as const;

/** Hooks as Codex CLI runs them. */
const codec: Codec = {
  name: 'codex',
  events: {
    SessionStart: { events: ['session.start'], blocks: false, context: true, rewrites: false },
    SessionEnd: { events: ['session.end'], ...observe },
    UserPromptSubmit: { events: ['prompt.submit'], blocks: true, context: true, rewrites: false },
    PreToolUse: { events: ['tool.before'], blocks: true, context: true, rewrites: true },
    PermissionRequest: { events: ['tool.permission'], ...block },
    // It has no event of its own for a tool that failed.
    PostToolUse: { events: ['tool.after', 'tool.failure'], blocks: true, context: true, rewrites: true },
    Stop: { events: ['agent.stop'], ...block },
    SubagentStart: { events: ['subagent.start'], blocks: false, context: true, rewrites: false },
    SubagentStop: { events: ['subagent.stop'], ...block },
    PreCompact: { events: ['compact.before'], ...block },
    PostCompact: { events: ['compact.after'], ...observe },
    PreModelRequest: { events: ['model.before'], ...observe },
    PostModelRequest: { events: ['model.after'], ...observe },
    Interrupt: { events: ['other'], ...observe },
  },
  tools,
  mcpName: claudeMcpName,
  singlePath: false,
  ignoresDerived: true,
  stdin: (event, hook) => codexPayload(event, hook.nativeEvent),
  env: () => ({}),
  read: (output, hook, event) => readAnswer(output, hook, event, answers),
};

export const codexCodec = (): Codec => codec;
