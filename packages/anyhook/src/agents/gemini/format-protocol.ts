import type { ScriptProtocol } from '../../formats/kit/protocol.js';

/** What a hook of Gemini CLI reads, and how it answers. */
export const geminiProtocol: ScriptProtocol = {
  stdin: 'hook_event_name, tool_name (run_shell_command, write_file, …), tool_input (command, file_path, …)',
  block: 'JSON with decision: deny, or exit 2 with a text on stderr, which is the reason',
  answer: 'JSON: decision, reason, continue, stopReason, systemMessage, hookSpecificOutput',
  failure: 'exit 1, silence and a timeout let the agent go on; any other exit with a text blocks',
};
