import { encodeBy } from '../claude-shaped.js';
import type { Host } from '../host.js';
import { decodeView } from '../view.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, nativeInput, shape, viewOf } from './shape.js';
import { tools } from './tools.js';

/** Windsurf's agent Cascade. */
export const windsurf: Host = {
  name: 'windsurf',
  title: 'Windsurf',
  documentedOnly: true,
  events,
  tools,
  capabilities,
  contextLimit: 10_000,
  decode: (payload, context) => decodeView(shape, payload, viewOf, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};
