import { type Event, type Hook, projectFolderFor } from '@anyhook/core';
import { readAnswer } from '../../formats/kit/claude-like-output.js';
import { claudeMcpName } from '../../formats/kit/claude-payload.js';
import type { Codec } from '../../formats/kit/format.js';
import { answers } from './format-answers.js';
import { droidPayload } from './format-payload.js';
import { droidTools } from './tools.js';

const observe = { blocks: false, context: false, rewrites: false } as const;
const block = { blocks: true, context: false, rewrites: false } as const;

/** Hooks as Factory's droid runs them. */
const codec: Codec = {
  name: 'droid',
  events: {
    SessionStart: { events: ['session.start'], blocks: false, context: true, rewrites: false },
    SessionEnd: { events: ['session.end'], ...observe },
    UserPromptSubmit: { events: ['prompt.submit'], blocks: true, context: true, rewrites: false },
    PreToolUse: { events: ['tool.before'], blocks: true, context: false, rewrites: true },
    PostToolUse: { events: ['tool.after'], blocks: true, context: true, rewrites: false },
    Stop: { events: ['agent.stop'], ...block },
    SubagentStop: { events: ['subagent.stop'], ...block },
    PreCompact: { events: ['compact.before'], ...observe },
    Notification: { events: ['notification'], ...observe },
  },
  tools: droidTools,
  mcpName: claudeMcpName,
  singlePath: true,
  ignoresDerived: true,
  stdin: (event, hook) => droidPayload(event, hook.nativeEvent),
  env,
  read: (output, hook, event) => readAnswer(output, hook, event, answers),
};

export const droidCodec = (): Codec => codec;

const nameOfVariable = /^[a-zA-Z_]\w*$/;
/** A longer value would not fit into an environment. */
const maxValueLength = 64 * 1024;

/** droid names its project three times and gives every plain field of the payload as a variable, too. */
function env(event: Event, hook: Hook): Readonly<Record<string, string>> {
  const folder = projectFolderFor(hook, event.cwd);
  const fields = Object.entries(droidPayload(event, hook.nativeEvent)).flatMap(([name, value]) =>
    nameOfVariable.test(name) && ['string', 'number', 'boolean'].includes(typeof value) ? [[name, String(value)]] : [],
  );
  return {
    FACTORY_PROJECT_DIR: folder,
    DROID_PROJECT_DIR: folder,
    CLAUDE_PROJECT_DIR: folder,
    ...Object.fromEntries(fields.filter(([, value = '']) => value.length <= maxValueLength && !value.includes('\0'))),
  };
}
