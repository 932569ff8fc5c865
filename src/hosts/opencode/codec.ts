import { encodeBy } from '../claude-shaped.js';
import type { Host } from '../host.js';
import { decodeView } from '../view.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { viewOf } from './payload.js';
import { events, nativeInput, shape } from './shape.js';
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
