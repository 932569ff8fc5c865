import type { Agent } from '../agent.js';
import { decodeByView } from '../kit/claude-view.js';
import { encodeBy } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, isCaller, nativeInput, shape, viewOf } from './events.js';
import { tools } from './tools.js';

/** Cursor. */
export const cursor: Agent = {
  name: 'cursor',
  title: 'Cursor',
  documentedOnly: true,
  programs: { names: ['cursor', 'cursor-agent'] },
  settings: { folder: '.cursor', user: ['hooks.json'] },
  events,
  tools,
  capabilities,
  hooksRunByAgent: [{ dialect: 'cursor', flavour: 'hooks' }],
  runsEntriesOf: { from: 'claude-code', isCaller },
  contextLimit: 10_000,
  projectEntryFiles: ['.cursor/hooks.json', '.claude/settings.json', '.claude/settings.local.json'],
  variables: { marks: ['CURSOR_AGENT'] },
  decode: (payload, context) => decodeByView(shape, payload, viewOf, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};
