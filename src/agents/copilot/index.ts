import type { Agent } from '../agent.js';
import { decodeByView } from '../kit/claude-view.js';
import { encodeBy } from '../kit/codec.js';
import { capabilities } from './capabilities.js';
import { encoders } from './encode.js';
import { events, isCaller, nativeInput, shape, viewOf } from './events.js';
import { tools } from './tools.js';

/** GitHub Copilot CLI. */
export const copilot: Agent = {
  name: 'copilot',
  title: 'Copilot CLI',
  documentedOnly: false,
  programs: { names: ['copilot'], packages: ['@github/copilot'] },
  settings: {
    folder: '.copilot',
    user: ['hooks/anyhook.json', 'config.json', 'settings.json'],
    project: ['.github/copilot/settings.json', '.github/copilot/settings.local.json', '.claude/settings.local.json'],
  },
  events,
  tools,
  capabilities,
  hooksRunByAgent: [{ dialect: 'copilot' }, { dialect: 'claude', flavour: 'settings', scope: 'project' }],
  runsEntriesOf: { from: 'claude-code', isCaller },
  chainsEntries: true,
  projectVariable: 'COPILOT_PROJECT_DIR',
  contextLimit: 10_000,
  projectEntryFiles: ['.github/hooks/anyhook.json', '.claude/settings.json'],
  variables: { marks: ['COPILOT_CLI'] },
  decode: (payload, context) => decodeByView(shape, payload, viewOf, context),
  encode: (event, verdict) => encodeBy(encoders, event, verdict),
  nativeInput,
};
