import type { FormatReference } from '../../formats/kit/reference.js';
import {
  agentHookSchema,
  agentSchema,
  commandActionSchema,
  hookSchema,
  hooksFileSchema,
  ideHookSchema,
} from './format-schema.js';

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: 'kiro: hooks of Kiro',
  found:
    "`.kiro/hooks/*.json` (CLI 3 and IDE 1), `.kiro/hooks/*.kiro.hook` (the older IDE) and the `hooks` of `.kiro/agents/*.json` (CLI 2), of a project and in `~/.kiro`. Unknown keys are warnings, and the hook stays. anyhook's own entries are never loaded, and Kiro runs these files itself. Read from documents, not measured.",
  schemas: {
    'kiro-hooks': {
      title: "Kiro's .kiro/hooks/*.json",
      schema: hooksFileSchema,
      parts: { hook: hookSchema, commandAction: commandActionSchema },
    },
    'kiro-agent': { title: 'Hooks in .kiro/agents/*.json', schema: agentSchema, parts: { agentHook: agentHookSchema } },
    'kiro-ide-hook': { title: 'A .kiro.hook of the older Kiro IDE', schema: ideHookSchema },
  },
  answers: [
    'Exit 0: plain text on stdout is context; for hooks of an agent only at `agentSpawn` and `userPromptSubmit`. At `Stop` JSON with `decision: block` and `reason` keeps the agent working.',
    'Exit 2 at `PreToolUse` and `UserPromptSubmit` blocks, stderr is the reason; for hooks of an agent only at `preToolUse`. Any other exit lets the agent go on. In a `.kiro.hook` any exit but 0 blocks there, and elsewhere gives stderr to the model.',
    'A prompt to the agent (`action.type: agent`, `askAgent`) can only be given by Kiro: left out, with a warning.',
    'Hooks of an agent run for the subagent of that name, those of `default` for the main agent.',
    '`PostFileSave` and `fileEdited` run after the agent has written or changed a file; a matcher of `PostFileSave` is searched in all texts of the call. Hooks for created and deleted files, for tasks and for manual starts load, but no other agent has these events.',
    'A tool may be named by its alias (`write` for `fs_write`, `shell` for `execute_bash`), and `fs_write` means every change of a file.',
    'Variables: `USER_PROMPT` at a prompt. A command of a project starts in the project, that of a user in the folder that the agent works in. `cache_ttl_seconds` is not supported.',
  ],
};
