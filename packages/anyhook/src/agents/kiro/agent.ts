import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { kiroCodec } from './codec.js';
import { kiroFormatCodec } from './format-codec.js';

/** AWS's Kiro: CLI 2, CLI 3 and IDE 1. */
export const kiro: Agent = agentOf(
  {
    name: 'kiro',
    title: 'Kiro',
    documentedOnly: true,
    programs: { names: ['kiro-cli', 'kiro'] },
    settings: {
      folder: '.kiro',
      user: ['hooks/anyhook.json', 'agents/{agent}.json'],
      project: ['.kiro/agents/{agent}.json'],
    },
    hooksRunByAgent: [{ format: 'kiro' }],
    contextLimit: 10_000,
    projectEntryFiles: ['.kiro/hooks/anyhook.json'],
    variables: { marks: ['KIRO_*'] },
  },
  kiroCodec,
);

/** Its hook files. */
export const kiroFormat: Format = formatOf(
  {
    name: 'kiro',
    locations: ['.kiro'],
    startsOff: true,
    loader: async () => (await import('./format.js')).kiroLoader,
    writer: async () => (await import('./format-write.js')).kiroWriter,
  },
  kiroFormatCodec,
);
