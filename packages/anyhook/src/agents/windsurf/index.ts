import type { Agent } from '../agent.js';
import { agentOf } from '../kit/agent-of.js';
import { windsurfCodec } from './on-demand.js';

/** Windsurf's agent Cascade. */
export const windsurf: Agent = agentOf(
  {
    name: 'windsurf',
    title: 'Windsurf',
    documentedOnly: true,
    programs: { names: ['windsurf'] },
    settings: { folder: '.codeium/windsurf', user: ['hooks.json'] },
    hooksRunByAgent: [{ dialect: 'windsurf' }],
    contextLimit: 10_000,
    projectEntryFiles: ['.windsurf/hooks.json'],
  },
  windsurfCodec,
);
