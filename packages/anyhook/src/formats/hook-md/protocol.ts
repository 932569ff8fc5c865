import type { ScriptProtocol } from '../kit/protocol.js';

/** What the script of a HOOK.md folder reads, and how it answers. */
export const hookMdProtocol: ScriptProtocol = {
  stdin: 'event_type, tool_name (Shell, WriteFile, …), tool_input (command, path, content, …)',
  block: 'exit 2, stderr is the reason',
  answer: 'JSON: decision, reason, updated_input (or modified_input), additional_context, log',
  failure: 'any other exit lets the agent go on',
};
