import type { AnswerRow, AnswerRules } from '../../formats/kit/claude-like-output.js';
import { qwenTools } from './tools.js';

const none = { exit2: 'nothing', block: 'nothing', halt: 'nothing' } as const;
// `continue: false` refuses as well: neither a call nor a stop ends the turn.
const refusal: AnswerRow = { exit2: 'deny', block: 'deny', halt: 'deny' };

/** How Qwen Code reads the answers of its hooks. */
export const answers: AnswerRules = {
  agent: 'Qwen Code',
  tools: qwenTools,
  exit2NeedsText: true,
  denyNeedsReason: false,
  readsJsonAtAnyExit: true,
  refusesUnknownKeys: false,
  decisions: { block: 'deny', deny: 'deny', allow: 'allow', approve: 'allow', ask: 'ask' },
  permissions: { allow: 'allow', deny: 'deny', ask: 'ask' },
  events: {
    SessionStart: { ...none, context: true, plainText: true },
    UserPromptSubmit: { ...refusal, context: true, plainText: true },
    PreToolUse: refusal,
    PermissionRequest: { ...none, exit2: 'deny' },
    // Only `continue: false` counts: its reason takes the place of the result.
    PostToolUse: { ...none, halt: 'replace', context: true },
    PostToolUseFailure: { ...none, context: true },
    Stop: refusal,
    SubagentStart: { ...none, context: true },
    SubagentStop: refusal,
    PreCompact: { ...none, context: true },
  },
};
