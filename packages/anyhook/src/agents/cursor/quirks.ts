import type { Quirk } from '../agent.js';

/** What Cursor does that one would not expect; the codec cites these by number. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: '2',
    behaviour: 'preToolUse answers with permission and messages; an older documentation has decision and reason.',
    answer: 'A deny has both.',
    source: 'documented',
  },
  {
    id: 2,
    versions: '2',
    behaviour: 'preToolUse accepts ask and does not enforce it; beforeShellExecution and beforeMCPExecution do.',
    answer: 'ask is impossible.',
    source: 'documented',
  },
  {
    id: 3,
    versions: '2',
    behaviour: 'preToolUse fires for every tool, and the event of the special kind for the same call again.',
    answer: 'Register preToolUse only; the special ones are for versions without it.',
    source: 'documented',
  },
  {
    id: 4,
    versions: '2',
    behaviour: 'Only preToolUse takes updated_input, and the documentation shows it together with permission allow.',
    answer: 'A rewrite is sent with allow; at the special events it is a deny that gives the new arguments.',
    source: 'documented',
  },
  {
    id: 5,
    versions: '2',
    behaviour: 'beforeMCPExecution has its arguments as JSON text and names the server; preToolUse says MCP:<tool>.',
    answer: 'The text is parsed; without a server the tool is other.',
    source: 'documented',
  },
  {
    id: 6,
    versions: '2',
    behaviour: 'A blocked stop is a followup_message; loop_limit caps it at 5 unless set.',
    answer: 'A deny is sent as followup_message; a loop_count above 0 means that a hook made the agent continue.',
    source: 'documented',
  },
  {
    id: 7,
    versions: '2',
    behaviour: 'postToolUse takes additional_context and replaces the output of MCP tools only.',
    answer: 'Feedback is context; a replaced output is context that says what to ignore.',
    source: 'documented',
  },
  {
    id: 8,
    versions: '2',
    behaviour: 'beforeSubmitPrompt takes neither context nor another prompt.',
    answer: 'Both are impossible there.',
    source: 'documented',
  },
  {
    id: 9,
    versions: '2',
    behaviour: 'Text for the user is shown only with a refusal.',
    answer: 'Messages are impossible elsewhere.',
    source: 'documented',
  },
  {
    id: 10,
    versions: '2',
    behaviour:
      'Cursor also runs the hooks of Claude settings files, and maps their event names to its own; the documentation does not say how it names the event to them.',
    answer:
      "An entry of ours there knows Cursor by cursor_version, takes both names and answers in Cursor's words; one call is evaluated once.",
    source: 'documented',
  },
];
