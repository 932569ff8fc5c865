import { objectOf } from '@anyhook/core';
import { facts, formatFacts } from '../../../.cache/agents/claude-code/agent.js';
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
function _pluginsIn(skills: string): readonly string[] {
  const modules = ['js', 'mjs', 'cjs', 'ts', 'mts', 'cts', 'jsx', 'tsx'].map((ending) => `*.${ending}`);
  return ['.claude-plugin/', 'hooks/', 'plugin.json', ...modules].map((file) => `${skills}/*/${file}`);
}

export const claudeCode: Agent = agentOf(
  { ...facts, transcripts: { folder: 'projects', readLine: transcriptLine } },
  claudeCodeCodec,
);

export const claudeFormat: Format = formatOf(
  {
    ...formatFacts,
    loader: async () => (await import('./format.js')).claudeLoader,
    writer: async () => (await import('./format-write.js')).claudeWriter,
  },
  claudeFormatCodec,
);
