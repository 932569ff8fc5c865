import type { Agent } from '../../../src/agents/agent.js';
import { encodeBy } from '../../../src/agents/kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { decode, events, nativeInput } from './events.js';
import { tools } from './tools.js';

/** A small but complete agent, as a stranger would add it. */
export const toy: Agent = {
  name: 'toy',
  title: 'Toy',
  documentedOnly: false,
  programs: { names: ['toy'] },
  settings: { folder: '.toy', user: ['hooks.json'] },
  events,
  tools,
  capabilities,
  contextLimit: 1_000,
  projectEntryFiles: ['.toy/hooks.json'],
  variables: { marks: ['TOY_BOX'] },
  decode,
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};
