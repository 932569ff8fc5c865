import type { Quirk } from '../agent.js';

/** What opencode does that one would not guess; the codec and the plugin cite these by number. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: '1.18.33',
    behaviour: 'A tool is refused by throwing in tool.execute.before; the message is the result that the model sees.',
    answer: 'deny is thrown by the plugin, and nothing else ever is.',
    source: 'measured',
  },
  {
    id: 2,
    versions: '1.18.33',
    behaviour: 'A changed key of output.args counts, a new object in its place is ignored.',
    answer: 'input holds all arguments; the plugin sets them in place.',
    source: 'measured',
  },
  {
    id: 3,
    versions: '1.18.33',
    behaviour: 'permission.ask is typed and documented, but never called.',
    answer: 'It is other; an ask is impossible at tool.before, which runs before the permission is asked.',
    source: 'measured',
  },
  {
    id: 4,
    versions: '1.18.33',
    behaviour:
      'The event permission.asked can be answered by the client; a reply with a message lets the model go on with it, one without ends the turn. The plugin and the terminal race.',
    answer:
      'allow and deny at tool.permission are emulated this way, and so is an allow at tool.before, once opencode asks about that call; the reason is never empty.',
    source: 'measured',
  },
  {
    id: 5,
    versions: '1.18.33',
    behaviour: 'A throw in chat.message refuses the prompt, but the user sees a generic error only (exit 1).',
    answer: 'deny there is emulated: the plugin shows the reason itself.',
    source: 'measured',
  },
  {
    id: 6,
    versions: '1.18.33',
    behaviour:
      'tool.execute.after fires for a command that failed (metadata.exit), not for a tool that threw or was refused; that one is a message.part.updated with status error, for which opencode does not wait.',
    answer:
      'Both are decoded as tool.failure. What hooks say about the second is added to its error in the messages of every later model call; the first of these calls waits for it.',
    source: 'measured',
  },
  {
    id: 7,
    versions: '1.18.33',
    behaviour:
      'session.idle is too late to go on in `opencode run`; a prompt sent at experimental.text.complete (awaited, but fires for each text part) or at a step-finish with reason stop (precise and called at once, but not awaited) is taken up.',
    answer:
      'The plugin keeps the last text and asks at the step-finish of a message that called no tool. `opencode run` is blocked meanwhile; elsewhere the answer may come after idle, and a new turn begins. `continue` is a prompt with the same agent and model. idle is agent.done.',
    source: 'measured',
  },
  {
    id: 8,
    versions: '1.18.33',
    behaviour: 'session.created is not awaited and not sent for a continued session; system prompts can be added to.',
    answer:
      'Context of a start is emulated: the plugin adds it to the system prompt of that session, and asks about a continued session at its first prompt.',
    source: 'measured',
  },
  {
    id: 9,
    versions: '1.18.33',
    behaviour:
      'Compaction takes more context and another instruction, no summary; a throw is an error that ends the turn.',
    answer: 'A rewritten summary is an instruction to repeat it; it and deny are degraded.',
    source: 'measured',
  },
  {
    id: 10,
    versions: '1.18.33',
    behaviour: 'A subagent is a session with a parentID; its tools fire all hooks with its own session id.',
    answer:
      "Its start and idle are subagent.start and subagent.stop of the parent; the plugin adds the parent's id. Its prompt is not the user's, and no prompt.submit.",
    source: 'measured',
  },
  {
    id: 11,
    versions: '1.18.33',
    behaviour: 'An unknown tool fires the hooks under the name invalid.',
    answer: 'It is decoded as other.',
    source: 'measured',
  },
  {
    id: 12,
    versions: '1.18.33',
    behaviour: 'client.session.abort ends the turn with the error MessageAbortedError and exit code 1.',
    answer: 'stop is emulated by it.',
    source: 'measured',
  },
  {
    id: 13,
    versions: '1.18',
    behaviour: 'An MCP tool is named <server>_<tool>, which looks like any other tool.',
    answer: 'The plugin adds the names of the servers (mcpServers); without them the tool is other.',
    source: 'documented',
  },
  {
    id: 14,
    versions: '1.18',
    behaviour: 'The terminal interface can show text of hooks only as a toast.',
    answer: 'Messages are degraded: a toast, in a run without interface a line on stderr.',
    source: 'documented',
  },
  {
    id: 15,
    versions: '1.18.33',
    behaviour:
      'Changes of the messages of a model call reach the model and are not kept; only changed texts were tried.',
    answer: 'Rewritten messages are degraded: an added one has no id of its own.',
    source: 'measured',
  },
  {
    id: 16,
    versions: '1.18.33',
    behaviour: '`opencode run` puts a prompt that has spaces into quotes.',
    answer: 'The prompt is given to hooks as it came.',
    source: 'measured',
  },
  {
    id: 17,
    versions: '1.18.33',
    behaviour: 'Nothing refuses a session.',
    answer:
      "deny at a start is emulated, and so is stop at the start of the user's session: the plugin refuses the prompts of that session. For a subagent the reason is the result of the tool that started it.",
    source: 'measured',
  },
  {
    id: 18,
    versions: '1.18.33',
    behaviour:
      'opencode installs @opencode-ai/plugin from npm into each of its folders and waits for it before it loads plugins: over a minute without a network. A plugin that fails to load is skipped in silence.',
    answer: 'Our plugin needs no package; the first start after `init` may be slow where npm cannot be reached.',
    source: 'measured',
  },
  {
    id: 19,
    versions: '1.18.33',
    behaviour: 'dispose is called at a normal exit, not at an interrupt (SIGINT).',
    answer: 'session.end is sent at dispose, so an interrupted run has none.',
    source: 'measured',
  },
];
