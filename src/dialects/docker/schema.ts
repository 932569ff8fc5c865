import * as v from 'valibot';
import { strict } from '../parse.js';

const text = v.pipe(v.string(), v.minLength(1, 'expected a text that is not empty'));

/** One docker-agent hook. */
export const dockerHookSchema = strict({
  type: v.picklist(['command', 'builtin']),
  command: text,
  args: v.optional(v.array(v.string())),
  timeout: v.optional(
    v.pipe(
      v.number(),
      v.gtValue(0, 'expected a positive number of seconds'),
      v.maxValue(86_400, 'expected at most 86400 seconds'),
    ),
  ),
  name: v.optional(text),
  working_dir: v.optional(text),
  env: v.optional(v.record(v.string(), v.string())),
  on_error: v.optional(v.picklist(['warn', 'ignore', 'block'])),
});

export type DockerHook = v.InferOutput<typeof dockerHookSchema>;

/** The hooks for the tools whose name matches. */
export const dockerGroupSchema = strict({ matcher: v.optional(v.string()), hooks: v.array(dockerHookSchema) });

const groups = v.nullish(v.array(dockerGroupSchema));
const list = v.nullish(v.array(dockerHookSchema));

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
});

/** A docker-agent file, or a file with `hooks` at its top; other keys are not ours. */
export const dockerSchema = v.looseObject({
  hooks: v.nullish(dockerHooksSchema),
  agents: v.nullish(v.record(v.string(), v.looseObject({ hooks: v.nullish(dockerHooksSchema) }))),
});
