import {
  type Event,
  type EventOf,
  fromNativeInput,
  hasCall,
  type ToolInput,
  type ToolResult,
  type ToolRow,
  toolKinds,
  type Verdict,
  withoutUndefined,
} from '@anyhook/core';
import { capabilities, eventRows, programNames } from '../../../.cache/agents/cline/tables.js';
import {
  claudeReaders,
  codecOf,
  contextOf,
  denies,
  type Encode,
  type Encoders,
  jsonAnswer,
  nativeInputOf,
  type PayloadShape,
  readCall,
  reasonOf,
  userTextOf,
} from '../kit/codec.js';
import { asText, countValue, type Fields, joinTexts, objectValue, ownEntry, textValue } from '../kit/json-fields.js';
import { payloadEvents } from '../kit/tables.js';
import { tools } from './tables.js';

/** The other forms that run_commands and read_files take (quirk 7). */
function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  if (toolName === 'run_commands' && input['commands'] === undefined) {
    if (input['command'] !== undefined) return { kind: 'shell' };
    return input['cmd'] === undefined ? undefined : { kind: 'shell', fields: { command: 'cmd' } };
  }
  if (toolName !== 'read_files' || input['files'] !== undefined) return undefined;
  if (input['file_path'] !== undefined) return { kind: 'read', fields: { path: 'file_path' } };
  if (input['filePath'] !== undefined) return { kind: 'read', fields: { path: 'filePath' } };
  if (input['file_paths'] !== undefined) return { kind: 'read', fields: { paths: 'file_paths' } };
  return input['path'] === undefined && input['paths'] === undefined ? undefined : { kind: 'read' };
}

const bareInputField: Readonly<Record<string, string>> = {
  run_commands: 'commands',
  read_files: 'files',
  search_codebase: 'queries',
  apply_patch: 'input',
};

/** Some models send a bare value instead of an object; it is put under the matching field. */
function inputOf(toolName: string | undefined, input: unknown): ToolInput | undefined {
  const field =
    toolName !== undefined && Object.hasOwn(bareInputField, toolName) ? bareInputField[toolName] : undefined;
  if (objectValue(input) || field === undefined) return objectValue(input);
  return typeof input === 'string' || Array.isArray(input) ? { [field]: input } : undefined;
}

/** The event of a name in the payload; the extension uses the names of the files (quirk 3). */
const eventOf = (name: string): string => Object.entries(programNames).find(([, own]) => own === name)?.[0] ?? name;

/** The payload in Claude's field names. */
function viewOf(payload: Fields): Fields {
  const { agent_id: agentId, ...rest } = payload;
  const name = textValue(payload['hookName']);
  // The main agent also has an id; only one with a parent is a subagent (quirk 8).
  const isSubagent = Boolean(textValue(payload['parent_agent_id']));
  const rootSession = textValue(objectValue(payload['sessionContext'])?.['rootSessionId']);
  const turn = objectValue(payload['turn']);
  const claudeFields = withoutUndefined({
    hook_event_name: name && eventOf(name),
    // A conversation also has an id, but its subagents name the session.
    session_id: (isSubagent ? undefined : rootSession) ?? textValue(payload['taskId']),
    parent_session_id: isSubagent ? rootSession : undefined,
    cwd: cwdOf(payload),
    agent_id: isSubagent ? textValue(agentId) : undefined,
    prompt: textValue(objectValue(payload['userPromptSubmit'])?.['prompt']),
    last_assistant_message: textValue(turn?.['outputText']),
    stop_reason: textValue(turn?.['status']),
    ...callOf(payload),
  });
  return { ...rest, ...claudeFields };
}

