import type { FormatReference } from '../../formats/kit/reference.js';
import {
  qwenCommandSchema,
  qwenGroupSchema,
  qwenHandlerSchema,
  qwenPostSchema,
  qwenQuestionSchema,
  qwenSettingsSchema,
} from './format-schema.js';

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: 'qwen: hooks of Qwen Code',
  found:
    "`.qwen/settings.json` in the project, `~/.qwen/settings.json`, and installed extensions (`~/.qwen/extensions/*/qwen-extension.json` with `hooks`, the file that it names, or `hooks/hooks.json`; not those that are switched off). Unknown keys are warnings, and the hook stays. anyhook's own entries are never loaded. Qwen Code itself runs these files on Qwen Code; anyhook runs them on every other agent. `disableAllHooks` switches the hooks of its file off.",
  schemas: {
    qwen: {
      title: 'Hooks of Qwen Code (.qwen/settings.json)',
      schema: qwenSettingsSchema,
      parts: {
        group: qwenGroupSchema,
        handler: qwenHandlerSchema,
        command: qwenCommandSchema,
        http: qwenPostSchema,
        prompt: qwenQuestionSchema,
      },
    },
  },
  answers: [
    'Measured with Qwen Code 0.24.4; PermissionRequest, SubagentStart, SubagentStop and PreCompact are from its documents. Exit 2 blocks, but only with a text on stderr. JSON with a deny counts at every exit code.',
    '`decision: "deny"` or `"block"`, `permissionDecision` and `continue: false` refuse a call, a prompt or a stop. `updatedInput` and context before a tool call are not read. After a tool call only context and `continue: false` count; its reason takes the place of the result.',
    'Several hooks: a deny wins. (In Qwen Code itself a later hook with `allow` overrides an earlier deny.)',
    'Matchers: names in a list, also by their other names (`Bash`, `Write`, `WriteFile` …), else a regex that is searched: `edit` also finds `notebook_edit`.',
    'Variables: `QWEN_PROJECT_DIR`, `CLAUDE_PROJECT_DIR`, `GEMINI_PROJECT_DIR`, `QWEN_CODE_SESSION_ID`. Commands run in bash.',
    '`prompt` handlers ask the model of the user config; without one they are skipped with a note. `http` handlers may call only addresses of the user config.',
  ],
};
