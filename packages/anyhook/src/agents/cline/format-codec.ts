import { claudeMcpName } from '../../formats/kit/claude-payload.js';
import type { Codec } from '../../formats/kit/format.js';
import { failOnBadOutput } from '../../formats/kit/hook-output.js';
import { clinePayload } from './format-payload.js';
import { readOutput } from './format-read-output.js';
import { clineExtensionTools, clineTools } from './tool-table.js';

const observe = { blocks: false, context: false, rewrites: false } as const;

/** Hooks as Cline runs them: one script for each event, named after it. */
const codec: Codec = {
  name: 'cline',
  events: {
    TaskStart: { events: ['session.start'], blocks: false, context: true, rewrites: false },
    TaskResume: { events: ['session.start'], blocks: false, context: true, rewrites: false },
    UserPromptSubmit: { events: ['prompt.submit'], blocks: true, context: true, rewrites: false },
    PreToolUse: { events: ['tool.before'], blocks: true, context: true, rewrites: true },
    // It has no event of its own for a tool that failed.
    PostToolUse: { events: ['tool.after', 'tool.failure'], blocks: true, context: true, rewrites: false },
    TaskComplete: { events: ['agent.stop'], ...observe },
    TaskError: { events: ['error'], ...observe },
    PreCompact: { events: ['compact.before'], ...observe },
    SessionShutdown: { events: ['session.end'], ...observe },
    TaskCancel: { events: ['other'], ...observe },
  },
  tools: { ...clineTools, ...clineExtensionTools },
  mcpName: claudeMcpName,
  singlePath: true,
  ignoresDerived: true,
  stdin: clinePayload,
  env: () => ({}),
  read: (output, hook, event) => failOnBadOutput(output, () => readOutput(output, { hook, event })),
};

export const clineCodec = (): Codec => codec;
