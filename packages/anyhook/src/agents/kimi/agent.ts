import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { kimiCodec } from './codec.js';

/** Moonshot's Kimi CLI. */
export const kimi: Agent = agentOf(
  {
    name: 'kimi',
    title: 'Kimi CLI',
    documentedOnly: true,
    programs: {
      names: ['kimi'],
      packages: ['kimi-cli', '@moonshot-ai/kimi-code'],
      hookOptions: ['--config', '--config-file'],
    },
    settings: {
      folder: '.kimi',
      folderVariable: 'KIMI_SHARE_DIR',
      otherVariables: ['KIMI_CODE_HOME'],
      user: ['config.toml'],
      code: ['config.toml', 'plugins/'],
    },
    contextLimit: 10_000,
  },
  kimiCodec,
);
