import type { Agent } from '../agent.js';
import { agentOf } from '../kit/agent-of.js';
import { kimiCodec } from './on-demand.js';

/** Moonshot's Kimi CLI. */
export const kimi: Agent = agentOf(
  {
    name: 'kimi',
    title: 'Kimi CLI',
    documentedOnly: true,
    programs: { names: ['kimi'] },
    settings: {
      folder: '.kimi',
      folderVariable: 'KIMI_SHARE_DIR',
      user: ['config.toml'],
      code: ['config.toml', 'plugins/'],
    },
    contextLimit: 10_000,
  },
  kimiCodec,
);
