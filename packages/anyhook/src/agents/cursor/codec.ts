import { type EventOf, parseObject, type ToolMap, type ToolRow, type Verdict, withoutUndefined } from '@anyhook/core';
import { capabilities, claudeNames, eventRows, otherTools, toolRows } from '../../../.cache/agents/cursor/tables.js';
import {
  claudeReaders,
  codecOf,
  contextOf,
  denies,
  type Encode,
  type Encoders,
  jsonAnswer,
  nativeInputOf,
  noOp,
  type PayloadShape,
  readCall,
  reasonOf,
  userTextOf,
} from '../kit/codec.js';
import {
  asText,
  blocksText,
  countValue,
  type Fields,
  joinTexts,
  objectValue,
  ownEntry,
  textValue,
} from '../kit/json-fields.js';
import { payloadEvents } from '../kit/tables.js';

const tools: ToolMap = { ...toolRows, ...otherTools };
const path = 'file_path';

/** The documentation shows file_path and content; some versions use other names. */
function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  const row = Object.hasOwn(tools, toolName) ? tools[toolName] : undefined;
  if (row?.fields?.['path'] !== path) return undefined;
  const usesPath = input[path] === undefined && input['path'] !== undefined;
  const usesContents = toolName === 'Write' && input['content'] === undefined && input['contents'] !== undefined;
  if (!usesPath && !usesContents) return undefined;
  const { path: _path, ...rest } = row.fields;
  return { ...row, fields: { ...(usesPath ? rest : row.fields), ...(usesContents && { content: 'contents' }) } };
}

const nameOf = (payload: Fields): string | undefined => {
  const name = textValue(payload['hook_event_name']);
  return name === undefined ? undefined : (ownEntry(claudeNames, name) ?? name);
};

/** The payload in Claude's field names. */
function viewOf(payload: Fields): Fields {
  const roots = payload['workspace_roots'];
  const root = Array.isArray(roots) ? textValue(roots[0]) : undefined;
  return withoutUndefined({
    ...payload,
    hook_event_name: nameOf(payload),
    session_id: textValue(payload['conversation_id']) || textValue(payload['session_id']),
    cwd: textValue(payload['cwd']) || root,
    ...callOf(payload),
  });
}

/** The call of an event about one tool, under the name that preToolUse would use. */
function callOf(payload: Fields): Fields {
  switch (payload['hook_event_name']) {
    case 'beforeShellExecution':
      return { tool_name: 'Shell', tool_input: withoutUndefined({ command: payload['command'] }) };
    case 'beforeReadFile':
      return { tool_name: 'Read', tool_input: withoutUndefined({ file_path: payload['file_path'] }) };
    case 'beforeTabFileRead':
      return { tool_name: 'TabRead', tool_input: withoutUndefined({ file_path: payload['file_path'] }) };
    default:
      return typeof payload['tool_input'] === 'string' ? { tool_input: jsonObject(payload['tool_input']) } : {};
  }
}

/** beforeMCPExecution has its arguments as JSON text (quirk 5). */
const jsonObject = (json: string): Fields => parseObject(json) ?? {};

/** Only beforeMCPExecution has the name of the server; `MCP:` names only the tool. */
function mcpOf(toolName: string, view: Fields) {
  const server = textValue(view['mcp_server_name']);
  const tool = toolName.replace(/^MCP:/, '');
  return server && tool ? { server, tool } : undefined;
}

const subagentOf = (view: Fields) => {
  const type = textValue(view['subagent_type']);
  return withoutUndefined({ id: textValue(view['subagent_id']), name: type, type });
};

const wasContinued = (view: Fields): boolean | undefined => {
  const loops = countValue(view['loop_count']);
  return loops === undefined ? undefined : loops > 0;
};

function filesOf(view: Fields): readonly string[] | undefined {
  const list = view['attachments'];
  if (!Array.isArray(list)) return undefined;
  const paths = list.map(
    (item) => textValue(objectValue(item)?.['file_path']) ?? textValue(objectValue(item)?.['filePath']),
  );
  return paths.filter((path) => path !== undefined);
}

