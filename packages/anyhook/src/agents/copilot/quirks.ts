import type { Quirk } from '../agent.js';

/** What Copilot CLI does that one would not expect; the codec cites these by number. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: '1.0.102',
    behaviour:
      'An event named in camelCase gets a camelCase payload, one in PascalCase a snake_case one; both take flat answers, and hookSpecificOutput is read only at PreToolUse in PascalCase.',
    answer:
      'The name of the event decides: hookSpecificOutput at PreToolUse, flat fields everywhere else, in both spellings.',
    source: 'measured',
  },
  {
    id: 2,
    versions: '1.0.102',
    behaviour:
      'camelCase payloads do not name their event, but notification calls itself "Notification", and permissionRequest has hookName and this payload in both spellings.',
    answer: 'The name comes from the entry; without it, it is inferred from the fields.',
    source: 'measured',
  },
  {
    id: 3,
    versions: '1.0.102',
    behaviour:
      "PascalCase events report the tool by its Claude name (Bash, Edit) and its input in Copilot's own fields; Edit also stands for str_replace_editor and apply_patch.",
    answer: 'Both names are known, and the fields tell which tool edits.',
    source: 'measured',
  },
  {
    id: 4,
    versions: '1.0.102',
    behaviour: 'The stderr of exit 2 at preToolUse is not shown to the model; any exit but 0 blocks the tool.',
    answer: 'A deny is permissionDecision with its reason and exit 0.',
    source: 'measured',
  },
  {
    id: 5,
    versions: '1.0.102',
    behaviour:
      'Exit 2 at agentStop and postToolUse only warns; at userPromptSubmitted it is ignored, and so is continue:false.',
    answer: 'Never exit 2; a block is {decision: "block", reason}.',
    source: 'measured',
  },
  {
    id: 6,
    versions: '1.0.102',
    behaviour: 'continue:false at preToolUse is ignored; only permissionRequest can end the run, by interrupt:true.',
    answer: 'A stop at preToolUse refuses this call and is graded degraded; at userPromptSubmitted it is a block.',
    source: 'measured',
  },
  {
    id: 7,
    versions: '1.0.102',
    behaviour:
      '{decision: "block"} at postToolUse replaces the result and is not documented; modifiedResult replaces it too.',
    answer:
      'Feedback is sent as additionalContext, so that the output stays; a rewritten output is sent as modifiedResult.',
    source: 'measured',
  },
  {
    id: 8,
    versions: '1.0.102',
    behaviour:
      'A shell command that exits with a code other than 0 is a success for postToolUse; the result text ends with the code.',
    answer: 'It is decoded as tool.after, with the exit code from that text.',
    source: 'measured',
  },
  {
    id: 9,
    versions: '1.0.102',
    behaviour: 'agentStop reads decision and reason only; the host gives up after 8 blocks in a row.',
    answer: 'Context without a block is left out, and a note says so: a block would make the agent go on.',
    source: 'measured',
  },
  {
    id: 10,
    versions: '1.0.102',
    behaviour:
      'modifiedPrompt of a command hook is honoured, although the documentation says that it is dropped. It also says that an empty prompt is rejected.',
    answer: 'It is sent; an emptied prompt as "(empty)".',
    source: 'measured',
  },
  {
    id: 11,
    versions: '1.0.102',
    behaviour: 'allow at preToolUse skips the permission prompt, also where not all tools are allowed.',
    answer: 'allow is sent only when a hook said so.',
    source: 'measured',
  },
  {
    id: 12,
    versions: '1.0.102',
    behaviour: 'Without a person an ask is a deny whose reason the model sees.',
    answer: 'ask is sent as it is: the host decides whether there is a person to ask.',
    source: 'measured',
  },
  {
    id: 13,
    versions: '1.0.102',
    behaviour:
      "It runs the hooks of .claude/settings.json of the repository by itself, in a trusted folder; it does not read the user's.",
    answer:
      'Hooks of Claude settings files of the project are not run a second time. An entry of ours there answers as Copilot, and one call is evaluated once.',
    source: 'measured',
  },
  {
    id: 14,
    versions: '1.0.102',
    behaviour:
      'Inside a subagent events carry a sessionId of its own, which is the agentId too, and the session above it as parentAgentId.',
    answer: 'They are a session of their own with an agent and a parent.',
    source: 'measured',
  },
  {
    id: 15,
    versions: '1.0',
    behaviour:
      'No answer has a field for the user; additionalContext is cut at 10 KB; preCompact, sessionEnd and errorOccurred only observe.',
    answer: 'Messages are impossible; the context limit is 10,000.',
    source: 'documented',
  },
  {
    id: 16,
    versions: '1.0',
    behaviour:
      'userPromptTransformed can replace what the model gets instead of the prompt, for each message of a batch.',
    answer: 'It is decoded as other and answered with nothing: prompts are rewritten at userPromptSubmitted.',
    source: 'documented',
  },
  {
    id: 17,
    versions: '1.0.102',
    behaviour:
      'A comment, a trailing comma or a byte order mark in a hook file drops the whole file, and tools run. A duplicate key (the last counts) and an unknown event do no harm.',
    answer: 'init refuses such a file and names the line; doctor reports its hooks as dead.',
    source: 'measured',
  },
];
