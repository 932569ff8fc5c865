import type { Host } from '../agent.js';
import { decodeView } from '../kit/claude-view.js';
import { encodeBy } from '../kit/codec.js';
import { isCaller } from './caller.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, nativeInput, shape, viewOf } from './events.js';
import { tools } from './tools.js';

/** Cursor. */
export const cursor: Host = {
  name: 'cursor',
  title: 'Cursor',
  documentedOnly: true,
  events,
  tools,
  capabilities,
  borrows: { from: 'claude-code', isCaller },
  contextLimit: 10_000,
  decode: (payload, context) => decodeView(shape, payload, viewOf, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};
