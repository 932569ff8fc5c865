import type { Quirk } from '../agent.js';

/** What Claude Code does that one would not expect; the codec cites these by number. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: '2.1.197',
    behaviour: 'A deny whose hookEventName is not the event itself is ignored and the tool runs.',
    answer: 'hookEventName is always the native name that came in.',
    source: 'measured',
  },
  {
    id: 2,
    versions: '2.1.197',
    behaviour: 'A line of text before the JSON makes it plain text; the tool runs.',
    answer: 'One JSON object and nothing else on stdout.',
    source: 'measured',
  },
  {
    id: 3,
    versions: '2.1.197',
    behaviour: 'At PreToolUse, continue:false lets this one tool call run and ends the session after it.',
    answer: 'Graded degraded; the user is told. Deny and continue:false together were not tried: both are sent.',
    source: 'measured',
  },
  {
    id: 4,
    versions: '2.1.197',
    behaviour: "updatedToolOutput counts only in the tool's own shape; a plain string for Bash is ignored.",
    answer:
      'The original response is copied and its text replaced. If it has no text, the new output is sent as context.',
    source: 'measured',
  },
  {
    id: 5,
    versions: '2.1.197',
    behaviour: 'Without a person (-p) an ask is a deny; PermissionRequest fires only with a permission prompt tool.',
    answer: 'ask is sent as it is: the host decides whether there is a person to ask.',
    source: 'measured',
  },
  {
    id: 6,
    versions: '2.1.197',
    behaviour: 'updatedInput works with and without permissionDecision allow; allow also skips the permission prompt.',
    answer: 'A rewrite is sent without allow unless a hook said allow.',
    source: 'measured',
  },
  {
    id: 7,
    versions: '2.1.197',
    behaviour: 'additionalContext at Stop makes the agent go on, as a block does; the host gives up after 8 in a row.',
    answer: 'Context without a block is shown to the user; it joins the reason of a block.',
    source: 'measured',
  },
  {
    id: 8,
    versions: '2.1.197',
    behaviour: 'PreCompact is blocked by exit 2; no JSON form was tried.',
    answer: 'A deny there is exit 2 with the reason on stderr.',
    source: 'measured',
  },
  {
    id: 9,
    versions: '2.1.197',
    behaviour: 'SessionStart cannot be blocked: exit 2 is ignored.',
    answer: 'A deny there is impossible.',
    source: 'measured',
  },
  {
    id: 10,
    versions: '2.1.197',
    behaviour: 'WorktreeCreate replaces git and must print a path; MessageDisplay fires for each streamed chunk.',
    answer: 'Both are decoded as other and answered with nothing; do not register them.',
    source: 'measured',
  },
  {
    id: 11,
    versions: '2.1.197',
    behaviour: 'PostToolUseFailure takes additionalContext; a block was not tried.',
    answer: 'A deny there is sent as additionalContext.',
    source: 'measured',
  },
  {
    id: 12,
    versions: '2.1.197',
    behaviour: 'PermissionRequest has no tool_use_id; interrupt:true did not end the turn.',
    answer: 'The call has no id there, and stop is impossible.',
    source: 'measured',
  },
  {
    id: 13,
    versions: '2.1',
    behaviour: 'systemMessage is shown to the user; hook text for the model is cut at 10,000 characters.',
    answer: 'Messages and notes go there; the context limit is 10,000.',
    source: 'documented',
  },
  {
    id: 14,
    versions: '2.1.197',
    behaviour: 'UserPromptSubmit cannot replace the prompt.',
    answer: 'The rewritten prompt is sent as context that says so, and the user is told.',
    source: 'documented',
  },
  {
    id: 15,
    versions: '2.1.197',
    behaviour:
      'A comment or a trailing comma in settings.json drops the whole file, permissions included, and under -p silently. A byte order mark, a duplicate key (the last counts) and an unknown event do no harm.',
    answer: 'init refuses such a file and names the line; doctor reports its hooks as dead.',
    source: 'measured',
  },
  {
    id: 16,
    versions: '2.1',
    behaviour:
      'No event marks a single model call, and additionalContext of UserPromptSubmit stays in the conversation.',
    answer:
      'turn.start is derived once per prompt; its context is not transient. A hook with a long text there makes every later call longer.',
    source: 'documented',
  },
];
