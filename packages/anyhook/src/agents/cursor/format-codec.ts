import {
  type Decision,
  type Ending,
  type Event,
  type EventName,
  failed,
  fromNativeInput,
  type Hook,
  hasCall,
  type Pattern,
  type Rewrite,
  toolRowFor,
} from '@anyhook/core';
import { misspeltKeys } from '../../formats/kit/check-output.js';
import { jsonText } from '../../formats/kit/claude-payload.js';
import type { Codec, FormatEvent, ProcessOutput } from '../../formats/kit/format.js';
import {
  BadOutput,
  endingWith,
  failOnBadOutput,
  firstField,
  firstText,
  flagField,
  type JsonObject,
  noReason,
  objectField,
  parseStdout,
  reasonFor,
  strongestDecision,
  textField,
  tryParseStdout,
  wordField,
} from '../../formats/kit/hook-output.js';
import { cursorStdin, cursorVersion, workspaceOf } from './format-stdin.js';
import { cursorMcpName, cursorTools } from './format-tools.js';

const observe = { blocks: false, context: false, rewrites: false } as const;
const named = (source: string): Pattern => ({ source, mode: 'anchored' });
const mcp: Pattern = { source: '^MCP:', mode: 'search' };

/** Cursor does not let an action happen whose guard answered with something that it cannot read. */
const guard = (event: EventName, more: Partial<FormatEvent> = {}): FormatEvent => ({
  ...{ events: [event], ...observe, blocks: true, blockingFailures: ['bad-output'] },
  ...more,
});

/** Hooks as Cursor runs them, from a hooks.json. */
const codec: Codec = {
  name: 'cursor',
  events: {
    preToolUse: guard('tool.before', { rewrites: true }),
    postToolUse: { events: ['tool.after'], blocks: false, context: true, rewrites: true },
    postToolUseFailure: { events: ['tool.failure'], ...observe },
    beforeShellExecution: guard('tool.before', { tools: named('Shell') }),
    afterShellExecution: { events: ['tool.after', 'tool.failure'], ...observe, tools: named('Shell') },
    beforeMCPExecution: guard('tool.before', { tools: mcp }),
    afterMCPExecution: { events: ['tool.after', 'tool.failure'], ...observe, tools: mcp },
    beforeReadFile: guard('tool.before', { tools: named('Read') }),
    afterFileEdit: { events: ['tool.after'], ...observe, tools: named('Write|StrReplace') },
    beforeSubmitPrompt: { events: ['prompt.submit'], ...observe, blocks: true },
    stop: { events: ['agent.stop'], ...observe, blocks: true },
    subagentStart: guard('subagent.start'),
    subagentStop: { events: ['subagent.stop'], ...observe, blocks: true },
    sessionStart: { events: ['session.start'], ...observe, context: true },
    sessionEnd: { events: ['session.end'], ...observe },
    preCompact: { events: ['compact.before'], ...observe },
    // Cursor reports each message; other agents report the last one of a turn.
    afterAgentResponse: { events: ['agent.done'], ...observe },
    afterAgentThought: { events: ['other'], ...observe },
    beforeTabFileRead: { events: ['other'], ...observe },
    afterTabFileEdit: { events: ['other'], ...observe },
    workspaceOpen: { events: ['other'], ...observe },
  },
  tools: cursorTools,
  mcpName: cursorMcpName,
  singlePath: true,
  readsDuration: true,
  readsStopBlocks: true,
  stdin: cursorStdin,
  env,
  read: (output, hook, event) => failOnBadOutput(output, () => read(output, hook, event)),
};

export const cursorCodec = (): Codec => codec;

function env(event: Event, hook: Hook): Readonly<Record<string, string>> {
  const project = workspaceOf(event, hook);
  return {
    CURSOR_PROJECT_DIR: project,
    CLAUDE_PROJECT_DIR: project,
    CURSOR_VERSION: cursorVersion,
    ...(event.transcriptPath !== undefined && { CURSOR_TRANSCRIPT_PATH: event.transcriptPath }),
    ...(hook.flavour === 'plugin' && { CURSOR_PLUGIN_ROOT: hook.root }),
  };
}

const rowOf = ({ nativeEvent }: Hook): FormatEvent => codec.events[nativeEvent] ?? { events: ['other'], ...observe };

