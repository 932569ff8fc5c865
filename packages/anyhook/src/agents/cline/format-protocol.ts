import type { ScriptProtocol } from '../../formats/kit/protocol.js';

/** What a hook of Cline reads, and how it answers. */
export const clineProtocol: ScriptProtocol = {
  stdin: 'hookName, tool_call (name, input), preToolUse (toolName, parameters); tools run_commands, editor, …',
  block: 'JSON with cancel: true; errorMessage is the reason, and the agent stops',
  answer: 'JSON: cancel, errorMessage, contextModification, overrideInput',
  failure: 'exit codes mean nothing; output that is no JSON and a timeout let the agent go on',
};
