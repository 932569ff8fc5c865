import type { AgentCodec } from '../agent.js';
import { codecOf } from '../kit/codec-of.js';
import { objectValue, textValue } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { shape } from './events.js';

const shaped = codecOf({ shape, capabilities, encoders });

const codec: AgentCodec = {
  ...shaped,
  decode: (payload, context) => {
    const event = shaped.decode(payload, context);
    const parentSessionId = textValue(objectValue(payload)?.['calling_session_id']);
    return parentSessionId ? { ...event, parentSessionId } : event;
  },
};

/** Loaded when an event of Factory droid comes, or somebody asks what it can do. */
export const droidCodec = () => codec;
