import * as v from 'valibot';
import { optional, strict, filledText as text, withDescription } from '../kit/parse.js';
import { dockerEvents, toolEvents } from './events.js';

/** YAML reads `5` and `true` as other types; docker-agent takes their text. */
const scalar = v.union([v.string(), v.number(), v.boolean()]);

/** One docker-agent hook. */
export const dockerHookSchema = strict({
  type: withDescription(
    v.picklist(['command', 'builtin', 'model']),
    'A shell command, a function of anyhook, or a question to a model.',
  ),
  command: optional(text, 'The command line, or the name of the builtin; required for both.'),
  args: optional(v.array(scalar), 'Arguments of the builtin, or $1, $2, … of the command.'),
  timeout: optional(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\s*[-+]?\d+(?:\.\d+)?\s*$/, 'expected a number of seconds'))]),
    'Seconds the hook may take, at most 86400; default 60, also for 0 and less.',
  ),
  name: optional(v.string(), 'Name of the hook; its id is made from it.'),
  working_dir: optional(
    v.string(),
    'Folder in which the command starts, relative to the project; may have ~, $VAR, ${VAR} and ${env.VAR}.',
  ),
  env: optional(v.record(v.string(), scalar), 'Variables for the command; ${env.VAR} in a value is replaced.'),
  on_error: optional(
    v.picklist(['warn', 'ignore', 'block']),
    'What happens when the hook does not finish; default warn.',
  ),
  strict_output: optional(
    v.boolean(),
    'true: stdout must be empty or JSON with known fields that the event reads; before a call, any failure denies.',
  ),
  model: optional(text, 'For type model, required: provider/model, such as openai/gpt-4o-mini.'),
  prompt: optional(text, 'For type model, required: the question, with {{ .ToolName }}, {{ .ToolInput | toJSON }} …'),
  schema: optional(
    v.picklist(['', 'pre_tool_use_decision']),
    'For type model: pre_tool_use_decision reads {decision, reason}; without it the answer is context.',
  ),
});

/** A hook as its file has it. */
export type WrittenDockerHook = v.InferOutput<typeof dockerHookSchema>;

/** The hooks for the tools whose name matches. */
export const dockerGroupSchema = strict({
  matcher: optional(v.string(), 'Regular expression over the whole tool name; empty or * means all.'),
  hooks: withDescription(v.union([v.array(dockerHookSchema), dockerHookSchema]), 'Run in order; one needs no list.'),
  preempt_yolo: optional(
    v.boolean(),
    'On pre_tool_use: the hooks guard; their allow decides nothing, any failure denies.',
  ),
});

/** The `hooks` map of a file or of an agent. */
const dockerHooksSchema = strict(
  Object.fromEntries(
    Object.keys(dockerEvents).map((name) => {
      const entry = toolEvents.has(name) ? dockerGroupSchema : dockerHookSchema;
      return [name, v.nullish(v.union([v.array(entry), entry]))];
    }),
  ),
);

/** A docker-agent file, or a file with `hooks` at its top; other keys are ignored. */
export const dockerSchema = v.looseObject({
  hooks: v.nullish(dockerHooksSchema),
  agents: v.nullish(v.record(v.string(), v.looseObject({ hooks: v.nullish(dockerHooksSchema) }))),
});
