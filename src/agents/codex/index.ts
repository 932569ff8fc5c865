import type { Host } from '../agent.js';
import { decodeShaped, encodeBy, nativeInputOf } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, shape, tools } from './events.js';

/** OpenAI's Codex CLI. */
export const codex: Host = {
  name: 'codex',
  title: 'Codex CLI',
  documentedOnly: false,
  events,
  tools,
  capabilities,
  contextLimit: 10_000,
  decode: (payload, context) => decodeShaped(shape, payload, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};
