import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent, DecodeContext } from '../agent.js';
import { objectValue } from '../kit/json-fields.js';
import { agentOf } from '../table.js';
import { copilotCodec } from './codec.js';
import { copilotFormatCodec } from './format-codec.js';

/**
 * Did Copilot CLI call an entry of Claude Code (quirk 13)? Its environment alone does not prove it: a Claude Code that
 * was started in Copilot's shell has the same variables, but sends no timestamp and always its permission mode or
 * transcript.
 */
function isCaller(payload: unknown, env: DecodeContext['env']): boolean {
  const fields = objectValue(payload);
  return env['COPILOT_CLI'] !== undefined && fields?.['timestamp'] !== undefined && !('permission_mode' in fields);
}

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
      code: ['hooks/'],
      project: ['.github/copilot/settings.json', '.github/copilot/settings.local.json', '.claude/settings.local.json'],
    },
    hooksRunByAgent: [{ format: 'copilot' }, { format: 'claude', flavour: 'settings', scope: 'project' }],
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
  copilotFormatCodec,
);
