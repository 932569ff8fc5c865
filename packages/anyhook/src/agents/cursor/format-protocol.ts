import type { ScriptProtocol } from '../../formats/kit/protocol.js';

/** What a Cursor hook reads, and how it answers. */
export const cursorProtocol: ScriptProtocol = {
  stdin:
    'hook_event_name, conversation_id, workspace_roots, then command, file_path, or tool_name (Shell, Write, …) and tool_input',
  block: 'exit 2, stderr is the reason, or JSON with permission: deny and agent_message',
  answer:
    'JSON: permission, user_message, agent_message, updated_input, additional_context, continue, followup_message',
  failure: 'any other exit lets the agent go on, unless failClosed; text that is not JSON blocks before an action',
};
