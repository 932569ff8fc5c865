import type { Agent } from '../agent.js';
import { agentOf } from '../kit/agent-of.js';
import { claudeCodeCodec } from './on-demand.js';

/** Claude Code. */
export const claudeCode: Agent = agentOf(
  {
    name: 'claude-code',
    title: 'Claude Code',
    documentedOnly: false,
    programs: { names: ['claude'], packages: ['@anthropic-ai/claude-code'] },
    settings: {
      folder: '.claude',
      folderVariable: 'CLAUDE_CONFIG_DIR',
      user: ['settings.json', 'settings.local.json', 'plugins/installed_plugins.json'],
    },
    hooksRunByAgent: [
      { dialect: 'claude', flavour: 'settings' },
      { dialect: 'claude', flavour: 'installed-plugin', isNamedInConfig: true },
    ],
    projectVariable: 'CLAUDE_PROJECT_DIR',
    bashTools: ['Bash'],
    contextLimit: 10_000,
    projectEntryFiles: ['.claude/settings.json', '.claude/settings.local.json'],
    variables: { marks: ['CLAUDECODE'], session: 'CLAUDE_CODE_SESSION_ID' },
  },
  claudeCodeCodec,
);
