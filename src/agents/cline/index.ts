import type { Host } from '../agent.js';
import { decodeView } from '../kit/claude-view.js';
import { encodeBy } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { viewOf } from './claude-view.js';
import { encoders } from './encode.js';
import { events, nativeInput, shape } from './events.js';
import { tools } from './tools.js';

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
