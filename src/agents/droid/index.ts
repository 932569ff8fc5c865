import type { Agent } from '../agent.js';
import { decodeShaped, encodeBy, nativeInputOf } from '../kit/codec.js';
import { objectValue, textValue } from '../kit/json-fields.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, shape } from './events.js';
import { tools } from './tools.js';

/** Factory's droid. */
export const droid: Agent = {
  name: 'droid',
  title: 'Factory droid',
  documentedOnly: false,
  programs: { names: ['droid'], packages: ['droid'] },
  settings: {
    folder: '.factory',
    user: ['hooks.json', 'settings.json', 'settings.local.json'],
    project: ['.factory/settings.json', '.factory/settings.local.json'],
  },
  events,
  tools,
  capabilities,
  parentAtStart: true,
  projectVariable: 'FACTORY_PROJECT_DIR',
  contextLimit: 100_000,
  hooksRunByAgent: [{ dialect: 'droid' }],
  projectEntryFiles: ['.factory/hooks.json'],
  variables: { marks: ['FACTORY_PROJECT_DIR', 'DROID_PROJECT_DIR'] },
  decode: (payload, context) => {
    const event = decodeShaped(shape, payload, context);
    const parentSessionId = textValue(objectValue(payload)?.['calling_session_id']);
    return parentSessionId ? { ...event, parentSessionId } : event;
  },
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput: (event, input) => nativeInputOf(shape, event, input),
};
