import type { ScriptProtocol } from '../kit/protocol.js';

/** What an ability hook reads, and how it answers. */
export const abilityProtocol: ScriptProtocol = {
  stdin: 'the context of its event: ability ids (run_command, edit_file, …) instead of tool names',
  block: 'a signal ability_guard or ability_preflight in hook_signals',
  answer: 'one JSON HookResult: logs, hook_signals, error',
  failure: 'every non-zero exit, 2 too, is a failure and lets the agent go on',
};
