import type { Quirk } from '../agent.js';

/** What pi does that one would not guess; the codec and the extension cite these by number. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: '0.87.1',
    behaviour: 'A throw in tool_call refuses the tool, any other throw is ignored; one while loading ends pi.',
    answer: 'The extension catches everything and returns {block, reason}.',
    source: 'measured',
  },
  {
    id: 2,
    versions: '0.87.1',
    behaviour:
      'A changed key of event.input counts, without a check against the schema; a new object or a returned one is ignored. The history keeps the old arguments.',
    answer: 'input holds all arguments; the extension sets them in place.',
    source: 'measured',
  },
  {
    id: 3,
    versions: '0.87.1',
    behaviour: 'pi asks for no permissions.',
    answer: 'There is nothing to skip: allow is impossible and never sent.',
    source: 'documented',
  },
  {
    id: 4,
    versions: '0.87.1',
    behaviour: 'ctx.ui.confirm asks the user; in print and json mode it is no at once.',
    answer: 'ask is emulated by it; where ctx.hasUI is not true it is sent as a deny with its reason.',
    source: 'measured',
  },
  {
    id: 5,
    versions: '0.87.1',
    behaviour: 'The answer {action: "handled"} to input swallows the prompt in silence.',
    answer: 'deny there is emulated: the extension shows the reason itself.',
    source: 'measured',
  },
  {
    id: 6,
    versions: '0.87.1',
    behaviour:
      'tool_result fires for tools that failed (isError, also a command with an exit code), not for refused or unknown ones.',
    answer: 'It is decoded as tool.failure when isError is set.',
    source: 'measured',
  },
  {
    id: 7,
    versions: '0.87.1',
    behaviour: 'The content of a result can be replaced and added to.',
    answer: 'Feedback and context at a tool are added after the output.',
    source: 'measured',
  },
  {
    id: 8,
    versions: '0.87.1; 0.73.1 has no agent_before_settle',
    behaviour:
      'agent_before_settle goes on with {entries, continue: true}, agent_end with a follow-up message; nothing caps it. pi -p 0.73.1 ends without waiting for handlers of agent_end.',
    answer:
      'Both are decoded as agent.stop and the extension asks at the one that this pi has: since 0.87.0 turn_end says whether to continue. The engine caps; the extension itself ends a row of 50.',
    source: 'measured',
  },
  {
    id: 9,
    versions: '0.87.1',
    behaviour: 'Context of a prompt is taken at before_agent_start, context of one model call at context.',
    answer:
      'Those of prompt.submit and turn.start are emulated: the extension keeps them until then. A prompt into a run has no before_agent_start: its context is put after its text.',
    source: 'measured',
  },
  {
    id: 10,
    versions: '0.87.1',
    behaviour:
      'ctx.abort() ends the run, also in tool_call and tool_result; pi -p exits with 1 then, --mode json with 0. A block with terminate: true ends it only when every call of the batch says so.',
    answer:
      'stop is done by ctx.abort(), and the extension shows the reason; at tool_call the tool does not run any more.',
    source: 'measured',
  },
  {
    id: 11,
    versions: '0.87.1',
    behaviour: 'session_before_compact takes {cancel} and a summary of its own, but no further instructions.',
    answer: 'Context is impossible there.',
    source: 'measured',
  },
  {
    id: 12,
    versions: '0.87.1',
    behaviour:
      'pi has neither MCP nor subagents; extensions bring them. The example that comes with pi starts another pi, which loads the extensions of the user, has a session of its own and knows no parent.',
    answer:
      "Such tools are other. The extension leaves its session in the environment (ANYHOOK_PI_SESSION), and the one in a child without a terminal sends it as parentID: its start and stop are subagent.start and subagent.stop of the parent, and its prompt is not the user's.",
    source: 'measured',
  },
  {
    id: 13,
    versions: '0.87.1',
    behaviour: 'Returned messages of a context event are what the model gets, for this call; they are not kept.',
    answer: 'Messages are rewritten there; context of turn.start is one message more.',
    source: 'measured',
  },
  {
    id: 14,
    versions: '0.87.1',
    behaviour: 'ctx.ui.notify shows text where there is an interface; print and json mode have none.',
    answer: 'Messages are degraded: there they are lines on stderr.',
    source: 'documented',
  },
  {
    id: 15,
    versions: '0.87.1',
    behaviour: 'message_end fires for the messages of everybody, message_update for each chunk.',
    answer: "Only an assistant's message is model.after; updates are other and are not forwarded.",
    source: 'measured',
  },
  {
    id: 16,
    versions: '0.87.1',
    behaviour:
      'A context handler has no way to refuse the model call, but after ctx.abort() there the model is not called.',
    answer: 'deny at model.before is emulated this way: the run ends, and the extension shows the reason.',
    source: 'measured',
  },
  {
    id: 17,
    versions: '0.87.1',
    behaviour: 'A session cannot be refused at session_start.',
    answer: 'deny there is emulated: the extension swallows every prompt of the session and shows the reason.',
    source: 'measured',
  },
  {
    id: 18,
    versions: '0.87.1',
    behaviour:
      'The extensions of a project are loaded only from the .pi of the folder in which pi is started, and only where it is trusted; without an interface they are skipped in silence.',
    answer: 'init --scope project says what to do; in the scope of the user nothing is needed.',
    source: 'measured',
  },
  {
    id: 19,
    versions: '0.87.1',
    behaviour:
      'agent_before_settle says how the run ended (completed, aborted, error) and carries the whole conversation.',
    answer: 'The extension asks only about runs that were completed, and sends the last answer of the model.',
    source: 'measured',
  },
];
