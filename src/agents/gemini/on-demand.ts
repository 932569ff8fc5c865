import type { AgentCodec } from '../agent.js';
import { decodeShaped, encodeBy } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, nativeInput, shape } from './events.js';
import { tools } from './tools.js';

const codec: AgentCodec = {
  events,
  tools,
  capabilities,
  decode: (payload, context) => decodeShaped(shape, payload, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};

/** Loaded when an event of Gemini CLI comes, or somebody asks what it can do. */
export const geminiCodec = () => codec;
