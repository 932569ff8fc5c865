import type { Agent } from '../agent.js';
import { agentOf } from '../kit/agent-of.js';
import { claudeCodeCodec } from './on-demand.js';
import { transcriptLine } from './transcript.js';

/** A manifest makes a skill a plugin; skill texts are not code. */
function pluginsIn(skills: string): readonly string[] {
  const modules = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'jsx', 'tsx'].map((ending) => `*.${ending}`);
  return ['.claude-plugin/', 'hooks/', 'plugin.json', ...modules].map((file) => `${skills}/*/${file}`);
}

/** Claude Code. */
export const claudeCode: Agent = agentOf(
  {
    name: 'claude-code',
    title: 'Claude Code',
    documentedOnly: false,
    programs: {
      names: ['claude'],
      packages: ['@anthropic-ai/claude-code'],
      folder: '/claude/versions/',
      hookOptions: ['--settings', '--setting-sources', '--bare', '--safe-mode', '--plugin-dir'],
    },
    settings: {
      folder: '.claude',
      folderVariable: 'CLAUDE_CONFIG_DIR',
      otherVariables: ['CLAUDE_CODE_SIMPLE', 'CLAUDE_CODE_SAFE_MODE'],
      user: ['settings.json', 'settings.local.json', 'plugins/installed_plugins.json'],
      code: ['plugins/*.json', 'plugins/cache/', 'plugins/marketplaces/', ...pluginsIn('skills')],
      projectCode: ['.claude-plugin/', ...pluginsIn('.claude/skills')],
    },
    hooksRunByAgent: [
      { dialect: 'claude', flavour: 'settings' },
      { dialect: 'claude', flavour: 'installed-plugin', isNamedInConfig: true },
    ],
    projectVariable: 'CLAUDE_PROJECT_DIR',
    bashTools: ['Bash'],
    pairsCalls: { by: 'id' },
    transcripts: { folder: 'projects', readLine: transcriptLine },
    contextLimit: 10_000,
    projectEntryFiles: ['.claude/settings.json', '.claude/settings.local.json'],
    variables: { marks: ['CLAUDECODE'], session: 'CLAUDE_CODE_SESSION_ID' },
  },
  claudeCodeCodec,
);
