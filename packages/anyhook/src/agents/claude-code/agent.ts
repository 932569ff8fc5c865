import { objectOf } from '@anyhook/core';
import type { Format } from '../../formats/kit/format.js';
import { formatOf } from '../../formats/kit/format-of.js';
import type { Agent, TranscriptLine } from '../agent.js';
import { agentOf } from '../table.js';
import { claudeCodeCodec } from './codec.js';
import { claudeFormatCodec } from './format-codec.js';

/** Reads one line of a Claude Code transcript: calls of the model, and results that are not errors. */
function transcriptLine({
  type,
  timestamp,
  message,
  cwd,
}: Readonly<Record<string, unknown>>): TranscriptLine | undefined {
  const at = Date.parse(String(timestamp));
  const content = objectOf(message)?.['content'];
  if (Number.isNaN(at) || !Array.isArray(content)) return undefined;
  const parts = content.map((part) => objectOf(part) ?? {});
  const began = parts.flatMap(({ type: kind, id, name }) =>
    type === 'assistant' && kind === 'tool_use' && typeof id === 'string' && typeof name === 'string'
      ? [{ id, tool: name }]
      : [],
  );
  const ended = parts.flatMap(({ type: kind, tool_use_id: id, is_error: isError }) =>
    type === 'user' && kind === 'tool_result' && typeof id === 'string' ? [{ id, hasRun: isError !== true }] : [],
  );
  if (began.length + ended.length === 0) return undefined;
  return { at, began, ended, ...(typeof cwd === 'string' && { cwd }) };
}

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
      packages: ['@anthropic-ai/claude-code', '@anthropic-ai/claude-agent-sdk'],
      folder: '/claude/versions/',
      hookOptions: [
        ...['--settings', '--setting-sources', '--managed-settings', '--project-config-root', '--bare', '--safe-mode'],
        ...['--restricted', '--plugin-dir', '--plugin-dir-no-mcp', '--plugin-url'],
      ],
      hookFields: ['settingSources', 'setting_sources', 'extraArgs', 'extra_args'],
      hooksSince: '1.0.59',
    },
    settings: {
      folder: '.claude',
      folderVariable: 'CLAUDE_CONFIG_DIR',
      otherVariables: [
        ...['SIMPLE', 'SAFE_MODE', 'RESTRICTED', 'MANAGED_SETTINGS_PATH', 'REMOTE_SETTINGS_PATH', 'PLUGIN_DIRS'],
      ].map((name) => `CLAUDE_CODE_${name}`),
      system: ['managed-settings.json', 'managed-settings.d/{name}.json'].flatMap((file) => [
        `/etc/claude-code/${file}`,
        `/Library/Application Support/ClaudeCode/${file}`,
      ]),
      user: ['settings.json', 'settings.local.json', 'plugins/installed_plugins.json'],
      code: ['plugins/*.json', 'plugins/cache/', 'plugins/marketplaces/', ...pluginsIn('skills')],
      projectCode: ['.claude-plugin/', ...pluginsIn('.claude/skills')],
    },
    hooksRunByAgent: [
      { format: 'claude', flavour: 'settings' },
      { format: 'claude', flavour: 'installed-plugin', isNamedInConfig: true },
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

/** Its hook files. */
export const claudeFormat: Format = formatOf(
  {
    name: 'claude',
    locations: ['.claude', '.claude-plugin', 'hooks/hooks.json'],
    loader: async () => (await import('./format.js')).claudeLoader,
    writer: async () => (await import('./format-write.js')).claudeWriter,
  },
  claudeFormatCodec,
);
