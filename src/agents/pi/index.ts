import type { Agent } from '../agent.js';
import { decodeByView } from '../kit/claude-view.js';
import { encodeBy } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, nativeInput, shape, viewOf } from './events.js';
import { tools } from './tools.js';

/** pi, through an extension that sends its events. */
export const pi: Agent = {
  name: 'pi',
  title: 'pi',
  documentedOnly: false,
  programs: { names: ['pi'], packages: ['@earendil-works/pi-coding-agent'] },
  settings: {
    folder: '.pi/agent',
    folderVariable: 'PI_CODING_AGENT_DIR',
    user: ['extensions/anyhook.ts', 'settings.json', 'trust.json'],
    project: ['.pi/settings.json'],
  },
  events,
  tools,
  capabilities,
  contextLimit: 100_000,
  projectEntryFiles: ['.pi/extensions/anyhook.ts'],
  decode: (payload, context) => decodeByView(shape, payload, viewOf, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};
