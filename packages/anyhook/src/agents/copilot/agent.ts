import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../kit/agent-of.js';
import { isCaller } from './caller.js';
import { copilotCodec } from './encode.js';
import { copilotCodec as formatCodec } from './format-codec.js';

/** GitHub Copilot CLI. */
export const copilot: Agent = agentOf(
  {
    name: 'copilot',
    title: 'Copilot CLI',
    documentedOnly: false,
    programs: {
      names: ['copilot'],
      packages: ['@github/copilot'],
      hookOptions: ['--config-dir', '--plugin-dir', '--extension-sdk-path'],
    },
    settings: {
      folder: '.copilot',
      folderVariable: 'COPILOT_HOME',
      user: ['hooks/anyhook.json', 'config.json', 'settings.json'],
      system: ['/etc/github-copilot/managed-settings.json', '/etc/github-copilot/policy.d/{name}.json'],
      project: ['.github/copilot/settings.json', '.github/copilot/settings.local.json', '.claude/settings.local.json'],
    },
    hooksRunByAgent: [{ dialect: 'copilot' }, { dialect: 'claude', flavour: 'settings', scope: 'project' }],
    runsEntriesOf: { from: 'claude-code', isCaller },
    chainsEntries: true,
    bashTools: ['bash'],
    projectVariable: 'COPILOT_PROJECT_DIR',
    pairsCalls: { by: 'tool' },
    contextLimit: 10_000,
    projectEntryFiles: ['.github/hooks/anyhook.json', '.claude/settings.json'],
    variables: { marks: ['COPILOT_CLI'] },
  },
  copilotCodec,
);

/** Its hook files. */
export const copilotFormat: Format = formatOf(
  {
    name: 'copilot',
    locations: ['.github/hooks'],
    startsOff: true,
    loader: async () => (await import('./format.js')).copilotLoader,
    writer: async () => (await import('./format-write.js')).copilotWriter,
  },
  formatCodec,
);
