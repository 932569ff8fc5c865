import { withoutUndefined } from '../../core/defined.js';
import { type Fields, objectValue, ownEntry, text } from '../kit/json-fields.js';
import { inputOf } from './tools.js';

/** What the CLI calls its events in the payload; the extension uses the names of the files (quirk 3). */
const names: Readonly<Record<string, string>> = {
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
  const name = text(payload['hookName']);
  // The main agent has an id too; only one with a parent is a subagent (quirk 8).
  const isSubagent = Boolean(text(payload['parent_agent_id']));
  const root = text(objectValue(payload['sessionContext'])?.['rootSessionId']);
  const turn = objectValue(payload['turn']);
  const said = withoutUndefined({
    hook_event_name: name && (ownEntry(names, name) ?? name),
    // A conversation has an id too, but its subagents name the session.
    session_id: (isSubagent ? undefined : root) ?? text(payload['taskId']),
    parent_session_id: isSubagent ? root : undefined,
    cwd: cwdOf(payload),
    agent_id: isSubagent ? text(agentId) : undefined,
    prompt: text(objectValue(payload['userPromptSubmit'])?.['prompt']),
    last_assistant_message: text(turn?.['outputText']),
    stop_reason: text(turn?.['status']),
    ...callOf(payload),
  });
  return { ...rest, ...said };
}

/** The CLI sends the call itself, the extension only its texts. */
function callOf(payload: Fields): Fields {
  const call = objectValue(payload['tool_call']) ?? objectValue(payload['tool_result']);
  const texts = objectValue(payload['preToolUse']) ?? objectValue(payload['postToolUse']);
  const name = text(call?.['name']) ?? text(texts?.['toolName']);
  const input = inputOf(name, call?.['input']) ?? inputOf(name, texts?.['parameters']);
  return { tool_name: name, tool_input: input, tool_use_id: text(call?.['id']) };
}

function cwdOf(payload: Fields): string | undefined {
  const roots = payload['workspaceRoots'];
  const first = Array.isArray(roots) ? text(roots[0]) : undefined;
  return first ?? text(objectValue(payload['workspaceInfo'])?.['rootPath']);
}
