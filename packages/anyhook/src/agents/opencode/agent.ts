import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { opencodeCodec } from './codec.js';

/** opencode, through a plugin that sends the arguments of its hooks. */
export const opencode: Agent = agentOf(
  {
    name: 'opencode',
    title: 'opencode',
    documentedOnly: false,
    programs: { names: ['opencode'], packages: ['opencode-ai'], hookOptions: ['--pure'], hooksSince: '0.5.29' },
    settings: {
      folder: '.config/opencode',
      otherVariables: [
        ...['OPENCODE_CONFIG', 'OPENCODE_CONFIG_DIR', 'OPENCODE_CONFIG_CONTENT', 'OPENCODE_DISABLE_PROJECT_CONFIG'],
        ...['OPENCODE_PURE', 'OPENCODE_TEST_HOME'],
      ],
      user: ['plugins/anyhook.ts', 'opencode.json', 'opencode.jsonc', 'config.json', 'config'],
      system: ['/etc/opencode/opencode.json', '/etc/opencode/opencode.jsonc'],
      code: ['plugin/', 'plugins/', 'tool/', 'tools/', 'opencode.json', 'opencode.jsonc', 'config.json', 'config'],
      projectCode: ['.opencode/plugin/', '.opencode/plugins/', '.opencode/tool/', '.opencode/tools/'],
      project: ['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'],
    },
    pairsCalls: { by: 'id' },
    contextLimit: 100_000,
    projectEntryFiles: ['.opencode/plugins/anyhook.ts'],
    emptyAnswer: '{}',
    variables: { marks: ['OPENCODE'] },
  },
  opencodeCodec,
);
