import * as v from 'valibot';
import { strict } from '../parse.js';

const text = v.pipe(v.string(), v.minLength(1, 'expected a text that is not empty'));

const common = {
  timeout: v.optional(
    v.pipe(
      v.number(),
      v.gtValue(0, 'expected a positive number of seconds'),
      v.maxValue(86_400, 'expected at most 86400 seconds'),
    ),
  ),
  if: v.optional(
    v.pipe(v.string(), v.regex(/^[\w*-]+(?:\([\s\S]*\))?$/, 'expected a tool and a rule, like "Bash(git *)"')),
  ),
  once: v.optional(v.boolean()),
  statusMessage: v.optional(v.string()),
};

/** Runs a program. */
export const commandSchema = strict({
  type: v.literal('command'),
  command: text,
  args: v.optional(v.array(v.string())),
  async: v.optional(v.boolean()),
  asyncRewake: v.optional(v.boolean()),
  shell: v.optional(v.picklist(['bash', 'powershell'])),
  ...common,
});

/** Asks a model. */
export const promptSchema = strict({
  type: v.literal('prompt'),
  prompt: text,
  model: v.optional(text),
  ...common,
});

/** Posts the event. */
export const httpSchema = strict({
  type: v.literal('http'),
  url: v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, 'expected a URL that begins with http:// or https://')),
  headers: v.optional(v.record(v.string(), v.string())),
  allowedEnvVars: v.optional(v.array(v.string())),
  ...common,
});

/** Known to Claude Code, but nothing that can run elsewhere. */
const foreignSchema = v.looseObject({ type: v.picklist(['agent', 'mcp_tool']) });

/** One handler of a Claude hook file. */
export const claudeHandlerSchema = v.variant('type', [commandSchema, promptSchema, httpSchema, foreignSchema]);

export const claudeTypes = ['command', 'prompt', 'http', 'agent', 'mcp_tool'] as const;

/** The handlers for what the matcher matches. */
export const claudeGroupSchema = strict({ matcher: v.nullish(v.string()), hooks: v.array(claudeHandlerSchema) });

const list = v.optional(v.array(v.union([claudeGroupSchema, claudeHandlerSchema])));

/** The `hooks` map: Claude Code's thirty events. */
export const claudeHooksSchema = strict({
  SessionStart: list,
  SessionEnd: list,
  UserPromptSubmit: list,
  PreToolUse: list,
  PermissionRequest: list,
  PostToolUse: list,
  PostToolUseFailure: list,
  Stop: list,
  SubagentStart: list,
  SubagentStop: list,
  PreCompact: list,
  PostCompact: list,
  Notification: list,
  StopFailure: list,
  Setup: list,
  UserPromptExpansion: list,
  PermissionDenied: list,
  PostToolBatch: list,
  MessageDisplay: list,
  TaskCreated: list,
  TaskCompleted: list,
  TeammateIdle: list,
  Elicitation: list,
  ElicitationResult: list,
  ConfigChange: list,
  InstructionsLoaded: list,
  CwdChanged: list,
  FileChanged: list,
  WorktreeCreate: list,
  WorktreeRemove: list,
});

/** A plugin's hooks/hooks.json. */
export const claudePluginSchema = strict({ description: v.optional(v.string()), hooks: v.optional(claudeHooksSchema) });

/** A settings file; only its `hooks` are ours. */
export const claudeSettingsSchema = v.looseObject({ hooks: v.optional(claudeHooksSchema) });
