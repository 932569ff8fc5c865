import type { Quirk } from '../agent.js';

/** What Gemini CLI does that one would not expect; the codec cites these by number. */
export const quirks: readonly Quirk[] = [
  {
    id: 1,
    versions: '0.61.0',
    behaviour: 'Only decision and reason at the top level deny; hookSpecificOutput.permissionDecision is ignored.',
    answer: 'A deny is {decision: "deny", reason} with exit 0.',
    source: 'measured',
  },
  {
    id: 2,
    versions: '0.61.0',
    behaviour: 'Without a person, decision ask ends the CLI in silence (yolo) or is an error (allowed tools).',
    answer: 'ask is impossible.',
    source: 'measured',
  },
  {
    id: 3,
    versions: '0.61.0',
    behaviour: 'The tool call is built from hookSpecificOutput.tool_input; the documentation says that it is merged.',
    answer: 'The whole input is sent.',
    source: 'measured',
  },
  {
    id: 4,
    versions: '0.61.0',
    behaviour: 'additionalContext at BeforeTool is ignored.',
    answer: 'Context is impossible there.',
    source: 'measured',
  },
  {
    id: 5,
    versions: '0.61.0',
    behaviour: 'A deny at AfterTool replaces the result that the model sees.',
    answer: 'A rewritten output is sent as such a reason; feedback is degraded, because it hides the output.',
    source: 'measured',
  },
  {
    id: 6,
    versions: '0.61.0',
    behaviour:
      'AfterTool fires for failed tools too, with tool_response.error; there is no event of its own for a failure.',
    answer: 'It is decoded as tool.failure when an error is there.',
    source: 'measured',
  },
  {
    id: 7,
    versions: '0.61.0',
    behaviour:
      'JSON on stderr is obeyed when stdout is empty, and exit codes other than 0 and 2 block or pass by number.',
    answer: 'Exit 0 and nothing on stderr, always.',
    source: 'measured',
  },
  {
    id: 8,
    versions: '0.61.0',
    behaviour: 'Context at AfterTool has its angle brackets escaped.',
    answer: 'It is sent as it is.',
    source: 'measured',
  },
  {
    id: 9,
    versions: '0.61.0',
    behaviour:
      'A blocked AfterAgent continues with the reason as the next prompt, and BeforeAgent fires with it; no cap was seen.',
    answer: 'The engine caps and marks that prompt as synthetic.',
    source: 'measured',
  },
  {
    id: 10,
    versions: '0.61.0',
    behaviour: 'PreCompress fires before every model call, also when nothing is compressed, and only observes.',
    answer: 'It is answered with nothing.',
    source: 'measured',
  },
  {
    id: 11,
    versions: '0.61.0',
    behaviour: 'AfterModel fires for each chunk; a deny does not stop a tool call in it, continue:false ends the run.',
    answer: 'Only a stop is sent.',
    source: 'measured',
  },
  {
    id: 12,
    versions: '0.61.0',
    behaviour: "An MCP tool is named mcp_<server>_<tool>; mcp_context says where the server's name ends.",
    answer: 'mcp_context decides; without it the first underscore does.',
    source: 'measured',
  },
  {
    id: 13,
    versions: '0.61.0',
    behaviour: 'SessionStart ignores a deny and continue:false.',
    answer: 'Both are impossible there.',
    source: 'measured',
  },
  {
    id: 14,
    versions: '0.61.0',
    behaviour:
      'llm_request can be overridden at BeforeModel (model and temperature seen); its messages hold text only.',
    answer: 'Rewritten messages are degraded: tool calls in the history may get lost.',
    source: 'documented',
  },
  {
    id: 15,
    versions: '0.61.0',
    behaviour: 'systemMessage is a common output field; it was seen to be shown at SessionStart.',
    answer: 'Messages and notes go there.',
    source: 'documented',
  },
  {
    id: 16,
    versions: '0.61.0',
    behaviour:
      'Without a person, the tools that need a confirmation are not there at all: no allow was seen to skip one.',
    answer: 'It is never sent; allow is impossible.',
    source: 'measured',
  },
  {
    id: 17,
    versions: '0.61.0',
    behaviour: 'BeforeAgent cannot replace the prompt, AfterAgent has no field for context.',
    answer:
      'The rewritten prompt is sent as context that says so; context at the end is added to the reason of a block.',
    source: 'documented',
  },
  {
    id: 18,
    versions: '0.61.0',
    behaviour:
      'additionalContext at AfterTool of a failed tool is lost; a deny replaces the error that the model sees.',
    answer: 'Context and feedback are sent as the reason of a deny, after the error itself.',
    source: 'measured',
  },
  {
    id: 19,
    versions: '0.61.0',
    behaviour: 'Tools of a subagent (invoke_agent) fire BeforeTool and AfterTool, and nothing says whose they are.',
    answer: 'Hooks serve them as calls of the agent itself; there are no events of subagents.',
    source: 'measured',
  },
  {
    id: 20,
    versions: '0.61.0',
    behaviour:
      'A trailing comma or a byte order mark in settings.json ends the program at startup (exit 52). Comments, a duplicate key (the last counts) and an unknown event do no harm.',
    answer: 'init refuses such a file and names the line; doctor reports its hooks as dead.',
    source: 'measured',
  },
];
