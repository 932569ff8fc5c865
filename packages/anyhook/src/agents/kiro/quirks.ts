import type { Quirk } from '../agent.js';

/** What Kiro does that one would not expect; the codec cites these by number. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: 'CLI 2, CLI 3',
    behaviour: 'Exit 0 with text on stdout adds it to the context at agentSpawn and userPromptSubmit; no JSON is read.',
    answer: 'Context is plain text there and impossible elsewhere.',
    source: 'documented',
  },
  {
    id: 2,
    versions: 'CLI 2, CLI 3',
    behaviour:
      'Exit 2 blocks at preToolUse only; stderr goes to the model. Other codes are warnings: stderr is shown to the user.',
    answer: 'A deny is exit 2 with its reason there. After a tool and at a stop, a message is exit 1 with stderr.',
    source: 'documented',
  },
  {
    id: 3,
    versions: 'CLI 2',
    behaviour: 'Older versions send no session_id.',
    answer: 'The session has an empty id then, and nothing is kept from event to event under another one.',
    source: 'documented',
  },
  {
    id: 4,
    versions: 'CLI 3, IDE 1',
    behaviour:
      'Triggers are in PascalCase and defined in .kiro/hooks; no event ends a session. According to the documentation, hooks of agents still run for now.',
    answer:
      'Both sets of names are known; the answer is the same, and a call that arrives both ways is evaluated once.',
    source: 'documented',
  },
  {
    id: 5,
    versions: 'CLI 2, CLI 3',
    behaviour: 'A tool has a name and an alias (fs_write, write); fs_write also replaces text; fs_read takes a list.',
    answer: 'The fields decide which tool it is; several reads are seen as paths.',
    source: 'documented',
  },
  {
    id: 6,
    versions: 'CLI 2, CLI 3',
    behaviour: 'An MCP tool is named @server/tool.',
    answer: 'It is split at the slash.',
    source: 'documented',
  },
  {
    id: 7,
    versions: 'CLI 2, CLI 3',
    behaviour: 'userPromptSubmit cannot replace the prompt.',
    answer: 'The rewritten prompt is sent as context that says so.',
    source: 'documented',
  },
  {
    id: 8,
    versions: 'IDE 0.x',
    behaviour: 'A .kiro.hook gets its prompt in the variable USER_PROMPT and nothing on stdin.',
    answer: 'Not served.',
    source: 'documented',
  },
  {
    id: 9,
    versions: 'CLI 2, CLI 3',
    behaviour: 'Flow Agents says that exit 2 blocks a stop; the documentation of Kiro says that it does not.',
    answer: 'A deny at a stop is exit 2 with its reason. It counts as degraded: the user sees the reason at least.',
    source: 'documented',
  },
];
