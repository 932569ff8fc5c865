import type { Quirk } from '../agent.js';

/** What Codex does that one would not expect; the codec cites these by number. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: '0.166.0',
    behaviour: 'An answer with a field that Codex does not know fails as a whole, and the tool runs.',
    answer: "Only fields of the event's own output schema are sent.",
    source: 'measured',
  },
  {
    id: 2,
    versions: '0.166.0',
    behaviour:
      'At PreToolUse ask, a bare allow, approve, continue:false, suppressOutput and updatedInput alone fail; the tool runs.',
    answer: 'ask and stop are impossible there, a bare allow is never sent.',
    source: 'measured',
  },
  {
    id: 3,
    versions: '0.166.0',
    behaviour: 'updatedInput counts only together with permissionDecision allow.',
    answer: `A rewrite is sent with allow; read it as "run this instead", not as a hook's approval.`,
    source: 'measured',
  },
  {
    id: 4,
    versions: '0.166.0',
    behaviour: 'A deny without a reason, or exit 2 without stderr, lets the tool run.',
    answer: 'The reason is never empty.',
    source: 'measured',
  },
  {
    id: 5,
    versions: '0.166.0',
    behaviour: "The reason of a block at PostToolUse replaces the tool's output.",
    answer: 'A rewritten output is sent as such a reason; feedback is degraded, because it hides the output.',
    source: 'measured',
  },
  {
    id: 6,
    versions: '0.166.0',
    behaviour: 'continue:false at PostToolUse replaces the output by stopReason and the turn goes on.',
    answer: 'stop is impossible there.',
    source: 'measured',
  },
  {
    id: 7,
    versions: '0.166.0',
    behaviour: 'continue:false at SessionStart ends the session before any model request; exit 2 is ignored.',
    answer: 'A deny there is sent as continue:false.',
    source: 'measured',
  },
  {
    id: 8,
    versions: '0.166.0',
    behaviour: 'continue:false at PreCompact aborts the whole turn (exit 1, Interrupt fires).',
    answer: 'A deny there is degraded: nothing is compacted, but the turn ends.',
    source: 'measured',
  },
  {
    id: 9,
    versions: '0.166.0',
    behaviour: 'Stop blocks are not capped.',
    answer: 'The engine caps.',
    source: 'measured',
  },
  {
    id: 10,
    versions: '0.166.0',
    behaviour: 'PreModelRequest, PostModelRequest and Interrupt only observe.',
    answer: 'They are answered with nothing.',
    source: 'measured',
  },
  {
    id: 11,
    versions: '0.166.0',
    behaviour: 'A failed command is a PostToolUse with its output and no exit code.',
    answer: 'It is decoded as tool.after.',
    source: 'measured',
  },
  {
    id: 12,
    versions: '0.166.0',
    behaviour:
      'The shell is reported as Bash, a patch as apply_patch with its text in command; collaboration tools carry a prefix.',
    answer: 'The paths of a patch are read from its text; spawn_agent is known with and without the prefix.',
    source: 'measured',
  },
  {
    id: 13,
    versions: '0.166.0',
    behaviour:
      'systemMessage is in the common output fields; the terminal shows it as a warning, `codex exec` does not.',
    answer:
      'Messages are degraded. If a tool is denied, they are added to the reason, so that the deny keeps the measured form.',
    source: 'documented',
  },
  {
    id: 14,
    versions: '0.166.0',
    behaviour: 'PermissionRequest rejects updatedInput, updatedPermissions and interrupt.',
    answer: 'Only behavior and message are sent.',
    source: 'documented',
  },
  {
    id: 15,
    versions: '0.166.0',
    behaviour: 'The output of Stop has no field for context.',
    answer: 'Context is added to the reason of a block; without a block the user sees it.',
    source: 'documented',
  },
  {
    id: 16,
    versions: '0.166.0',
    behaviour: 'UserPromptSubmit cannot replace the prompt.',
    answer: 'The rewritten prompt is sent as context that says so, and the user is told.',
    source: 'documented',
  },
  {
    id: 17,
    versions: '0.166.0',
    behaviour:
      'A comment, a trailing comma, a byte order mark or a duplicate key in hooks.json drops the whole file with one warning, and tools run. An unknown event does no harm.',
    answer: 'init refuses such a file and names the line; doctor reports its hooks as dead.',
    source: 'measured',
  },
];
