import { encodeBy } from '../claude-shaped.js';
import type { Host } from '../host.js';
import { decodeView } from '../view.js';
import { isCaller } from './caller.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events } from './events.js';
import { nativeInput, shape } from './shape.js';
import { tools } from './tools.js';
import { viewOf } from './view.js';

/** GitHub Copilot CLI. */
export const copilot: Host = {
  name: 'copilot',
  title: 'Copilot CLI',
  documentedOnly: false,
  events,
  tools,
  capabilities,
  runsItself: { dialect: 'claude', flavour: 'settings', scope: 'project' },
  borrows: { from: 'claude-code', isCaller },
  chainsEntries: true,
  projectVariable: 'COPILOT_PROJECT_DIR',
  contextLimit: 10_000,
  decode: (payload, context) => decodeView(shape, payload, viewOf, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};
