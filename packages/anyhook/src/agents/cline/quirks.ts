import type { Quirk } from '../agent.js';

/** What Cline does that one would not expect; the codec cites these by number. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: '3.0.65',
    behaviour: 'Exit codes are ignored; only the JSON on stdout counts.',
    answer: 'Exit 0, always.',
    source: 'measured',
  },
  {
    id: 2,
    versions: '3.0.65',
    behaviour:
      'cancel:true ends the whole run, with exit 0, and errorMessage reaches neither the model nor the screen; an overrideInput that the tool cannot read is an error before anything runs. Three failed calls in a row end a run, too.',
    answer:
      'A deny gives the tools of the CLI such an input, and the reason as contextModification; the event after that call is decoded as other. Other tools, and those of the extension, get cancel. A stop is cancel.',
    source: 'measured',
  },
  {
    id: 3,
    versions: '3.0.65',
    behaviour:
      'hookName is tool_call, agent_end and the like, while the files and the editor extension say PreToolUse, TaskComplete.',
    answer: 'Both are known; the name of the file is the native name.',
    source: 'measured',
  },
  {
    id: 4,
    versions: '3.0.65',
    behaviour:
      'Only PreToolUse and PostToolUse wait for their hook; the others are started and left alone, and PreCompact is never started.',
    answer: 'Nothing can be granted at the others. TaskComplete is decoded as agent.stop, so that its hooks run.',
    source: 'measured',
  },
  {
    id: 5,
    versions: '3.0.65',
    behaviour: 'review:true is accepted and does nothing.',
    answer: 'ask is impossible and becomes a deny.',
    source: 'measured',
  },
  {
    id: 6,
    versions: '3.0.65',
    behaviour:
      'overrideInput takes the place of the input; contextModification becomes a message with <hook_context>, cut at 50,000 characters.',
    answer: 'A rewritten input is sent whole; the context limit is 50,000.',
    source: 'measured',
  },
  {
    id: 7,
    versions: '3.0.65',
    behaviour:
      'run_commands takes a list of commands that run side by side, read_files and search_codebase lists too; models may also send one text or other field names.',
    answer:
      'Hooks see one text with a line for each. An unchanged input is sent back as it came, a changed one as a list of one.',
    source: 'measured',
  },
  {
    id: 8,
    versions: '3.0.65',
    behaviour: 'The main agent has an agent_id too; in a subagent parent_agent_id is set.',
    answer: 'An agent without a parent is the main agent.',
    source: 'measured',
  },
  {
    id: 9,
    versions: '3.0.65',
    behaviour: 'UserPromptSubmit did not fire for a prompt on the command line.',
    answer: 'It is decoded when it comes.',
    source: 'measured',
  },
  {
    id: 10,
    versions: '3.0.65',
    behaviour: 'Cline waited 40 seconds for a hook and then obeyed it; the limit in the program is 120 seconds.',
    answer: 'The engine answers within its own time.',
    source: 'measured',
  },
  {
    id: 11,
    versions: '3.0.65',
    behaviour: 'A hook at PostToolUse cannot replace the output, and there is no answer for the user.',
    answer: 'A rewritten output is sent as context that says what to ignore; messages are impossible.',
    source: 'measured',
  },
  {
    id: 12,
    versions: '3.0.65',
    behaviour: 'A command that fails and a file that cannot be written are successes whose output says success:false.',
    answer: 'They are decoded as tool.failure; of several commands, only if all of them failed.',
    source: 'measured',
  },
];
