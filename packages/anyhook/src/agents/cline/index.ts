import type { Agent } from '../agent.js';
import { agentOf } from '../kit/agent-of.js';
import { clineCodec } from './on-demand.js';

/** Cline CLI. */
export const cline: Agent = agentOf(
  {
    name: 'cline',
    title: 'Cline CLI',
    documentedOnly: false,
    programs: { names: ['cline'], packages: ['cline'], hookOptions: ['--config', '--data-dir', '--hooks-dir'] },
    settings: { folder: '.cline', folderVariable: 'CLINE_DIR', user: ['hooks/{event}'] },
    hooksRunByAgent: [{ dialect: 'cline' }],
    pairsCalls: { by: 'id' },
    contextLimit: 50_000,
    projectEntryFiles: ['.clinerules/hooks/{event}'],
    variables: { marks: ['CLINE_ACTIVE'] },
  },
  clineCodec,
);
