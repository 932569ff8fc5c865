import {
  type Event,
  showHidden,
  type ToolKind,
  type ToolMap,
  type ToolResult,
  type ToolRow,
  type Verdict,
  withoutUndefined,
} from '@anyhook/core';
import { capabilities, events, toolNames } from '../../../.cache/agents/flow/tables.js';
import type { AgentCodec, DecodeContext, Wire } from '../agent.js';
import {
  claudeReaders,
  contextOf,
  decodeShaped,
  doubleUnderscoreMcp,
  nativeInputOf,
  type PayloadShape,
  readCall,
  reasonOf,
  refuseByExit,
  userTextOf,
} from '../kit/codec.js';
import { asText, blocksText, type Fields, joinTexts, objectValue, ownEntry, textValue } from '../kit/json-fields.js';

const editFields = { oldText: 'old_string', newText: 'new_string' };
const fieldsOf = (kind: ToolKind): Readonly<Record<string, string>> => {
  if (kind === 'edit') return editFields;
  return kind === 'list' || kind === 'search' ? { query: 'pattern' } : {};
};

const rows = Object.entries(toolNames).flatMap(([kind, list]) =>
  list.map((name): [string, ToolRow] => [name, { kind: kind as ToolKind, fields: fieldsOf(kind as ToolKind) }]),
);

/** The tool names of the agents that call the engine, with `path` as the contract's first name for a path. */
const tools: ToolMap = Object.fromEntries(rows);

const subagentRow: ToolRow = { kind: 'task' };

/** The row for this input: `file_path` if there is no `path`; subagents may be called through an MCP tool. */
function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  if (input['command'] === 'InvokeSubagents') return subagentRow;
  const row = ownEntry(tools, toolName);
  const usesFilePath = textValue(input['path']) === undefined && textValue(input['file_path']) !== undefined;
  if (!usesFilePath) return row;
  return { kind: row?.kind ?? 'other', fields: { ...row?.fields, path: 'file_path' } };
}

const shape: PayloadShape = {
  agent: 'flow',
  events,
  tools,
  rowOf,
  mcpOf: doubleUnderscoreMcp,
  inferName,
  readers: {
    ...claudeReaders,
    'prompt.submit': (payload) => ({
      prompt: asText(payload['prompt'] ?? objectValue(payload['turn'])?.['prompt_text']),
    }),
    'tool.after': (payload, self) => ({ call: readCall(payload, self), result: readResult(payload) }),
    'tool.failure': (payload, self) => ({
      call: readCall(payload, self),
      error: asText(payload['error'] ?? payload['tool_response']),
    }),
    'subagent.start': subagentFields,
    'subagent.stop': subagentFields,
  },
};

/** The event of a payload that does not name it (quirk 4). Steering after subagents sees only the finished call. */
function inferName(payload: Fields): string {
  const input = objectValue(payload['tool_input']);
  if (payload['tool_response'] !== undefined || payload['tool_output'] !== undefined) return 'PostToolUse';
  if (input?.['command'] === 'InvokeSubagents') return 'PostToolUse';
  if (input || payload['tool_name'] !== undefined) return 'PreToolUse';
  return payload['prompt'] === undefined && payload['stop_reason'] !== undefined ? 'Stop' : 'UserPromptSubmit';
}

function readResult(payload: Fields): ToolResult {
  const response = payload['tool_response'] ?? payload['tool_output'];
  const fields = objectValue(response);
  const stdout = textValue(fields?.['stdout']);
  const stderr = textValue(fields?.['stderr']);
  const ok = payload['error'] === undefined || payload['error'] === null;
  if (stdout === undefined) return { ok, text: blocksText(fields?.['content']) ?? asText(response) };
  return { ok, text: joinTexts([stdout, stderr], '\n') ?? '', stdout, ...withoutUndefined({ stderr }) };
}

function subagentFields(payload: Fields) {
  const name = textValue(payload['agent_name']) ?? textValue(payload['agent_type']);
  return {
    subagent: withoutUndefined({ id: textValue(payload['agent_id']), name, type: textValue(payload['agent_type']) }),
  };
}

/** Exit 2 with the reason, or the input again with guidance below it (quirks 1 to 3). */
function encode(event: Event, verdict: Verdict, context: DecodeContext): Wire {
  const userText = userTextOf(verdict);
  const denies = verdict.decision === 'deny' || verdict.decision === 'ask';
  if (denies && capabilities[event.name]?.deny) return refuseByExit(lines(reasonOf(verdict), userText));
  const input = context.text ?? JSON.stringify(event.raw) ?? '';
  const guidance = contextOf(verdict);
  return {
    stdout: guidance === undefined ? input : `${input}\n\n---\n${guidance}\n---`,
    stderr: lines(denies ? reasonOf(verdict) : undefined, userText),
    exitCode: 0,
  };
}

const lines = (...texts: readonly (string | undefined)[]): string => {
  const all = joinTexts(texts, '\n');
  return all === undefined ? '' : `${showHidden(all)}\n`;
};

const codec: AgentCodec = {
  events,
  tools,
  capabilities,
  decode,
  encode,
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};

export const flowAgentCodec = () => codec;

function decode(payload: unknown, context: DecodeContext): Event {
  if (!context.truncated || objectValue(payload))
    return { ...decodeShaped(shape, withCallId(payload), context), raw: payload };
  const event = decodeShaped(shape, readableFields(context.text ?? ''), context);
  return { ...event, raw: payload };
}

/** The contract's `tool_id` under the name that the readers know. */
function withCallId(payload: unknown): unknown {
  const fields = objectValue(payload);
  if (fields?.['tool_id'] === undefined || fields['tool_use_id'] !== undefined) return payload;
  return { ...fields, tool_use_id: fields['tool_id'] };
}

/** The readable fields of a cut payload (quirk 5). */
function readableFields(cut: string): Fields {
  const find = (key: string) => new RegExp(`"${key}"\\s*:\\s*"([^"\\\\]{1,200})"`).exec(cut)?.[1];
  return {
    hook_event_name: find('hook_event_name'),
    session_id: find('session_id'),
    cwd: find('cwd'),
    tool_name: find('tool_name') ?? '',
  };
}
