import type { Agent } from '../agent.js';
import { decodeByView } from '../kit/claude-view.js';
import { encodeBy, nativeInputOf } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, shape, viewOf } from './events.js';
import { tools } from './tools.js';

/** Moonshot's Kimi CLI. */
export const kimi: Agent = {
  name: 'kimi',
  title: 'Kimi CLI',
  documentedOnly: true,
  programs: { names: ['kimi'] },
  settings: { folder: '.kimi', folderVariable: 'KIMI_SHARE_DIR', user: ['config.toml'] },
  events,
  tools,
  capabilities,
  contextLimit: 10_000,
  decode: (payload, context) => decodeByView(shape, payload, viewOf, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};
