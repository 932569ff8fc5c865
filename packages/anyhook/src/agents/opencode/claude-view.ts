import { withoutUndefined } from '@anyhook/core';
import { type Fields, flagValue, objectValue, textValue } from '../kit/json-fields.js';

/** The parts of a payload, whichever hook sent it. */
export function partsOf(payload: Fields) {
  const event = objectValue(payload['event']) ?? {};
  const properties = objectValue(event['properties']) ?? {};
  return {
    event,
    properties,
    input: objectValue(payload['input']) ?? {},
    output: objectValue(payload['output']) ?? {},
    // A message has an info too, whose parentID is another message.
    info: (textValue(event['type'])?.startsWith('session.') && objectValue(properties['info'])) || {},
    part: objectValue(properties['part']) ?? {},
  };
}

/** The payload in Claude's field names, for the common readers; the original is under `native`. */
export function viewOf(payload: Fields): Fields {
  const { event, input, info } = partsOf(payload);
  const type = textValue(event['type']);
  const parent = textValue(payload['parentID']) ?? textValue(info['parentID']);
  const session = payloadSession(payload);
  const belongsToParent = parent !== undefined && (type === 'session.created' || type === 'session.idle');
  return withoutUndefined({
    hook_event_name: textValue(payload['hook']) || (type === undefined ? undefined : `event.${type}`),
    // A subagent's start and end belong to the session that started it.
    session_id: belongsToParent ? parent : session,
    cwd: textValue(payload['directory']) ?? textValue(info['directory']) ?? textValue(input['cwd']),
    parent_session_id: belongsToParent ? undefined : parent,
    agent_id: parent === undefined ? undefined : session,
    agent_type: textValue(info['agent']) ?? textValue(input['agent']),
    model: modelOf(payload),
    stop_hook_active: flagValue(payload['stopHookActive']),
    ...callOf(payload),
    native: payload,
  });
}

/** The session that the hook belongs to. */
export function payloadSession(payload: Fields): string | undefined {
  const { properties, input, info, output, part } = partsOf(payload);
  const messages = output['messages'];
  const message = objectValue(Array.isArray(messages) ? messages[0] : undefined);
  return [
    ...[
      input['sessionID'],
      properties['sessionID'],
      part['sessionID'],
      info['id'],
      objectValue(output['message'])?.['sessionID'],
    ],
    ...[objectValue(message?.['info'])?.['sessionID'], payload['sessionID']],
  ]
    .map(textValue)
    .find((id) => id !== undefined && id !== '');
}

function modelOf(payload: Fields): string | undefined {
  const { input, output } = partsOf(payload);
  const model = objectValue(input['model']) ?? objectValue(objectValue(output['message'])?.['model']);
  const id = textValue(model?.['modelID']) ?? textValue(model?.['id']);
  const provider = textValue(model?.['providerID']);
  return id !== undefined && provider !== undefined ? `${provider}/${id}` : id;
}

/** The tool call of a payload, under the names that the common readers expect. */
function callOf(payload: Fields): Fields {
  const { properties, input, output, part } = partsOf(payload);
  if (textValue(input['tool']) !== undefined)
    return { tool_name: input['tool'], tool_input: output['args'] ?? input['args'], tool_use_id: input['callID'] };
  if (part['type'] === 'tool')
    return { tool_name: part['tool'], tool_input: objectValue(part['state'])?.['input'], tool_use_id: part['callID'] };
  if (properties['permission'] === undefined) return {};
  const call = objectValue(payload['call']);
  const id = objectValue(properties['tool'])?.['callID'];
  if (call) return { tool_name: call['tool'], tool_input: call['args'], tool_use_id: id };
  return { tool_name: properties['permission'], tool_input: permissionInput(properties), tool_use_id: id };
}

/** The arguments that a permission request shows; the plugin may know all of them (`call`). */
function permissionInput({ permission, patterns, metadata }: Fields): Fields {
  const onlyPattern = Array.isArray(patterns) && patterns.length === 1 ? textValue(patterns[0]) : undefined;
  return withoutUndefined({
    ...objectValue(metadata),
    command: permission === 'bash' ? onlyPattern : undefined,
    filePath: textValue(objectValue(metadata)?.['filepath']),
    patterns,
  });
}
