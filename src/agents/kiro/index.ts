import type { Agent } from '../agent.js';
import { decodeShaped, encodeBy, nativeInputOf } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, shape } from './events.js';
import { tools } from './tools.js';

/** AWS's Kiro: CLI 2, CLI 3 and IDE 1. */
export const kiro: Agent = {
  name: 'kiro',
  title: 'Kiro',
  documentedOnly: true,
  programs: { names: ['kiro-cli', 'kiro'] },
  settings: {
    folder: '.kiro',
    user: ['hooks/anyhook.json', 'agents/{agent}.json'],
    project: ['.kiro/agents/{agent}.json'],
  },
  events,
  tools,
  capabilities,
  hooksRunByAgent: [{ dialect: 'kiro' }],
  contextLimit: 10_000,
  projectEntryFiles: ['.kiro/hooks/anyhook.json'],
  variables: { marks: ['KIRO_*'] },
  decode: (payload, context) => decodeShaped(shape, payload, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};
