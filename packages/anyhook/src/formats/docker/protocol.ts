import type { ScriptProtocol } from '../kit/protocol.js';

/** What a docker-agent hook reads, and how it answers. */
export const dockerProtocol: ScriptProtocol = {
  stdin: 'hook_event_name, tool_name (shell, write_file, …), tool_input (cmd, path, …), tool_response',
  block: 'exit 2, stderr is the reason',
  answer: 'JSON: decision, reason, continue, system_message, hook_specific_output; plain text is context',
  failure: 'any other exit follows on_error',
};
