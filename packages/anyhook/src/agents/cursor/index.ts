import type { Agent } from '../agent.js';
import { agentOf } from '../kit/agent-of.js';
import { isCaller } from './caller.js';
import { cursorCodec } from './on-demand.js';

/** Cursor. */
export const cursor: Agent = agentOf(
  {
    name: 'cursor',
    title: 'Cursor',
    documentedOnly: true,
    programs: { names: ['cursor', 'cursor-agent'] },
    settings: { folder: '.cursor', user: ['hooks.json'] },
    hooksRunByAgent: [{ dialect: 'cursor', flavour: 'hooks' }],
    runsEntriesOf: { from: 'claude-code', isCaller },
    contextLimit: 10_000,
    projectEntryFiles: ['.cursor/hooks.json', '.claude/settings.json', '.claude/settings.local.json'],
    variables: { marks: ['CURSOR_AGENT'] },
  },
  cursorCodec,
);
