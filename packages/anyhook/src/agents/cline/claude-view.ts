import { withoutUndefined } from '@anyhook/core';
import { type Fields, objectValue, ownEntry, textValue } from '../kit/json-fields.js';
import { inputOf } from './tools.js';

/** What the CLI calls its events in the payload; the extension uses the names of the files (quirk 3). */
const eventNamesOfCli: Readonly<Record<string, string>> = {
  agent_start: 'TaskStart',
  agent_resume: 'TaskResume',
  agent_abort: 'TaskCancel',
  agent_end: 'TaskComplete',
  agent_error: 'TaskError',
  tool_call: 'PreToolUse',
  tool_result: 'PostToolUse',
  prompt_submit: 'UserPromptSubmit',
  pre_compact: 'PreCompact',
  session_shutdown: 'SessionShutdown',
};

/** The payload in Claude's field names. */
export function viewOf(payload: Fields): Fields {
  const { agent_id: agentId, ...rest } = payload;
  const name = textValue(payload['hookName']);
  // The main agent has an id too; only one with a parent is a subagent (quirk 8).
  const isSubagent = Boolean(textValue(payload['parent_agent_id']));
  const rootSession = textValue(objectValue(payload['sessionContext'])?.['rootSessionId']);
  const turn = objectValue(payload['turn']);
  const claudeFields = withoutUndefined({
    hook_event_name: name && (ownEntry(eventNamesOfCli, name) ?? name),
    // A conversation has an id too, but its subagents name the session.
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
