import type { Agent } from '../agent.js';
import { decodeByView } from '../kit/claude-view.js';
import { encodeBy } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { viewOf } from './claude-view.js';
import { encoders } from './encode.js';
import { events, nativeInput, shape } from './events.js';
import { tools } from './tools.js';

/** Cline CLI. */
export const cline: Agent = {
  name: 'cline',
  title: 'Cline CLI',
  documentedOnly: false,
  programs: { names: ['cline'], packages: ['cline'] },
  settings: { folder: '.cline', user: ['hooks/{event}'] },
  events,
  tools,
  capabilities,
  hooksRunByAgent: [{ dialect: 'cline' }],
  contextLimit: 50_000,
  projectEntryFiles: ['.clinerules/hooks/{event}'],
  variables: { marks: ['CLINE_ACTIVE'] },
  decode: (payload, context) => decodeByView(shape, payload, viewOf, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};
