import type { Host } from '../agent.js';
import { decodeView } from '../kit/claude-view.js';
import { encodeBy } from '../kit/codec.js';
import { isCaller } from './caller.js';
import { capabilities } from './capabilities.js';
import { viewOf } from './claude-view.js';
import { encoders } from './encode.js';
import { events } from './event-names.js';
import { nativeInput, shape } from './events.js';
import { tools } from './tools.js';

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
