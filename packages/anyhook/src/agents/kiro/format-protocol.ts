import type { ScriptProtocol } from '../../formats/kit/protocol.js';

/** What a Kiro hook reads, and how it answers. */
export const kiroProtocol: ScriptProtocol = {
  stdin: 'hook_event_name, cwd, session_id, prompt, tool_name (execute_bash, fs_write, …), tool_input, tool_response',
  block: 'exit 2, stderr is the reason',
  answer: 'plain text is context; at Stop JSON with decision: block and reason',
  failure: 'any other exit lets the agent go on',
};

/** A `.kiro.hook` of the older IDE. */
export const kiroIdeProtocol: ScriptProtocol = {
  ...kiroProtocol,
  block: 'any exit but 0, stderr is the reason',
  failure: 'any exit but 0 blocks before an action; elsewhere stderr is given to the model',
};
