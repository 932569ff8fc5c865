import type { ScriptProtocol } from '../../formats/kit/protocol.js';

/** What a hook of droid reads, and how it answers. */
export const droidProtocol: ScriptProtocol = {
  stdin: 'hook_event_name, tool_name (Execute, Create, Edit, …), tool_input (command, file_path, …); also as variables',
  block: 'exit 2, stderr is the reason',
  answer: 'JSON: continue, systemMessage, decision (at a stop), reason, hookSpecificOutput',
  failure: 'any other exit lets the agent go on',
};
