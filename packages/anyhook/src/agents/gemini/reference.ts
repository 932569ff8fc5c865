import type { FormatReference } from '../../formats/kit/reference.js';
import {
  geminiExtensionSchema,
  geminiGroupSchema,
  geminiHandlerSchema,
  geminiSettingsSchema,
} from './format-schema.js';

const parts = { group: geminiGroupSchema, handler: geminiHandlerSchema };

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: "gemini: Gemini CLI's settings and extensions",
  found:
    '`.gemini/settings.json` of the project and of the user; `hooks/hooks.json` of each extension in `~/.gemini/extensions`, and of a project that is an extension. Gemini CLI runs these itself, so `run --host gemini` leaves them out. `hooksConfig` switches the hooks of its own file off. Unknown keys are warnings, and the hook stays.',
  schemas: {
    'gemini-settings': { title: 'Hooks in .gemini/settings.json', schema: geminiSettingsSchema, parts },
    'gemini-extension': { title: "A Gemini CLI extension's hooks/hooks.json", schema: geminiExtensionSchema, parts },
  },
  answers: [
    'JSON counts at any exit code, on stdout, or on stderr if stdout is empty. `decision: "deny"` (or `"block"`) blocks; `"ask"` asks a person; `"allow"` is no opinion.',
    'Text that is no JSON: at exit 0 a message for the user; at exit 1 a warning; at any other exit it blocks, and the text is the reason. A hook that says nothing blocks nothing, at any exit.',
    'After a tool call a refusal takes the place of the output that the model sees.',
    '`continue: false` stops the agent, except at SessionStart. `hookSpecificOutput` has `additionalContext`, `tool_input` and `llm_request.messages`; `clearContext`, `tailToolCallRequest`, `toolConfig` and `llm_response` can only be done by Gemini CLI itself, and a note says so.',
    "Variables: `GEMINI_PROJECT_DIR`, `GEMINI_CWD`, `GEMINI_SESSION_ID`, `CLAUDE_PROJECT_DIR`; `GEMINI_PLANS_DIR` is not set. In an extension `${extensionPath}`, `${workspacePath}` and `${/}` are filled in. The command runs with bash, in the project's folder.",
    'A matcher of tools is a regular expression that is searched in the name; elsewhere it is one word. Hooks with the same name and command run once.',
  ],
};
