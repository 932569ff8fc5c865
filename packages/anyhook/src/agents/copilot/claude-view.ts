import { withoutUndefined } from '@anyhook/core';
import { type Fields, objectValue, textValue } from '../kit/json-fields.js';

/** A camelCase payload in Claude's field names; a snake_case payload unchanged. */
export function claudeView(payload: Fields, isEvent: (name: string) => boolean): Fields {
  const claudeFields = withoutUndefined({
    hook_event_name: nameOf(payload, isEvent),
    session_id: textValue(payload['sessionId']),
    timestamp: isoOf(payload['timestamp']),
    transcript_path: textValue(payload['transcriptPath']),
    tool_name: textValue(payload['toolName']),
    tool_input: inputOf(payload['toolArgs'] ?? payload['toolInput'] ?? payload['tool_input']),
    tool_result: resultOf(payload['toolResult']),
    stop_reason: textValue(payload['stopReason']),
    agent_id: textValue(payload['agentId']),
    parent_session_id: parentOf(payload),
    agent_type: textValue(payload['agentType']),
    agent_name: textValue(payload['agentName']),
    last_assistant_message: textValue(payload['response']),
    custom_instructions: textValue(payload['customInstructions']),
    error_context: textValue(payload['errorContext']),
  });
  return { ...payload, ...claudeFields };
}

/** The session that started this one. The start and stop of a subagent are events of that session itself (quirk 14). */
function parentOf(payload: Fields): string | undefined {
  const parent = textValue(payload['parentAgentId']) ?? textValue(payload['parent_agent_id']);
  return parent === (textValue(payload['sessionId']) ?? textValue(payload['session_id'])) ? undefined : parent;
}

/** Fields by which a camelCase event is recognised, checked in order; their payloads do not name the event. */
const identifyingFields: readonly (readonly [event: string, ...fields: string[]])[] = [
  ['postToolUse', 'tool_name', 'tool_result'],
  ['postToolUseFailure', 'tool_name', 'error'],
  ['preToolUse', 'tool_name'],
  ['userPromptTransformed', 'prompt', 'transformedPrompt'],
  ['userPromptSubmitted', 'prompt'],
  ['errorOccurred', 'error', 'error_context'],
  ['subagentStop', 'agent_name', 'stop_reason'],
  ['subagentStart', 'agent_name'],
  ['agentStop', 'stop_reason'],
  ['preCompact', 'trigger'],
  ['sessionStart', 'source'],
  ['sessionEnd', 'reason'],
];

/** Guesses the event if neither the view nor the caller names it. */
export const inferName = (view: Fields): string =>
  identifyingFields.find(([, ...fields]) => fields.every((field) => view[field] !== undefined))?.[0] ?? '';

/** The camelCase `notification` calls itself "Notification"; the others have no name, or `hookName` (quirk 2). */
function nameOf(payload: Fields, isEvent: (name: string) => boolean): string | undefined {
  const name = textValue(payload['hook_event_name']) ?? textValue(payload['hookName']);
  if (!name || payload['sessionId'] === undefined) return undefined;
  const camel = name.charAt(0).toLowerCase() + name.slice(1);
  return isEvent(camel) ? camel : name;
}

function isoOf(timestamp: unknown): string | undefined {
  if (typeof timestamp !== 'number') return undefined;
  const date = new Date(timestamp);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}

/** Arguments may come as a string: JSON in older versions, or the patch if that is the only argument. */
function inputOf(args: unknown): Fields | undefined {
  if (typeof args !== 'string') return objectValue(args);
  try {
    const parsed = objectValue(JSON.parse(args));
    if (parsed) return parsed;
  } catch {
    // Not JSON: the text itself is the input.
  }
  return { input: args };
}

function resultOf(result: unknown): Fields | undefined {
  const fields = objectValue(result);
  return fields && { result_type: fields['resultType'], text_result_for_llm: fields['textResultForLlm'] };
}
