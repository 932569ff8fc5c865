import * as v from 'valibot';
import { strict, withDescription } from '../../formats/kit/parse.js';

const text = v.pipe(v.string(), v.minLength(1, 'expected a string that is not empty'));

export const maxTimeoutSeconds = 86_400;

/** A tool and what its call must be like. */
const rulePattern = /^[\w*-]+(?:\([\s\S]*\))?$/;

const common = {
  timeout: v.optional(
    v.pipe(
      v.number(),
      v.gtValue(0, 'expected a positive number of seconds'),
      v.maxValue(maxTimeoutSeconds, `expected at most ${maxTimeoutSeconds} seconds`),
      v.description('Seconds; default 600, or 30 for a prompt.'),
    ),
  ),
  if: v.optional(
    v.pipe(
      v.string(),
      v.regex(rulePattern, 'expected a tool and a rule, like "Bash(git *)"'),
      v.description('A tool and a glob over its command, path or url. One that is no rule is not applied.'),
    ),
  ),
  once: v.optional(withDescription(v.boolean(), 'Not supported: the hook runs every time.')),
  statusMessage: v.optional(withDescription(v.string(), 'What the hook does, for people.')),
  description: v.optional(withDescription(v.string(), 'The same, where there is no `statusMessage`.')),
};

/** Runs a program. */
export const commandSchema = strict({
  type: v.optional(v.literal('command'), 'command'),
  command: withDescription(text, 'The command line, or a program when `args` is given.'),
  args: v.optional(withDescription(v.array(v.string()), 'Arguments of the program; no shell is used then.')),
  async: v.optional(withDescription(v.boolean(), 'Started and never waited for; it cannot block.')),
  asyncRewake: v.optional(withDescription(v.boolean(), 'Treated as `async`: anyhook cannot wake the agent.')),
  rewakeMessage: v.optional(withDescription(text, 'Not used: anyhook cannot wake the agent.')),
  rewakeSummary: v.optional(withDescription(text, 'Not used: anyhook cannot wake the agent.')),
  commandWindows: v.optional(withDescription(v.string(), 'Not used: the command line for Windows.')),
  shell: v.optional(withDescription(v.picklist(['bash', 'powershell']), 'The shell; default sh.')),
  ...common,
});

/** Asks a model. */
export const promptSchema = strict({
  type: v.optional(v.literal('prompt'), 'prompt'),
  prompt: withDescription(text, 'Question to the model; may name $TOOL_NAME and $TOOL_INPUT.'),
  model: v.optional(withDescription(text, 'Another model than the configured one.')),
  continueOnBlock: v.optional(
    withDescription(v.boolean(), 'A no blocks by the rules of its event, as with true; it never ends the turn.'),
  ),
  ...common,
});

/** Posts the event. */
export const httpSchema = strict({
  type: v.optional(v.literal('http'), 'http'),
  url: v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, 'expected a URL that begins with http:// or https://')),
  headers: v.optional(withDescription(v.record(v.string(), v.string()), 'Sent as written.')),
  allowedEnvVars: v.optional(withDescription(v.array(v.string()), 'Not supported: variables are not filled in.')),
  ...common,
});

/** Handlers that only Claude Code can run. */
const foreignSchema = v.looseObject({ type: v.picklist(['agent', 'mcp_tool']) });

/** One handler of a Claude hook file. */
export const claudeHandlerSchema = v.union([commandSchema, promptSchema, httpSchema, foreignSchema]);

export const claudeHandlerTypes = ['command', 'prompt', 'http', 'agent', 'mcp_tool'] as const;

/** The handlers for what the matcher matches. */
export const claudeGroupSchema = strict({
  matcher: v.nullish(
    withDescription(
      v.string(),
      'Tool, session source, end reason, compact trigger, notification or subagent: names or a regex; none means all.',
    ),
  ),
  hooks: withDescription(v.array(claudeHandlerSchema), 'The handlers, in order.'),
  description: v.optional(withDescription(v.string(), 'What its handlers do, for people.')),
});

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
export const claudePluginSchema = strict({
  $schema: v.optional(v.string()),
  description: v.optional(v.string()),
  hooks: v.optional(claudeHooksSchema),
});

/** A settings file; only its `hooks` are read. */
export const claudeSettingsSchema = v.looseObject({ hooks: v.optional(claudeHooksSchema) });
