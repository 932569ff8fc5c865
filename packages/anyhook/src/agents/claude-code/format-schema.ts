import * as v from 'valibot';
import { eventRows } from '../../../.cache/agents/claude-code/tables.js';
import { eventMapSchema } from '../../formats/kit/claude-like-load.js';
import { nullish, optional, strict, filledText as text, timeLimit, withDescription } from '../../formats/kit/parse.js';

export const maxTimeoutSeconds = 86_400;

/** A tool and a pattern for its call. */
const rulePattern = /^[\w*-]+(?:\([\s\S]*\))?$/;

const common = {
  timeout: timeLimit(maxTimeoutSeconds, 'seconds', 'Seconds; default 600, or 30 for a prompt.'),
  if: v.optional(
    v.pipe(
      v.string(),
      v.regex(rulePattern, 'expected a tool and a rule, like "Bash(git *)"'),
      v.description('A tool and a glob over its command, path or url. An invalid rule is not applied.'),
    ),
  ),
  once: optional(v.boolean(), 'Not supported: the hook runs every time.'),
  statusMessage: optional(v.string(), 'A description of the hook.'),
  description: optional(v.string(), 'Used if there is no `statusMessage`.'),
};

/** Runs a program. */
export const commandSchema = strict({
  type: v.optional(v.literal('command'), 'command'),
  command: withDescription(text, 'The command line, or a program when `args` is given.'),
  args: optional(v.array(v.string()), 'Arguments of the program; no shell is used then.'),
  async: optional(v.boolean(), 'Started and never waited for; it cannot block.'),
  asyncRewake: optional(v.boolean(), 'Treated as `async`: anyhook cannot wake the agent.'),
  rewakeMessage: optional(text, 'Not used: anyhook cannot wake the agent.'),
  rewakeSummary: optional(text, 'Not used: anyhook cannot wake the agent.'),
  commandWindows: optional(v.string(), 'Not used: the command line for Windows.'),
  shell: optional(v.picklist(['bash', 'powershell']), 'The shell; default sh.'),
  ...common,
});

/** Asks a model. */
export const promptSchema = strict({
  type: v.optional(v.literal('prompt'), 'prompt'),
  prompt: withDescription(text, 'Question to the model; may name $TOOL_NAME and $TOOL_INPUT.'),
  model: optional(text, 'Another model than the configured one.'),
  continueOnBlock: optional(
    v.boolean(),
    'A no blocks by the rules of its event, as with true; it never ends the turn.',
  ),
  ...common,
});

/** Posts the event. */
export const httpSchema = strict({
  type: v.optional(v.literal('http'), 'http'),
  url: v.pipe(v.string(), v.regex(/^https?:\/\/\S+$/, 'expected a URL that begins with http:// or https://')),
  headers: optional(v.record(v.string(), v.string()), 'Sent as written.'),
  allowedEnvVars: optional(v.array(v.string()), 'Not supported: variables are not filled in.'),
  ...common,
});

/** Handlers that only Claude Code can run. */
const foreignSchema = v.looseObject({ type: v.picklist(['agent', 'mcp_tool']) });

/** One handler of a Claude hook file. */
export const claudeHandlerSchema = v.union([commandSchema, promptSchema, httpSchema, foreignSchema]);

export const claudeHandlerTypes = ['command', 'prompt', 'http', 'agent', 'mcp_tool'] as const;

/** The handlers for what the matcher matches. */
export const claudeGroupSchema = strict({
  matcher: nullish(
    v.string(),
    'Tool, session source, end reason, compact trigger, notification or subagent: names or a regex; none means all.',
  ),
  hooks: withDescription(v.array(claudeHandlerSchema), 'The handlers, in order.'),
  description: optional(v.string(), 'A description of its handlers.'),
});

/** The `hooks` map. */
const claudeHooksSchema = eventMapSchema(eventRows, v.union([claudeGroupSchema, claudeHandlerSchema]));

/** A plugin's hooks/hooks.json. */
export const claudePluginSchema = strict({
  $schema: v.optional(v.string()),
  description: v.optional(v.string()),
  hooks: v.optional(claudeHooksSchema),
});

/** A settings file; only its `hooks` are read. */
export const claudeSettingsSchema = v.looseObject({ hooks: v.optional(claudeHooksSchema) });
