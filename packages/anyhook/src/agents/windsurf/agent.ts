import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { windsurfCodec } from './codec.js';
import { windsurfFormatCodec } from './format-codec.js';

/** Windsurf's agent Cascade. */
export const windsurf: Agent = agentOf(
  {
    name: 'windsurf',
    title: 'Windsurf',
    documentedOnly: true,
    programs: { names: ['windsurf'] },
    settings: { folder: '.codeium/windsurf', user: ['hooks.json'] },
    hooksRunByAgent: [{ format: 'windsurf' }],
    contextLimit: 10_000,
    projectEntryFiles: ['.windsurf/hooks.json'],
  },
  windsurfCodec,
);

/** Its hook files. */
export const windsurfFormat: Format = formatOf(
  {
    name: 'windsurf',
    locations: ['.windsurf/hooks.json'],
    startsOff: true,
    loader: async () => (await import('./format.js')).windsurfLoader,
    writer: async () => (await import('./format-write.js')).windsurfWriter,
  },
  windsurfFormatCodec,
);
