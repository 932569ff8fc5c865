import type { ScriptProtocol } from '../../formats/kit/protocol.js';

/** What a hook of Copilot CLI reads, and how it answers. */
export const copilotProtocol: ScriptProtocol = {
  stdin: 'toolName (bash, create, …), toolArgs (command, path, …); tool_name (Bash, …) at events in PascalCase',
  block: 'before a tool call any exit but 0, or JSON with permissionDecision: deny; later JSON with decision: block',
  answer: 'JSON: permissionDecision, permissionDecisionReason, modifiedArgs, additionalContext, decision, reason',
  failure: 'before a tool call a hook that fails blocks; a timeout, and a failure elsewhere, let the agent go on',
};
