import type { Quirk } from '../agent.js';

const source = 'documented';

/** What docker-agent does that one would not expect, by its source; the codec cites these by number. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: '1.137 to 1.142',
    behaviour:
      'It reads answers in snake_case only. A decision other than block, and text behind the JSON, is a failure.',
    answer: 'Answers are one object in snake_case.',
    source,
  },
  {
    id: 2,
    versions: '1.137 to 1.142',
    behaviour:
      'It reads hooks.d/*.yaml strictly: an unknown key or event, or on_error block where nothing can be blocked, drops the whole file with a line in its log.',
    answer: 'The file has only keys and events that 1.137 knows.',
    source,
  },
  {
    id: 3,
    versions: '1.137 to 1.142',
    behaviour:
      'pre_tool_use runs only for calls that it would ask about. With preempt_yolo it runs for all; then an allow decides nothing and no rewrite is read.',
    answer: 'The entry has preempt_yolo. Allow and rewrite are impossible; tool_input_transform is not registered.',
    source,
  },
  {
    id: 4,
    versions: '1.138 to 1.142',
    behaviour: 'Any failure of a hook at pre_tool_use denies the call, whatever on_error says.',
    answer: 'The entry checks that its command exists.',
    source,
  },
  {
    id: 5,
    versions: '1.137 to 1.142',
    behaviour: 'A block at post_tool_use ends the run, and its context is read by nobody.',
    answer: 'Only a stop is a block there; feedback and context are impossible.',
    source,
  },
  {
    id: 6,
    versions: '1.137 to 1.142',
    behaviour: 'tool_response_transform also runs for parts of an output while the tool still works.',
    answer: 'It is not registered by default, so output cannot be rewritten.',
    source,
  },
  {
    id: 7,
    versions: '1.137 to 1.142',
    behaviour: 'A compaction is pre_compact, which reads context, and then before_compaction, which reads a summary.',
    answer: 'pre_compact is compact.before; the other is not registered by default.',
    source,
  },
  {
    id: 8,
    versions: '1.137 to 1.142',
    behaviour:
      'Every payload has agent_name, also outside of subagents; session_start and session_end fire for each prompt.',
    answer: 'An agent that is not called root counts as a subagent.',
    source,
  },
  {
    id: 9,
    versions: '1.137 to 1.142',
    behaviour: 'The name of an MCP tool does not show its server.',
    answer: 'It is decoded as other.',
    source,
  },
  {
    id: 10,
    versions: '1.137 to 1.142',
    behaviour:
      'A shell command that fails is a success whose text names the exit status; tool_error is for refused calls.',
    answer: 'It is tool.after.',
    source,
  },
  {
    id: 11,
    versions: '1.137 to 1.142',
    behaviour: 'A hook file that it runs itself is not ours to skip: nothing says which file an agent comes from.',
    answer: 'If such a file is also among the files of anyhook, its hooks run twice.',
    source,
  },
];
