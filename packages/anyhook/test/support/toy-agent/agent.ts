import type { Agent } from '../../../src/agents/agent.js';
import { agentOf } from '../../../src/agents/table.js';
import { toyCodec } from './codec.js';

/** A small but complete agent, as a user would add it. */
export const toy: Agent = agentOf(
  {
    name: 'toy',
    title: 'Toy',
    documentedOnly: false,
    programs: { names: ['toy'] },
    settings: { folder: '.toy', user: ['hooks.json'] },
    contextLimit: 1_000,
    projectEntryFiles: ['.toy/hooks.json'],
    variables: { marks: ['TOY_BOX'] },
  },
  toyCodec,
);
