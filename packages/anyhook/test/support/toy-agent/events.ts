import type { EventName } from '../../../../core/src/contract.js';
import { withoutUndefined } from '../../../../core/src/defined.js';
import { claudeReaders, type PayloadShape, readCall } from '../../../src/agents/kit/codec.js';
import { asText, type Fields, objectValue, textValue } from '../../../src/agents/kit/json-fields.js';
import { tools } from './tools.js';

/** The toy's events. */
const events: Readonly<Record<string, EventName>> = {
  awake: 'session.start',
  heard: 'prompt.submit',
  about_to_play: 'tool.before',
  played: 'tool.after',
};

/** The payload in Claude's field names, which the readers of the kit understand. */
const viewOf = (payload: Fields): Fields =>
  withoutUndefined({
    hook_event_name: textValue(payload['moment']),
    session_id: textValue(payload['box']),
    cwd: textValue(payload['shelf']),
    prompt: textValue(payload['words']),
    tool_name: textValue(payload['toy']),
    tool_input: objectValue(payload['with']),
    outcome: payload['outcome'],
  });

/** How the toy's payloads are read. */
export const shape: PayloadShape = {
  host: 'toy',
  viewOf,
  events,
  tools,
  mcpOf: () => undefined,
  readers: {
    ...claudeReaders,
    'tool.after': (view, self) => ({
      call: readCall(view, self),
      result: { ok: true, text: asText(view['outcome']) },
    }),
  },
};
