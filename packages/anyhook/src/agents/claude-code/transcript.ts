import { objectOf } from '@anyhook/core';
import type { TranscriptLine } from '../agent.js';

/** Reads one line of a Claude Code transcript: calls of the model, and results that are not errors. */
export function transcriptLine({
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