function read(output: ProcessOutput, hook: Hook, event: Event): Ending {
  const { exitCode, stdout, stderr } = output;
  if (exitCode === 2) {
    const { json = {}, text } = tryParseStdout(stdout);
    return endingWith({ decision: 'deny', reason: firstText(...reasonsIn(json), stderr, text) ?? noReason(hook) });
  }
  if (exitCode !== 0) return failed('exit', `exited with code ${exitCode}`, stderr);
  const { json, text } = parseStdout(stdout);
  if (json) return endingWith(answerOf(json, hook, event));
  const { blocks, blockingFailures } = rowOf(hook);
  if (text !== '' && blockingFailures)
    throw new BadOutput('stdout must be one JSON object, such as {"permission": "allow"}');
  if (text === '' && blocks && hook.onFailure === 'closed')
    return failed('bad-output', 'printed nothing, which counts as a failure with "failClosed"', stderr);
  return endingWith({ logs: text === '' ? [] : [text] });
}

/** Every hook of a permission event must answer, so `allow` says that it has no objection; it approves nothing. */
const permissions: Readonly<Record<string, Decision>> = { allow: 'pass', deny: 'deny', ask: 'ask' };
const knownKeys = [
  ...['permission', 'user_message', 'agent_message', 'updated_input', 'continue', 'followup_message', 'env'],
  ...['additional_context', 'updated_mcp_tool_output', 'decision', 'reason', 'pluginPaths'],
];

/** What the hook answered. A field that means nothing at its event becomes a note. */
function answerOf(json: JsonObject, hook: Hook, event: Event): Parameters<typeof endingWith>[0] {
  const followup = followupOf(json, hook, event);
  const decision = strongestDecision(
    wordField(json, permissions, 'permission'),
    // An older documentation of preToolUse has these words.
    wordField(json, { ...permissions, block: 'deny', approve: 'pass' }, 'decision'),
    event.name === 'prompt.submit' && flagField(json, 'continue') === false ? 'deny' : 'pass',
    followup.text === undefined ? 'pass' : 'deny',
  );
  const reason = firstText(followup.text, ...reasonsIn(json));
  const message = textField(json, 'user_message');
  const isRefusal = decision === 'deny' || decision === 'ask';
  const showsMessage = message?.trim() && (isRefusal ? message.trim() !== reason : event.name === 'compact.before');
  const context = textField(json, 'additional_context');
  const rewrite = rewriteOf(json, event);
  return {
    decision,
    ...reasonFor(decision, reason, hook),
    rewrite: rewrite.value,
    context: context?.trim() ? [context] : [],
    messages: showsMessage && message ? [message] : [],
    notes: [
      ...followup.notes,
      ...rewrite.notes,
      ...(firstField(json, 'env') === undefined
        ? []
        : ['"env" sets variables for later hooks of Cursor only: left out']),
      ...misspeltKeys(json, knownKeys),
    ],
  };
}

/** What a refusal says to the model: a text of another type is ignored, because the decision matters more. */
const reasonsIn = (json: JsonObject): readonly (string | undefined)[] =>
  ['agent_message', 'reason', 'user_message'].map((name) => {
    const text = firstField(json, name);
    return typeof text === 'string' ? text : undefined;
  });

/** A message that makes the agent go on, as often in a row as the hook's limit says. */
function followupOf(json: JsonObject, hook: Hook, event: Event): { text?: string; notes: readonly string[] } {
  const text = textField(json, 'followup_message');
  if (!text?.trim()) return { notes: [] };
  if (event.name !== 'agent.stop' && event.name !== 'subagent.stop')
    return { notes: ['"followup_message" means nothing at this event: left out'] };
  const count = event.name === 'agent.stop' ? (event.stopBlocks ?? 0) : 0;
  if (hook.stopLimit !== undefined && count >= hook.stopLimit)
    return { notes: [`its loop_limit of ${hook.stopLimit} is reached: "followup_message" is left out`] };
  return { text, notes: [] };
}

function rewriteOf(json: JsonObject, event: Event): { value?: Rewrite; notes: readonly string[] } {
  const input = objectField(json, 'updated_input');
  const output = firstField(json, 'updated_mcp_tool_output');
  if (input && event.name === 'tool.before') {
    const value = hasCall(event) ? fromNativeInput(toolRowFor(cursorTools, event.call), input) : input;
    return { value: { of: 'input', value }, notes: [] };
  }
  if (input) return { notes: ['"updated_input" means nothing at this event: left out'] };
  if (output === undefined) return { notes: [] };
  if (event.name !== 'tool.after' || event.call.kind !== 'mcp')
    return { notes: ['"updated_mcp_tool_output" is for MCP tools only: left out'] };
  return { value: { of: 'output', value: typeof output === 'string' ? output : jsonText(output) }, notes: [] };
}
