import type { ScriptProtocol } from '../../formats/kit/protocol.js';

/** What a hook of Qwen Code reads, and how it answers. */
export const qwenProtocol: ScriptProtocol = {
  stdin: 'hook_event_name, tool_name (run_shell_command, write_file, …), tool_input (command, file_path, …)',
  block: 'exit 2 with a reason on stderr; after a tool call nothing blocks',
  answer: 'JSON: continue, systemMessage, decision, reason, hookSpecificOutput',
  failure: 'any other exit lets the agent go on',
};
