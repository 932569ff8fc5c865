import type { AnswerRow, AnswerRules } from '../../formats/kit/claude-like-output.js';
import { tools } from './format-tools.js';

const none = { exit2: 'nothing', block: 'nothing', halt: 'nothing' } as const;
const refusal: AnswerRow = { exit2: 'deny', block: 'deny', halt: 'stop' };
// The reason takes the place of the output, and the turn goes on.
const replacement: AnswerRow = { exit2: 'replace', block: 'replace', halt: 'replace', context: true };

/** How Codex reads the answers of its hooks. What it cannot read fails, and the tool runs. */
export const answers: AnswerRules = {
  agent: 'Codex',
  tools,
  exit2NeedsText: true,
  denyNeedsReason: true,
  readsJsonAtAnyExit: false,
  refusesUnknownKeys: true,
  decisions: { block: 'deny', approve: 'fail' },
  permissions: { deny: 'deny', allow: 'allow', ask: 'fail' },
  events: {
    SessionStart: { ...none, halt: 'stop', context: true, plainText: true },
    UserPromptSubmit: { exit2: 'deny', block: 'deny', halt: 'deny', context: true, plainText: true },
    PreToolUse: { ...refusal, halt: 'fail', context: true, rewrite: 'with allow', refuses: ['suppressOutput'] },
    PermissionRequest: { ...none, exit2: 'deny', halt: 'fail' },
    PostToolUse: replacement,
    Stop: refusal,
    SubagentStart: { ...none, context: true },
    SubagentStop: refusal,
    PreCompact: { ...none, halt: 'deny' },
  },
};
