import * as v from 'valibot';
import { strict, withDescription } from '../kit/parse.js';

const text = v.pipe(v.string(), v.minLength(1, 'expected a string that is not empty'));
/** YAML reads `5` and `true` as other types; docker-agent takes their text. */
const scalar = v.union([v.string(), v.number(), v.boolean()]);

/** One docker-agent hook. */
export const dockerHookSchema = strict({
  type: withDescription(
    v.picklist(['command', 'builtin', 'model']),
    'A shell command, a function of anyhook, or a question to a model.',
  ),
  command: v.optional(withDescription(text, 'The command line, or the name of the builtin; required for both.')),
  args: v.optional(withDescription(v.array(scalar), 'Arguments of the builtin, or $1, $2, … of the command.')),
  timeout: v.optional(
    withDescription(
      v.union([v.number(), v.pipe(v.string(), v.regex(/^\s*[-+]?\d+(?:\.\d+)?\s*$/, 'expected a number of seconds'))]),
      'Seconds the hook may take, at most 86400; default 60, also for 0 and less.',
    ),
  ),
  name: v.optional(withDescription(v.string(), 'Name of the hook; its id is made from it.')),
  working_dir: v.optional(
    withDescription(
      v.string(),
      'Folder in which the command starts, relative to the project; may have ~, $VAR, ${VAR} and ${env.VAR}.',
    ),
  ),
  env: v.optional(
    withDescription(v.record(v.string(), scalar), 'Variables for the command; ${env.VAR} in a value is replaced.'),
  ),
  on_error: v.optional(
    withDescription(
      v.picklist(['warn', 'ignore', 'block']),
      'What happens when the hook does not finish; default warn.',
    ),
  ),
  strict_output: v.optional(
    withDescription(
      v.boolean(),
      'true: stdout must be empty or JSON with known fields that the event reads; before a call, any failure denies.',
    ),
  ),
  model: v.optional(withDescription(text, 'For type model, required: provider/model, such as openai/gpt-4o-mini.')),
  prompt: v.optional(
    withDescription(text, 'For type model, required: the question, with {{ .ToolName }}, {{ .ToolInput | toJSON }} …'),
  ),
  schema: v.optional(
    withDescription(
      v.picklist(['', 'pre_tool_use_decision']),
      'For type model: pre_tool_use_decision reads {decision, reason}; without it the answer is context.',
    ),
  ),
});

/** A hook as its file has it. */
export type WrittenDockerHook = v.InferOutput<typeof dockerHookSchema>;

/** The hooks for the tools whose name matches. */
export const dockerGroupSchema = strict({
  matcher: v.optional(
    withDescription(v.string(), 'Regular expression over the whole tool name; empty or * means all.'),
  ),
  hooks: withDescription(v.union([v.array(dockerHookSchema), dockerHookSchema]), 'Run in order; one may stand alone.'),
  preempt_yolo: v.optional(
    withDescription(v.boolean(), 'On pre_tool_use: the hooks guard; their allow decides nothing, any failure denies.'),
  ),
});

const groups = v.nullish(v.union([v.array(dockerGroupSchema), dockerGroupSchema]));
const list = v.nullish(v.union([v.array(dockerHookSchema), dockerHookSchema]));

/** The `hooks` map of a file or of an agent. */
export const dockerHooksSchema = strict({
  pre_tool_use: groups,
  post_tool_use: groups,
  permission_request: groups,
  session_start: list,
  user_prompt_submit: list,
  turn_start: list,
  turn_end: list,
  before_llm_call: list,
  after_llm_call: list,
  session_end: list,
  pre_compact: list,
  subagent_stop: list,
  on_user_input: list,
  stop: list,
  notification: list,
  on_error: list,
  on_max_iterations: list,
  before_compaction: list,
  after_compaction: list,
  tool_input_transform: groups,
  tool_guard: groups,
  tool_response_transform: groups,
  user_steering_messages_submit: list,
  user_followup_submit: list,
  on_agent_switch: list,
  on_session_resume: list,
  on_tool_approval_decision: list,
  worktree_create: list,
});

/** A docker-agent file, or a file with `hooks` at its top; other keys are ignored. */
export const dockerSchema = v.looseObject({
  hooks: v.nullish(dockerHooksSchema),
  agents: v.nullish(v.record(v.string(), v.looseObject({ hooks: v.nullish(dockerHooksSchema) }))),
});
