import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { geminiCodec } from './codec.js';
import { geminiFormatCodec } from './format-codec.js';

/** Google's Gemini CLI. */
export const gemini: Agent = agentOf(
  {
    name: 'gemini',
    title: 'Gemini CLI',
    documentedOnly: false,
    programs: { names: ['gemini'], packages: ['@google/gemini-cli'], hooksSince: '0.24.0' },
    settings: {
      folder: '.gemini',
      homeVariable: 'GEMINI_CLI_HOME',
      otherVariables: ['SYSTEM_SETTINGS', 'SYSTEM_DEFAULTS', 'TRUSTED_FOLDERS'].map(
        (name) => `GEMINI_CLI_${name}_PATH`,
      ),
      system: ['/etc/gemini-cli/settings.json', '/etc/gemini-cli/system-defaults.json'],
      user: ['settings.json', 'trustedFolders.json'],
      code: ['extensions/'],
      projectCode: ['.gemini/extensions/'],
    },
    hooksRunByAgent: [
      { format: 'gemini', flavour: 'settings' },
      // An extension in the project's folder is one that is being written, not one that is installed.
      { format: 'gemini', flavour: 'extension', scope: 'user' },
    ],
    projectVariable: 'GEMINI_PROJECT_DIR',
    pairsCalls: { by: 'tool' },
    contextLimit: 100_000,
    projectEntryFiles: ['.gemini/settings.json'],
    variables: { marks: ['GEMINI_CLI'], session: 'GEMINI_SESSION_ID' },
  },
  geminiCodec,
);

/** Its hook files. */
export const geminiFormat: Format = formatOf(
  {
    name: 'gemini',
    locations: ['.gemini/settings.json', 'hooks/hooks.json'],
    startsOff: true,
    loader: async () => (await import('./format.js')).geminiLoader,
    writer: async () => (await import('./format-write.js')).geminiWriter,
  },
  geminiFormatCodec,
);