/** The CLI sends the call as structured data, the extension only as strings. */
function callOf(payload: Fields): Fields {
  const call = objectValue(payload['tool_call']) ?? objectValue(payload['tool_result']);
  const extensionCall = objectValue(payload['preToolUse']) ?? objectValue(payload['postToolUse']);
  const name = textValue(call?.['name']) ?? textValue(extensionCall?.['toolName']);
  const input = inputOf(name, call?.['input']) ?? inputOf(name, extensionCall?.['parameters']);
  return { tool_name: name, tool_input: input, tool_use_id: textValue(call?.['id']) };
}

function cwdOf(payload: Fields): string | undefined {
  const roots = payload['workspaceRoots'];
  const first = Array.isArray(roots) ? textValue(roots[0]) : undefined;
  return first ?? textValue(objectValue(payload['workspaceInfo'])?.['rootPath']);
}

/** Replaces the input of a denied call, so the next event is not taken for a real call (quirk 2). */
const refusedInput = { refusedByHook: true };

const shape: PayloadShape = {
  agent: 'cline',
  viewOf,
  events: payloadEvents(eventRows),
  tools,
  rowOf,
  mcpOf,
  refineName: (name, view) => {
    if (name !== 'tool.after') return name;
    if (objectValue(view['tool_input'])?.['refusedByHook'] === true) return 'other';
    return failureOf(view) === undefined ? name : 'tool.failure';
  },
  readers: {
    ...claudeReaders,
    'session.start': (view) => ({ source: view['taskResume'] === undefined ? 'startup' : 'resume' }),
    'tool.after': (view, self) => ({ call: readCall(view, self), result: readResult(view), ...durationOf(view) }),
    'tool.failure': (view, self) => {
      const error = failureOf(view) ?? '';
      const parsed = readResult(view);
      const result = { ...parsed, ok: false, text: parsed.text || error };
      return { call: readCall(view, self), error, result, ...durationOf(view) };
    },
    error: (view) => ({
      level: 'error',
      message: textValue(objectValue(view['error'])?.['message']) ?? asText(view['error']),
      ...withoutUndefined({ kind: textValue(objectValue(view['error'])?.['name']) }),
    }),
  },
};

/** Canonical input → Cline's own. A list stays unchanged unless a hook changed its content. */
function nativeInput(event: Event, input: ToolInput): ToolInput {
  const raw = objectValue(viewOf(objectValue(event.raw) ?? {})['tool_input']);
  if (hasCall(event) && raw) {
    const { nativeName } = event.call;
    const row = rowOf(nativeName, raw) ?? ownEntry(tools, nativeName);
    const before = fromNativeInput(row, raw);
    const known: readonly string[] = row ? toolKinds[row.kind].fields : [];
    if (row?.pack && known.every((field) => asText(before[field]) === asText(input[field]))) {
      const extraFields = Object.entries(input).filter(([key]) => !known.includes(key) && key !== '__proto__');
      return { ...raw, ...Object.fromEntries(extraFields) };
    }
  }
  return nativeInputOf(shape, event, input);
}

/** Cline's editor extension calls every MCP tool through its tool `use_mcp_tool`. */
function mcpOf(toolName: string, view: Fields) {
  const input = toolName === 'use_mcp_tool' ? objectValue(view['tool_input']) : undefined;
  const server = textValue(input?.['server_name']);
  const tool = textValue(input?.['tool_name']);
  return server && tool ? { server, tool } : undefined;
}

/** The error of a failed tool; undefined if the tool succeeded. */
function failureOf(view: Fields): string | undefined {
  const after = objectValue(view['postToolUse']);
  const error = objectValue(view['tool_result'])?.['error'];
  const parts = partsOf(view);
  // A tool that failed reports it in its output (quirk 12).
  if (parts.length > 0 && parts.every((part) => part?.['success'] === false))
    return parts.map((part) => asText(part?.['error'])).join('\n');
  // An error object arrives as "[object Object]"; the output contains the real one.
  if (error) return textValue(objectValue(error)?.['message']) ?? textValue(parts[0]?.['error']) ?? asText(error);
  return after?.['success'] === false ? asText(after['result']) : undefined;
}

