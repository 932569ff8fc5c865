import type { FormatReference } from '../../formats/kit/reference.js';
import { copilotCommandSchema, copilotFileSchema, copilotGroupSchema, copilotHttpSchema } from './format-schema.js';

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: "copilot: Copilot CLI's hook files",
  found:
    '`.github/hooks/*.json` of the project; `~/.copilot/hooks/*.json` and the `hooks` of `~/.copilot/settings.json`. Copilot CLI runs these itself, so `run --host copilot` leaves them out. An event has two names: in camelCase its hooks get camelCase fields and the names `bash`, `create`; in PascalCase they get snake_case fields and the names `Bash`, `Write`. Unknown keys are warnings, and the hook stays.',
  schemas: {
    'copilot-hooks': {
      title: "Copilot CLI's .github/hooks/*.json",
      schema: copilotFileSchema,
      parts: { group: copilotGroupSchema, command: copilotCommandSchema, http: copilotHttpSchema },
    },
  },
  answers: [
    'Before a tool call any exit but 0 refuses it, and so does a hook that cannot be started; stderr is the reason. A timeout lets it run. `permissionDecision` (`allow`, `deny`, `ask`) with `permissionDecisionReason`, `modifiedArgs` and `additionalContext` stand at the top of the JSON; at `PreToolUse` also in `hookSpecificOutput`, with `updatedInput`. `decision` and `continue` mean nothing there, and a note says so.',
    'At a prompt, at the end of a turn and at the end of a subagent `decision: "block"` blocks. After a tool call it takes the place of the output, as `modifiedResult` does. At `permissionRequest`: `behavior`, `message`, `interrupt`, or exit 2.',
    'Exit 2 after a failed tool call gives stderr to the model. At other events an exit but 0 is a failure that blocks nothing.',
    'Hooks run one after another, and the first refusal ends the list.',
    "Variables: `COPILOT_CLI`, `COPILOT_PROJECT_DIR`, `COPILOT_HOOK_DIR`, `CLAUDE_PROJECT_DIR`. `bash`, else `command`, runs with bash in the project's folder or in `cwd`; `exec` with `args` needs no shell; an entry that has only `powershell` needs `pwsh`. `windows` is not used.",
    '`http` handlers may call only addresses of the user config. `prompt` handlers can only be run by Copilot CLI itself.',
  ],
};
