import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { qwenCodec } from './codec.js';
import { qwenFormatCodec } from './format-codec.js';

/** Qwen Code. */
export const qwen: Agent = agentOf(
  {
    name: 'qwen',
    title: 'Qwen Code',
    documentedOnly: false,
    programs: {
      names: ['qwen'],
      packages: ['@qwen-code/qwen-code'],
      hookOptions: ['--bare', '--safe-mode', '--safeMode'],
      hooksSince: '0.12.0',
    },
    settings: {
      folder: '.qwen',
      folderVariable: 'QWEN_HOME',
      otherVariables: ['SYSTEM_SETTINGS_PATH', 'SYSTEM_DEFAULTS_PATH', 'SAFE_MODE'].map((name) => `QWEN_CODE_${name}`),
      system: ['/etc/qwen-code/settings.json', '/etc/qwen-code/system-defaults.json'],
      user: ['settings.json', 'trustedFolders.json'],
      code: ['extensions/'],
      projectCode: ['.qwen/extensions/'],
    },
    projectVariable: 'QWEN_PROJECT_DIR',
    pairsCalls: { by: 'id' },
    contextLimit: 10_000,
    hooksRunByAgent: [{ format: 'qwen' }],
    projectEntryFiles: ['.qwen/settings.json'],
    variables: { marks: ['QWEN_CODE'], session: 'QWEN_CODE_SESSION_ID' },
  },
  qwenCodec,
);

/** Its hook files. */
export const qwenFormat: Format = formatOf(
  {
    name: 'qwen',
    locations: ['.qwen'],
    startsOff: true,
    loader: async () => (await import('./format.js')).qwenLoader,
    writer: async () => (await import('./format-write.js')).qwenWriter,
  },
  qwenFormatCodec,
);
