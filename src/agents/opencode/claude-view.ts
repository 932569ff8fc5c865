import { given } from '../../core/defined.js';
import { type Fields, flag, object, text } from '../kit/json-fields.js';

/** The parts of a payload, whichever hook sent it. */
export function partsOf(payload: Fields) {
  const event = object(payload['event']) ?? {};
  const properties = object(event['properties']) ?? {};
  return {
    event,
    properties,
    input: object(payload['input']) ?? {},
    output: object(payload['output']) ?? {},
    // A message has an info too, whose parentID is another message.
    info: (text(event['type'])?.startsWith('session.') && object(properties['info'])) || {},
    part: object(properties['part']) ?? {},
  };
}

/** The payload in Claude's field names, for the common readers; the original is under `native`. */
export function viewOf(payload: Fields): Fields {
  const { event, input, info } = partsOf(payload);
  const type = text(event['type']);
  const parent = text(payload['parentID']) ?? text(info['parentID']);
  const session = sessionOf(payload);
  const ofChild = parent !== undefined && (type === 'session.created' || type === 'session.idle');
  return given({
    hook_event_name: text(payload['hook']) || (type === undefined ? undefined : `event.${type}`),
    // A subagent's start and end belong to the session that started it.
    session_id: ofChild ? parent : session,
    cwd: text(payload['directory']) ?? text(info['directory']) ?? text(input['cwd']),
    parent_session_id: ofChild ? undefined : parent,
    agent_id: parent === undefined ? undefined : session,
    agent_type: text(info['agent']) ?? text(input['agent']),
    model: modelOf(payload),
    stop_hook_active: flag(payload['stopHookActive']),
    ...callOf(payload),
    native: payload,
  });
}

/** The session that the hook belongs to. */
export function sessionOf(payload: Fields): string | undefined {
  const { properties, input, info, output, part } = partsOf(payload);
  const messages = output['messages'];
  const message = object(Array.isArray(messages) ? messages[0] : undefined);
  return [
    ...[
      input['sessionID'],
      properties['sessionID'],
      part['sessionID'],
      info['id'],
      object(output['message'])?.['sessionID'],
    ],
    ...[object(message?.['info'])?.['sessionID'], payload['sessionID']],
  ]
    .map(text)
    .find((id) => id !== undefined && id !== '');
}

function modelOf(payload: Fields): string | undefined {
  const { input, output } = partsOf(payload);
  const model = object(input['model']) ?? object(object(output['message'])?.['model']);
  const id = text(model?.['modelID']) ?? text(model?.['id']);
  const provider = text(model?.['providerID']);
  return id !== undefined && provider !== undefined ? `${provider}/${id}` : id;
}

/** The tool call of a payload, under the names that the common readers expect. */
function callOf(payload: Fields): Fields {
  const { properties, input, output, part } = partsOf(payload);
  if (text(input['tool']) !== undefined)
    return { tool_name: input['tool'], tool_input: output['args'] ?? input['args'], tool_use_id: input['callID'] };
  if (part['type'] === 'tool')
    return { tool_name: part['tool'], tool_input: object(part['state'])?.['input'], tool_use_id: part['callID'] };
  if (properties['permission'] === undefined) return {};
  const call = object(payload['call']);
  const id = object(properties['tool'])?.['callID'];
  if (call) return { tool_name: call['tool'], tool_input: call['args'], tool_use_id: id };
  return { tool_name: properties['permission'], tool_input: askedInput(properties), tool_use_id: id };
}

/** The arguments that a permission request shows; the plugin may know all of them (`call`). */
function askedInput({ permission, patterns, metadata }: Fields): Fields {
  const only = Array.isArray(patterns) && patterns.length === 1 ? text(patterns[0]) : undefined;
  return given({
    ...object(metadata),
    command: permission === 'bash' ? only : undefined,
    filePath: text(object(metadata)?.['filepath']),
    patterns,
  });
}
