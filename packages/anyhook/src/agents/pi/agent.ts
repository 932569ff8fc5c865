import type { Agent } from '../agent.js';
import { agentOf } from '../table.js';
import { piCodec } from './codec.js';

/** pi, through an extension that sends its events. */
export const pi: Agent = agentOf(
  {
    name: 'pi',
    title: 'pi',
    documentedOnly: false,
    programs: {
      names: ['pi'],
      packages: ['@earendil-works/pi-coding-agent', '@mariozechner/pi-coding-agent'],
      hookOptions: ['--no-extensions', '-ne', '--no-approve', '-na', '--extension', '-e'],
    },
    settings: {
      folder: '.pi/agent',
      folderVariable: 'PI_CODING_AGENT_DIR',
      user: ['extensions/anyhook.ts', 'settings.json', 'trust.json'],
      project: ['.pi/settings.json'],
      code: ['extensions/', 'git/', 'npm/'],
      projectCode: ['.pi/extensions/', '.pi/git/', '.pi/npm/'],
    },
    pairsCalls: { by: 'id' },
    contextLimit: 100_000,
    projectEntryFiles: ['.pi/extensions/anyhook.ts'],
    emptyAnswer: '{}',
  },
  piCodec,
);
