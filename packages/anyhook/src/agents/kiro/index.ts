import type { Agent } from '../agent.js';
import { agentOf } from '../kit/agent-of.js';
import { kiroCodec } from './on-demand.js';

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
    hooksRunByAgent: [{ dialect: 'kiro' }],
    contextLimit: 10_000,
    projectEntryFiles: ['.kiro/hooks/anyhook.json'],
    variables: { marks: ['KIRO_*'] },
  },
  kiroCodec,
);
