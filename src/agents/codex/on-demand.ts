import type { AgentCodec } from '../agent.js';
import { decodeShaped, encodeBy, nativeInputOf } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, shape } from './events.js';
import { tools } from './tools.js';

const codec: AgentCodec = {
  events,
  tools,
  capabilities,
  decode: (payload, context) => decodeShaped(shape, payload, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};

/** Loaded when an event of Codex CLI comes, or somebody asks what it can do. */
export const codexCodec = () => codec;
