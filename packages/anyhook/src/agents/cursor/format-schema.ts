import * as v from 'valibot';
import { strict, withDescription } from '../../formats/kit/parse.js';

const text = v.pipe(v.string(), v.minLength(1, 'expected a string that is not empty'));
const seconds = v.pipe(v.number(), v.gtValue(0, 'expected a positive number of seconds'));

const common = {
  timeout: v.optional(withDescription(seconds, 'Seconds; default 60, or 30 for a prompt.')),
  matcher: v.nullish(
    withDescription(
      v.string(),
      'A regex over what the event has: the tool, the command (beforeShellExecution), the kind of subagent.',
    ),
  ),
  failClosed: v.optional(withDescription(v.boolean(), 'A hook that fails blocks the action.')),
  loop_limit: v.nullish(
    withDescription(
      v.number(),
      'How often in a row followup_message may make the agent go on; default 5, null: always.',
    ),
  ),
};

/** Runs a program. */
export const commandSchema = strict({
  type: v.optional(v.literal('command'), 'command'),
  command: withDescription(text, "The command line. It starts in the project, a user's in ~/.cursor."),
  ...common,
});

/** Asks a model. */
export const promptSchema = strict({
  type: v.literal('prompt'),
  prompt: withDescription(text, 'Question to the model; may name $ARGUMENTS.'),
  model: v.optional(withDescription(text, 'Another model than the configured one.')),
  ...common,
});

const list = v.optional(v.array(v.union([commandSchema, promptSchema])));

/** A hooks.json of Cursor. */
export const cursorSchema = strict({
  $schema: v.optional(v.string()),
  version: v.optional(withDescription(v.number(), 'Always 1.')),
  hooks: v.optional(
    strict({
      preToolUse: list,
      postToolUse: list,
      postToolUseFailure: list,
      beforeShellExecution: list,
      afterShellExecution: list,
      beforeMCPExecution: list,
      afterMCPExecution: list,
      beforeReadFile: list,
      afterFileEdit: list,
      beforeSubmitPrompt: list,
      stop: list,
      subagentStart: list,
      subagentStop: list,
      sessionStart: list,
      sessionEnd: list,
      preCompact: list,
      afterAgentResponse: list,
      afterAgentThought: list,
      beforeTabFileRead: list,
      afterTabFileEdit: list,
      workspaceOpen: list,
    }),
  ),
});
