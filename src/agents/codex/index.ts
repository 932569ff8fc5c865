import type { Agent } from '../agent.js';
import { decodeShaped, encodeBy, nativeInputOf } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, shape } from './events.js';
import { tools } from './tools.js';

/** OpenAI's Codex CLI. */
export const codex: Agent = {
  name: 'codex',
  title: 'Codex CLI',
  documentedOnly: false,
  programs: { names: ['codex'], packages: ['@openai/codex'] },
  settings: {
    folder: '.codex',
    folderVariable: 'CODEX_HOME',
    user: ['hooks.json', 'config.toml'],
    project: ['.codex/config.toml'],
  },
  events,
  tools,
  capabilities,
  contextLimit: 10_000,
  hooksRunByAgent: [{ dialect: 'codex' }],
  projectEntryFiles: ['.codex/hooks.json'],
  variables: { marks: ['CODEX_SANDBOX', 'CODEX_SANDBOX_NETWORK_DISABLED'], session: 'CODEX_THREAD_ID' },
  decode: (payload, context) => decodeShaped(shape, payload, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};
