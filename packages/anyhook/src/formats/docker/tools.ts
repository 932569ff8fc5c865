import type { ToolInput, ToolMap } from '@anyhook/core';
import { toolRows } from '../../../.cache/formats/docker/tables.js';

export const dockerTools: ToolMap = { ...toolRows, edit_file: { kind: 'edit', pack: packEdit, unpack: unpackEdit } };

export const dockerMcpName = (server: string, tool: string): string => `${server}_${tool}`;

const isPart = (key: string): boolean => key === 'oldText' || key === 'newText';

/** One edit becomes a list of one; an input that already has a list is unchanged. */
function packEdit(input: ToolInput): ToolInput {
  const parts = Object.entries(input).filter(([key]) => isPart(key));
  if (parts.length === 0 || Object.hasOwn(input, 'edits')) return input;
  const rest = Object.entries(input).filter(([key]) => !isPart(key));
  return { ...Object.fromEntries(rest), edits: [Object.fromEntries(parts)] };
}

/** A list of one plain edit becomes that edit; longer lists are unchanged. */
function unpackEdit(input: ToolInput): ToolInput {
  const { edits, ...rest } = input;
  if (!Array.isArray(edits) || edits.length !== 1 || Object.keys(rest).some(isPart)) return input;
  const edit: unknown = edits[0];
  const keys = typeof edit === 'object' && edit !== null ? Object.keys(edit) : [];
  return keys.length > 0 && keys.every(isPart) ? { ...rest, ...(edit as ToolInput) } : input;
}
