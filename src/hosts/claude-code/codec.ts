import { decodeShaped, encodeBy, nativeInputOf } from '../claude-shaped.js';
import type { Host } from '../host.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, shape } from './shape.js';
import { tools } from './tools.js';

/** Claude Code. */
export const claudeCode: Host = {
  name: 'claude-code',
  title: 'Claude Code',
  documentedOnly: false,
  events,
  tools,
  capabilities,
  runsItself: { dialect: 'claude', flavour: 'settings' },
  projectVariable: 'CLAUDE_PROJECT_DIR',
  contextLimit: 10_000,
  decode: (payload, context) => decodeShaped(shape, payload, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};
