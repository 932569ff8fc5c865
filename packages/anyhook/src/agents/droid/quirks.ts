import type { Quirk } from '../agent.js';

/** What droid does that one would not expect; the codec cites these by number. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: '0.215.0',
    behaviour:
      'Hooks run together; of several JSON decisions the first in the file wins, while exit 2 of any hook blocks the tool.',
    answer: 'A deny at PreToolUse is exit 2 with the reason on stderr, which the model sees.',
    source: 'measured',
  },
  {
    id: 2,
    versions: '0.215.0',
    behaviour: 'Exit 3 ends the whole run in silence; the stderr of exit 1 stands before the result of the tool.',
    answer: 'Only exit 0 and 2.',
    source: 'measured',
  },
  {
    id: 3,
    versions: '0.215.0',
    behaviour: "permissionDecision ask changes nothing: droid's own rules decide, and without them the tool runs.",
    answer: 'ask is impossible and becomes a deny.',
    source: 'measured',
  },
  {
    id: 4,
    versions: '0.215.0',
    behaviour:
      'updatedInput is merged into the input, with or without a permissionDecision; allow skips the approval but does not give back a tool that `droid exec` removed.',
    answer: 'A rewrite is sent whole and without allow, unless a hook said allow.',
    source: 'measured',
  },
  {
    id: 5,
    versions: '0.215.0',
    behaviour: 'At PostToolUse decision block is ignored; the stderr of exit 2 becomes feedback for the model.',
    answer: 'A deny there is exit 2; if there is also a text for the user, the reason is sent as additionalContext.',
    source: 'measured',
  },
  {
    id: 6,
    versions: '0.215.0',
    behaviour: 'PostToolUse does not fire for a failed tool, and no other event does.',
    answer: 'There is no tool.failure.',
    source: 'measured',
  },
  {
    id: 7,
    versions: '0.215.0',
    behaviour:
      'additionalContext and systemMessage at PreToolUse are ignored; continue:false ends the run before the tool.',
    answer: 'Context and messages are impossible there, stop is exact.',
    source: 'measured',
  },
  {
    id: 8,
    versions: '0.215.0',
    behaviour: 'A blocked Stop continues with the reason; no cap was seen in 12 blocks.',
    answer: 'A deny is {decision: "block", reason}; the engine caps.',
    source: 'measured',
  },
  {
    id: 9,
    versions: '0.215.0',
    behaviour:
      'UserPromptSubmit fires in a session, never in `droid exec "prompt"`. Exit 2 and continue:false drop the prompt, decision block does not, and updatedInput.prompt takes its place.',
    answer: 'A deny is exit 2, a rewritten prompt goes in that field.',
    source: 'measured',
  },
  {
    id: 10,
    versions: '0.215.0',
    behaviour: 'What hooks answer at SubagentStop, Notification and SessionEnd is thrown away.',
    answer: 'They are answered with nothing.',
    source: 'documented',
  },
  {
    id: 11,
    versions: '0.215.0',
    behaviour: 'Exit 2 at PreCompact skips the compaction and tells the user nothing.',
    answer: 'A deny there is exit 2 with the reason.',
    source: 'documented',
  },
  {
    id: 12,
    versions: '0.215.0',
    behaviour: 'systemMessage at PostToolUse and Stop is shown in a session, not by `droid exec`.',
    answer: 'Messages are degraded.',
    source: 'documented',
  },
  {
    id: 13,
    versions: '0.215.0',
    behaviour:
      'tool_response is a text; that of Execute ends with "[Process exited with code N]". There is no tool_use_id.',
    answer: 'The exit code is read from there; the call has no id.',
    source: 'measured',
  },
  {
    id: 14,
    versions: '0.215.0',
    behaviour:
      'A subagent is a session of its own, with its own SessionStart and Stop; only its SessionStart names the session above it, as calling_session_id.',
    answer:
      'The engine stores it, so that later events of the session have an agent and a parent. If no hook needs session.start, this is not known.',
    source: 'measured',
  },
  {
    id: 15,
    versions: '0.215.0',
    behaviour:
      'A trailing comma or a byte order mark in hooks.json drops the whole file, and tools run. Comments, a duplicate key (the last counts) and an unknown event do no harm.',
    answer: 'init refuses such a file and names the line; doctor reports its hooks as dead.',
    source: 'measured',
  },
];
