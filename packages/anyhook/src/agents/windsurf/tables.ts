import type { ToolInput, ToolMap } from '@anyhook/core';
import { toolRows } from '../../../.cache/agents/windsurf/tables.js';
import { nestedFieldPacking } from '../kit/claude-view.js';

const path = 'file_path';

/** One tool writes and changes files; `rowOf` in codec.ts finds which it was. */
export const tools: ToolMap = {
  ...toolRows,
  write_code: {
    kind: 'edit',
    fields: { path },
    ...nestedFieldPacking({ field: 'edits', list: true, names: { oldText: 'old_string', newText: 'new_string' } }),
  },
};

/** The same for hooks, under two names: calls of other agents need one for each kind. */
export const hookTools: ToolMap = {
  ...toolRows,
  write_code: { kind: 'write', fields: { path }, pack: packContent, unpack: unpackContent },
  edit_code: { kind: 'edit', fields: { path }, pack: packEdit, unpack: unpackEdit },
};
function packContent({ content, ...rest }: ToolInput): ToolInput {
  return content === undefined ? rest : { ...rest, edits: [{ old_string: '', new_string: content }] };
}

function unpackContent({ edits, ...rest }: ToolInput): ToolInput {
  const edit = onlyEdit(edits);
  return edit ? { ...rest, content: edit.new_string } : { ...rest, ...(edits !== undefined && { edits }) };
}

function packEdit({ oldText, newText, ...rest }: ToolInput): ToolInput {
  if ((oldText === undefined && newText === undefined) || rest['edits'] !== undefined) return rest;
  return { ...rest, edits: [{ old_string: oldText ?? '', new_string: newText ?? '' }] };
}

function unpackEdit({ edits, ...rest }: ToolInput): ToolInput {
  const edit = onlyEdit(edits);
  return edit
    ? { ...rest, oldText: edit.old_string, newText: edit.new_string }
    : { ...rest, ...(edits !== undefined && { edits }) };
}

interface Edit {
  readonly old_string: unknown;
  readonly new_string: unknown;
}

const onlyEdit = (edits: unknown): Edit | undefined =>
  Array.isArray(edits) && edits.length === 1 && typeof edits[0] === 'object' && edits[0] !== null
    ? (edits[0] as Edit)
    : undefined;
