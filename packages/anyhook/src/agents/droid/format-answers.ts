import type { AnswerRow, AnswerRules } from '../../formats/kit/claude-like-output.js';
import { droidTools } from './tools.js';

const none = { exit2: 'nothing', block: 'nothing', halt: 'nothing' } as const;
const stopping: AnswerRow = { exit2: 'deny', block: 'deny', halt: 'stop' };

/** How droid reads the answers of its hooks. */
export const answers: AnswerRules = {
  agent: 'droid',
  tools: droidTools,
  exit2NeedsText: false,
  denyNeedsReason: false,
  readsJsonAtAnyExit: true,
  refusesUnknownKeys: false,
  decisions: { block: 'deny', approve: 'allow' },
  permissions: { allow: 'allow', deny: 'deny', ask: 'ask' },
  events: {
    SessionStart: { ...none, context: true, plainText: true },
    UserPromptSubmit: { exit2: 'deny', block: 'deny', halt: 'deny', context: true, plainText: true },
    // `decision` is not read at tool calls.
    PreToolUse: { exit2: 'deny', block: 'nothing', halt: 'stop', rewrite: 'always' },
    PostToolUse: { exit2: 'deny', block: 'nothing', halt: 'stop', context: true },
    Stop: stopping,
    SubagentStop: stopping,
  },
};
