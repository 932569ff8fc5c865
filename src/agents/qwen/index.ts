import type { Agent } from '../agent.js';
import { decodeShaped, encodeBy, nativeInputOf } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, shape } from './events.js';
import { tools } from './tools.js';

/** Qwen Code. */
export const qwen: Agent = {
  name: 'qwen',
  title: 'Qwen Code',
  documentedOnly: false,
  programs: { names: ['qwen'], packages: ['@qwen-code/qwen-code'] },
  settings: { folder: '.qwen', user: ['settings.json', 'trustedFolders.json'] },
  events,
  tools,
  capabilities,
  projectVariable: 'QWEN_PROJECT_DIR',
  contextLimit: 10_000,
  hooksRunByAgent: [{ dialect: 'qwen' }],
  projectEntryFiles: ['.qwen/settings.json'],
  variables: { marks: ['QWEN_CODE'], session: 'QWEN_CODE_SESSION_ID' },
  decode: (payload, context) => decodeShaped(shape, payload, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};
