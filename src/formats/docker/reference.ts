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
    'Exit 0: JSON on stdout, in snake_case or camelCase: `decision`, `reason`, `continue`, `system_message`, and under `hook_specific_output` `permission_decision`, `permission_decision_reason`, `updated_input`, `updated_output`, `updated_prompt`, `updated_messages`, `summary`, `additional_context`. Plain text is context on events that take it.',
    'Exit 2: blocks; stderr is the reason.',
    'Other failures follow `on_error`: `warn` (default), `ignore`, `block`.',
    'Where something can be rewritten, hooks run in order and each sees the last rewrite; elsewhere they run together and merge in file order.',
  ],
};
