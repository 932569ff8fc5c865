import type { ScriptProtocol } from '../kit/protocol.js';

/** What an Antigravity hook reads, and how it answers. */
export const antigravityProtocol: ScriptProtocol = {
  stdin: 'toolCall.name (run_command, write_to_file, …), toolCall.args (CommandLine, TargetFile, …), conversationId',
  block: 'JSON with decision: deny and reason',
  answer: 'JSON: decision, reason, injectSteps',
  failure: 'any exit but 0 lets the agent go on; exit 2 before a call blocks',
};
