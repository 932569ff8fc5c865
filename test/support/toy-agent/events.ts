import { decodeByView } from '../../../src/agents/kit/claude-view.js';
import { claudeReaders, nativeInputOf, type PayloadShape, readCall } from '../../../src/agents/kit/codec.js';
import { asText, type Fields, objectValue, textValue } from '../../../src/agents/kit/json-fields.js';
import type { EventName } from '../../../src/core/contract.js';
import { withoutUndefined } from '../../../src/core/defined.js';
import type { Event } from '../../../src/core/event.js';
import type { ToolInput } from '../../../src/core/tool.js';
import { tools } from './tools.js';

/** The toy's events. */
export const events: Readonly<Record<string, EventName>> = {
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

const shape: PayloadShape = {
  host: 'toy',
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

export const decode = (payload: unknown, context: Parameters<typeof decodeByView>[3]): Event =>
  decodeByView(shape, payload, viewOf, context);

export const nativeInput = (event: Event, input: ToolInput): ToolInput =>
  nativeInputOf(shape, { ...event, raw: viewOf(objectValue(event.raw) ?? {}) }, input);
