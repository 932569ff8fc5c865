import type { Quirk } from '../agent.js';

/** What Qwen Code does that one would not expect; the codec cites these by number. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: '0.24.4',
    behaviour:
      'A deny counts as hookSpecificOutput.permissionDecision and as decision; exit 2 only with text on stderr.',
    answer: 'A deny at PreToolUse is the documented permissionDecision with its reason and exit 0.',
    source: 'measured',
  },
  {
    id: 2,
    versions: '0.24.4',
    behaviour:
      "An allow of a later hook lifts an earlier hook's deny, block or exit 2; PreToolUse comes after the permission prompt.",
    answer: 'allow is never sent: it is impossible. A foreign hook after ours can still lift our deny.',
    source: 'measured',
  },
  {
    id: 3,
    versions: '0.24.4',
    behaviour: 'updatedInput and additionalContext at PreToolUse are documented and not applied.',
    answer: 'Rewriting and context are impossible there.',
    source: 'measured',
  },
  {
    id: 4,
    versions: '0.24.4',
    behaviour: 'continue:false at PreToolUse refuses this tool call only; the loop goes on.',
    answer: 'A stop there is sent as a deny and graded degraded.',
    source: 'measured',
  },
  {
    id: 5,
    versions: '0.24.4',
    behaviour:
      'At PostToolUse block and exit 2 do nothing and their reason is lost; continue:false replaces the result by an error with its stopReason, and the loop goes on.',
    answer: 'Feedback is sent as additionalContext, a rewritten output as stopReason; stop is impossible.',
    source: 'measured',
  },
  {
    id: 6,
    versions: '0.24.4',
    behaviour: 'continue:false at Stop and SubagentStop is a block; the host gives up after 8 blocks.',
    answer: 'It is never sent there; a stop is done by not blocking.',
    source: 'measured',
  },
  {
    id: 7,
    versions: '0.24.4',
    behaviour: 'Without a person an ask is a deny whose reason the model sees; in the terminal the user is asked.',
    answer: 'ask is sent as it is.',
    source: 'measured',
  },
  {
    id: 8,
    versions: '0.24.4',
    behaviour: 'UserPromptSubmit also fires after every tool result, with an empty prompt.',
    answer: 'With an empty prompt it is decoded as other.',
    source: 'measured',
  },
  {
    id: 9,
    versions: '0.24.4',
    behaviour: 'A blocked Stop continues with the reason, and UserPromptSubmit fires with it.',
    answer: 'The engine marks that prompt as synthetic.',
    source: 'measured',
  },
  {
    id: 10,
    versions: '0.24.4',
    behaviour: 'systemMessage reaches the user at Stop only; elsewhere it is written to the debug log.',
    answer: 'Messages are possible at Stop only.',
    source: 'documented',
  },
  {
    id: 11,
    versions: '0.24.4',
    behaviour:
      'A shell command that exits with a code other than 0 is a PostToolUseFailure; the report names the code.',
    answer: 'The exit code is read from the report.',
    source: 'measured',
  },
  {
    id: 12,
    versions: '0.24.4',
    behaviour: 'SessionEnd does not fire without a terminal, and PermissionRequest is not reached there.',
    answer: 'Both are decoded and answered as documented.',
    source: 'measured',
  },
  {
    id: 13,
    versions: '0.24.4',
    behaviour: 'PreCompact takes additionalContext as instructions for the summary; nothing there stops a compaction.',
    answer: 'Context is exact, a deny impossible.',
    source: 'documented',
  },
  {
    id: 14,
    versions: '0.24.4',
    behaviour: 'UserPromptSubmit cannot replace the prompt; texts of hooks are cut at 10,000 characters.',
    answer: 'The rewritten prompt is sent as context that says so; the context limit is 10,000.',
    source: 'documented',
  },
  {
    id: 15,
    versions: '0.24.4',
    behaviour: 'TodoCreated and TodoCompleted fire twice; MessageDisplay fires while the reply streams.',
    answer: 'They are decoded as other and answered with nothing.',
    source: 'measured',
  },
  {
    id: 16,
    versions: '0.24.4',
    behaviour:
      'additionalContext of SubagentStart reaches only a subagent whose own prompt has the placeholder ${hook_context}; the subagents that come with Qwen Code have none.',
    answer: 'Context is impossible there.',
    source: 'measured',
  },
  {
    id: 17,
    versions: '0.24.4',
    behaviour:
      'A trailing comma in settings.json ends the program at startup (exit 1). Comments, a byte order mark, a duplicate key (the last counts) and an unknown event do no harm.',
    answer: 'init refuses such a file and names the line; doctor reports its hooks as dead.',
    source: 'measured',
  },
];
