import type { FormatReference } from '../kit/reference.js';
import { dockerGroupSchema, dockerHookSchema, dockerSchema } from './schema.js';

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: 'docker: hooks of docker-agent',
  found:
    '`.agents/hooks.yaml` or `hooks.yaml` (also `.yml`) at the project root, files named under `files:` in the config, and the same names in `$XDG_CONFIG_HOME/agents`. Either a map `hooks` at the top, or `agents.<name>.hooks`: those of `root` serve the main agent, others the subagent of that name.',
  schemas: {
    docker: {
      title: 'docker-agent hooks: .agents/hooks.yaml, hooks.yaml',
      schema: dockerSchema,
      parts: { group: dockerGroupSchema, hook: dockerHookSchema },
    },
  },
  answers: [
    'Exit 0: JSON on stdout, in snake_case or camelCase: `decision`, `reason`, `continue`, `system_message`, and under `hook_specific_output` `permission_decision`, `permission_decision_reason`, `updated_input`, `updated_output` (or `updated_tool_response`), `updated_prompt`, `updated_messages`, `summary`, `additional_context`. Plain text is context on events that take it.',
    'Exit 2: blocks; stderr is the reason.',
    'Events of later versions: `tool_input_transform` rewrites the input before `tool_guard` and `pre_tool_use` see it, `tool_response_transform` the output before `post_tool_use`. At `tool_guard`, and in a group of `pre_tool_use` with `preempt_yolo`, an allow decides nothing and every failure denies. Only docker-agent itself fires `user_steering_messages_submit`, `user_followup_submit`, `on_agent_switch`, `on_session_resume`, `on_tool_approval_decision` and `worktree_create`: with other agents their hooks never run, and `validate` and `matrix` say so. Where it does, hooks of `user_prompt_submit` see queued prompts, too; a block at `worktree_create` is only recorded.',
    '`type: model` asks the model of the user config. Its prompt is a Go template over the JSON on stdin: fields (`.ToolName`, `.ToolInput.cmd`), `toJSON`, `truncate`, `printf`, `if`, `else`, `end`, `eq`, `ne`, `not`, `and`, `or`, `len`. Before a call, a judge that cannot be asked denies.',
    'One entry may stand without a list. Builtins that work on the state of docker-agent itself (`elide_repeated_tool_results`, `limit_large_tool_results`, `safer_shell`, `unload`, `http_post`) are left out with a warning.',
    '`decision` knows only `block`; other words are no verdict. `continue: false` counts where the event can be blocked. What a hook says at `turn_end` and `after_compaction` is only recorded. A block at `pre_compact` keeps `before_compaction` from running.',
    'Other failures follow `on_error`: `warn` (default), `ignore`, `block`. At `pre_tool_use` a hook that does not start or does not finish in time denies; an override of `onFailure` changes that.',
    'A command runs in `$SHELL` if that is bash, zsh, ksh, dash or sh outside the project, else in bash, else in sh. The JSON on stdin has `\\u000a` for a newline, so that `echo "$INPUT" | jq` works in each of them.',
    'An entry that cannot be loaded denies at `pre_tool_use` and with `on_error: block`, and asks at other events before something happens. Unknown keys are warnings. Hooks that do the same at one event run once.',
    'Where something can be rewritten, hooks run in order and each sees the last rewrite; elsewhere they run together and merge in file order.',
  ],
};
