import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { clineCodec } from './codec.js';
import { clineFormatCodec } from './format-codec.js';

/** Cline CLI. */
export const cline: Agent = agentOf(
  {
    name: 'cline',
    title: 'Cline CLI',
    documentedOnly: false,
    programs: { names: ['cline'], packages: ['cline'], hookOptions: ['--config', '--data-dir', '--hooks-dir'] },
    settings: { folder: '.cline', folderVariable: 'CLINE_DIR', user: ['hooks/{event}'] },
    hooksRunByAgent: [{ format: 'cline' }],
    pairsCalls: { by: 'id' },
    contextLimit: 50_000,
    projectEntryFiles: ['.clinerules/hooks/{event}'],
    variables: { marks: ['CLINE_ACTIVE'] },
  },
  clineCodec,
);

/** Its hook files. */
export const clineFormat: Format = formatOf(
  {
    name: 'cline',
    locations: ['.clinerules/hooks', '.cline/hooks'],
    startsOff: true,
    loader: async () => (await import('./format.js')).clineLoader,
    writer: async () => (await import('./format-write.js')).clineWriter,
  },
  clineFormatCodec,
);
