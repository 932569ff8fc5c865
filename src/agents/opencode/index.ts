import type { Host } from '../agent.js';
import { decodeView } from '../kit/claude-view.js';
import { encodeBy } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, nativeInput, shape } from './events.js';
import { viewOf } from './payload.js';
import { tools } from './tools.js';

/** opencode, through a plugin that gives us the arguments of its hooks. */
export const opencode: Host = {
  name: 'opencode',
  title: 'opencode',
  documentedOnly: false,
  events,
  tools,
  capabilities,
  contextLimit: 100_000,
  decode: (payload, context) => decodeView(shape, payload, viewOf, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};
