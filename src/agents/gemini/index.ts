import type { Agent } from '../agent.js';
import { decodeShaped, encodeBy } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, nativeInput, shape } from './events.js';
import { tools } from './tools.js';

/** Google's Gemini CLI. */
export const gemini: Agent = {
  name: 'gemini',
  title: 'Gemini CLI',
  documentedOnly: false,
  programs: { names: ['gemini'], packages: ['@google/gemini-cli'] },
  settings: { folder: '.gemini', user: ['settings.json', 'trustedFolders.json'] },
  events,
  tools,
  capabilities,
  hooksRunByAgent: [
    { dialect: 'gemini', flavour: 'settings' },
    // An extension in the project's folder is one that is being written, not one that is installed.
    { dialect: 'gemini', flavour: 'extension', scope: 'user' },
  ],
  projectVariable: 'GEMINI_PROJECT_DIR',
  contextLimit: 100_000,
  projectEntryFiles: ['.gemini/settings.json'],
  variables: { marks: ['GEMINI_CLI'], session: 'GEMINI_SESSION_ID' },
  decode: (payload, context) => decodeShaped(shape, payload, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};
