import type { Agent } from '../agent.js';
import { decodeByView } from '../kit/claude-view.js';
import { encodeBy } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { viewOf } from './claude-view.js';
import { encoders } from './encode.js';
import { events, nativeInput, shape } from './events.js';
import { tools } from './tools.js';

/** opencode, through a plugin that sends the arguments of its hooks. */
export const opencode: Agent = {
  name: 'opencode',
  title: 'opencode',
  documentedOnly: false,
  programs: { names: ['opencode'], packages: ['opencode-ai'] },
  settings: {
    folder: '.config/opencode',
    user: ['plugins/anyhook.ts', 'opencode.json', 'opencode.jsonc'],
    project: ['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'],
  },
  events,
  tools,
  capabilities,
  contextLimit: 100_000,
  projectEntryFiles: ['.opencode/plugins/anyhook.ts'],
  variables: { marks: ['OPENCODE'] },
  decode: (payload, context) => decodeByView(shape, payload, viewOf, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};
