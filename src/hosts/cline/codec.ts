import { encodeBy } from '../claude-shaped.js';
import type { Host } from '../host.js';
import { decodeView } from '../view.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, nativeInput, shape } from './shape.js';
import { tools } from './tools.js';
import { viewOf } from './view.js';

/** Cline CLI. */
export const cline: Host = {
  name: 'cline',
  title: 'Cline CLI',
  documentedOnly: false,
  events,
  tools,
  capabilities,
  contextLimit: 50_000,
  decode: (payload, context) => decodeView(shape, payload, viewOf, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};
