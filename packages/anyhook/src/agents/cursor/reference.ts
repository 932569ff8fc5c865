import type { FormatReference } from '../../formats/kit/reference.js';
import { commandSchema, cursorSchema, promptSchema } from './format-schema.js';

/** What docs/reference says about the format. */
export const reference: FormatReference = {
  title: 'cursor: hooks of Cursor',
  found:
    "`.cursor/hooks.json` of a project, `~/.cursor/hooks.json` of its user, `/etc/cursor/hooks.json` of the machine (on Windows `C:\\ProgramData\\Cursor\\hooks.json`), and `hooks/hooks-cursor.json` of a plugin at the project root. Unknown keys are warnings, and the hook stays. anyhook's own entries are never loaded, and Cursor runs its own files itself: there anyhook runs only those of the plugin. Read from documents, not measured.",
  schemas: {
    cursor: {
      title: "Cursor's hooks.json",
      schema: cursorSchema,
      parts: { command: commandSchema, prompt: promptSchema },
    },
  },
  answers: [
    'Exit 0: JSON on stdout. `permission` (`allow`, `deny`, `ask`), `agent_message` for the model, `user_message` for the user, `updated_input` at `preToolUse`, `additional_context` at `sessionStart` and `postToolUse`, `updated_mcp_tool_output` for MCP tools, `continue: false` at `beforeSubmitPrompt`, `followup_message` at `stop` and `subagentStop`.',
    '`allow` says that the hook has no objection. It approves nothing on other agents, because Cursor wants an answer from every such hook.',
    'Exit 2 blocks; the reason is `agent_message`, else stderr. Any other exit, a timeout and a failed start let the agent go on, unless the entry has `failClosed`. Text that is not JSON, or an unknown `permission`, blocks at `preToolUse`, `beforeShellExecution`, `beforeMCPExecution`, `beforeReadFile` and `subagentStart`.',
    'A matcher of plain words is a list of whole names; any other is a regex that is searched. `Write` means every change of a file. At `beforeShellExecution` it is searched in all texts of the call, of which the command is one.',
    '`beforeShellExecution`, `beforeMCPExecution` and `beforeReadFile` run for calls of that kind on every agent, beside `preToolUse`. `afterAgentResponse` runs once at the end of a turn. On other agents `content` of `beforeReadFile` is empty: the file was not read yet.',
    '`loop_limit` (5 unless set) is how often in a row `followup_message` makes the agent go on; `loop_count` on stdin counts that.',
    'Hooks of Tab, `afterAgentThought` and `workspaceOpen` load, but no other agent has these events. `env` of `sessionStart` is left out, with a note.',
    'Variables: `CURSOR_PROJECT_DIR`, `CLAUDE_PROJECT_DIR`, `CURSOR_VERSION`, `CURSOR_TRANSCRIPT_PATH`, and `CURSOR_PLUGIN_ROOT` for a plugin. A command starts in the project, that of a user in `~/.cursor`.',
    '`prompt` hooks ask the model of the user config; without one they are skipped with a note.',
  ],
};
