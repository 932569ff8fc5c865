import type { AgentCodec } from '../agent.js';
import { decodeShaped, encodeBy, nativeInputOf } from '../kit/codec.js';
import { objectValue, textValue } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, shape } from './events.js';
import { tools } from './tools.js';

const codec: AgentCodec = {
  events,
  tools,
  capabilities,
  decode: (payload, context) => {
    const event = decodeShaped(shape, payload, context);
    const parentSessionId = textValue(objectValue(payload)?.['calling_session_id']);
    return parentSessionId ? { ...event, parentSessionId } : event;
  },
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};

/** Loaded when an event of Factory droid comes, or somebody asks what it can do. */
export const droidCodec = () => codec;
