import type { Agent } from '../agent.js';
import { decodeByView } from '../kit/claude-view.js';
import { encodeBy } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, nativeInput, shape, viewOf } from './events.js';
import { tools } from './tools.js';

/** Windsurf's agent Cascade. */
export const windsurf: Agent = {
  name: 'windsurf',
  title: 'Windsurf',
  documentedOnly: true,
  programs: { names: ['windsurf'] },
  settings: { folder: '.codeium/windsurf', user: ['hooks.json'] },
  events,
  tools,
  capabilities,
  hooksRunByAgent: [{ dialect: 'windsurf' }],
  contextLimit: 10_000,
  projectEntryFiles: ['.windsurf/hooks.json'],
  decode: (payload, context) => decodeByView(shape, payload, viewOf, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};