/** The result of a tool, or of each of its commands, files or queries. */
function partsOf(view: Fields): readonly (Fields | undefined)[] {
  const output = outputOf(view);
  return (Array.isArray(output) ? output : [output]).map(objectValue);
}

const outputOf = (view: Fields): unknown =>
  objectValue(view['tool_result'])?.['output'] ?? objectValue(view['postToolUse'])?.['result'];

const durationOf = (view: Fields) =>
  withoutUndefined({
    durationMs:
      countValue(objectValue(view['tool_result'])?.['durationMs']) ??
      countValue(objectValue(view['postToolUse'])?.['executionTimeMs']),
  });

/** Reads one text, or one result for each command, file or query. */
function readResult(view: Fields): ToolResult {
  const parts = partsOf(view);
  const contentOf = (part: Fields | undefined) => part?.['result'] ?? part?.['error'];
  if (parts.length === 0 || parts.some((part) => contentOf(part) === undefined))
    return { ok: true, text: asText(outputOf(view)) };
  const content = parts.map((part) => asText(contentOf(part))).join('\n');
  const code =
    parts.length === 1 ? /\[Command exited with code (\d{1,3})\]\s*$/.exec(content.slice(-100))?.[1] : undefined;
  const ok = parts.every((part) => part?.['success'] !== false);
  return { ok, text: content, ...(code !== undefined && { exitCode: Number(code) }) };
}

/** Tools of the CLI that reject a malformed input, so that the call does not run (quirk 2). */
const rejectingTools: ReadonlySet<string> = new Set([
  ...['run_commands', 'read_files', 'editor', 'search_codebase', 'fetch_web_content', 'spawn_agent'],
]);

const rejectsBadInput = ({ call, raw }: EventOf<'tool.before'>): boolean =>
  rejectingTools.has(call.nativeName) && objectValue(raw)?.['hookName'] === 'tool_call';

/** Gives the call an input that its tool rejects, and the model the reason. */
const refuse = (event: Event, verdict: Verdict) =>
  jsonAnswer(event, {
    top: {
      overrideInput: refusedInput,
      contextModification: joinTexts([
        `This call was refused and did not run: ${reasonOf(verdict)}`,
        contextOf(verdict),
      ]),
    },
  });

/** Ends the whole run (quirk 2). */
const cancel = (verdict: Verdict, why: string | undefined): Fields => ({
  cancel: true,
  errorMessage: joinTexts([why || 'A hook stopped the agent.', userTextOf(verdict)], '\n'),
});

const toolBefore: Encode<EventOf<'tool.before'>> = (event, verdict) => {
  if (verdict.stop !== undefined) return jsonAnswer(event, { top: cancel(verdict, verdict.stop) });
  if (denies(verdict))
    return rejectsBadInput(event)
      ? refuse(event, verdict)
      : jsonAnswer(event, { top: cancel(verdict, reasonOf(verdict)) });
  const { rewrite } = verdict;
  const overrideInput = rewrite?.of === 'input' ? nativeInput(event, rewrite.value) : undefined;
  return jsonAnswer(event, { top: { overrideInput, contextModification: contextOf(verdict) } });
};

const toolAfter: Encode = (event, verdict) => {
  if (verdict.stop !== undefined) return jsonAnswer(event, { top: cancel(verdict, verdict.stop) });
  const reason = denies(verdict) ? reasonOf(verdict) : undefined;
  return jsonAnswer(event, { top: { contextModification: joinTexts([reason, contextOf(verdict)]) } });
};

/** The answer to each event, always exit 0 (quirk 1). An ask is sent as a deny: Cline would run the tool (quirk 5). */
const encoders: Encoders = {
  'tool.before': toolBefore,
  'tool.after': toolAfter,
  'tool.failure': toolAfter,
};

export const clineCodec = codecOf({ shape, capabilities, encoders, nativeInput });