const shape: PayloadShape = {
  agent: 'cursor',
  viewOf,
  events: payloadEvents(eventRows),
  tools,
  rowOf,
  mcpOf,
  readers: {
    ...claudeReaders,
    'session.start': (view) => withoutUndefined({ source: textValue(view['composer_mode']) }),
    'prompt.submit': (view) => ({ prompt: asText(view['prompt']), ...withoutUndefined({ files: filesOf(view) }) }),
    'model.after': (view) => withoutUndefined({ response: textValue(view['text']) }),
    'tool.after': (view, self) => ({
      call: readCall(view, self),
      result: { ok: true, text: blocksText(view['tool_output']) ?? asText(view['tool_output']) },
      ...withoutUndefined({ durationMs: countValue(view['duration']) }),
    }),
    'tool.failure': (view, self) => {
      const error = asText(view['error_message']);
      const durationMs = countValue(view['duration']);
      return {
        call: readCall(view, self),
        error,
        result: { ok: false, text: error },
        ...withoutUndefined({ durationMs }),
      };
    },
    'agent.stop': (view) =>
      withoutUndefined({ stopReason: textValue(view['status']), stopHookActive: wasContinued(view) }),
    'subagent.start': (view) => ({
      subagent: subagentOf(view),
      ...withoutUndefined({ task: textValue(view['task']) }),
    }),
    'subagent.stop': (view) => ({
      subagent: subagentOf(view),
      ...withoutUndefined({ response: textValue(view['summary']), stopHookActive: wasContinued(view) }),
    }),
    'compact.before': (view) =>
      withoutUndefined({ trigger: textValue(view['trigger']), inputTokens: countValue(view['context_tokens']) }),
  },
};

/** A deny with the fields of both versions of the documentation (quirk 1). */
const refusal = (reason: string, verdict: Verdict): Fields => ({
  permission: 'deny',
  user_message: joinTexts([reason, userTextOf(verdict)], '\n'),
  agent_message: reason,
  decision: 'deny',
  reason,
});

const toolBefore: Encode<EventOf<'tool.before'>> = (event, verdict) => {
  if (denies(verdict)) return jsonAnswer(event, { top: refusal(reasonOf(verdict), verdict) });
  const input = verdict.rewrite?.of === 'input' ? nativeInputOf(shape, event, verdict.rewrite.value) : undefined;
  if (input !== undefined && event.nativeName !== 'preToolUse') {
    // These events cannot change a call (quirk 4), and the unchanged call must not run.
    const reason = `A hook changed this call. Make it again with these arguments: ${JSON.stringify(input)}`;
    return jsonAnswer(event, { top: refusal(reason, verdict) });
  }
  const permission = input !== undefined || verdict.decision === 'allow' ? 'allow' : undefined;
  return jsonAnswer(event, { top: { permission, updated_input: input } });
};

const promptSubmit: Encode = (event, verdict) =>
  denies(verdict)
    ? jsonAnswer(event, {
        top: { continue: false, user_message: joinTexts([reasonOf(verdict), userTextOf(verdict)], '\n') },
      })
    : noOp;

const context: Encode = (event, verdict) => jsonAnswer(event, { top: { additional_context: contextOf(verdict) } });

const toolAfter: Encode = (event, verdict) => {
  const feedback = denies(verdict) ? reasonOf(verdict) : undefined;
  return jsonAnswer(event, { top: { additional_context: joinTexts([feedback, contextOf(verdict)]) } });
};

const subagentStart: Encode = (event, verdict) =>
  denies(verdict) ? jsonAnswer(event, { top: refusal(reasonOf(verdict), verdict) }) : noOp;

const agentStop: Encode = (event, verdict) => {
  // The agent is about to stop anyway: a stop is done by not continuing.
  if (!denies(verdict) || (verdict.stop !== undefined && event.name === 'agent.stop')) return noOp;
  return jsonAnswer(event, { top: { followup_message: joinTexts([reasonOf(verdict), contextOf(verdict)]) } });
};

/** The answer to each event, else an empty one. An ask is sent as a deny: preToolUse would run the tool (quirk 2). */
const encoders: Encoders = {
  'session.start': context,
  'prompt.submit': promptSubmit,
  'tool.before': toolBefore,
  'tool.after': toolAfter,
  'agent.stop': agentStop,
  'subagent.start': subagentStart,
  'subagent.stop': agentStop,
};

export const cursorCodec = codecOf({ shape, capabilities, encoders });
