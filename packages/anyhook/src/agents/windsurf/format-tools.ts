import type { ToolInput, ToolMap } from '@anyhook/core';

const path = 'file_path';

/** Cascade has no tool names; these come from its events. A new file and a changed one are both `write_code` there. */
export const windsurfTools: ToolMap = {
  run_command: { kind: 'shell', fields: { command: 'command_line' } },
  read_code: { kind: 'read', fields: { path } },
  write_code: { kind: 'write', fields: { path }, pack: packContent, unpack: unpackContent },
  edit_code: { kind: 'edit', fields: { path }, pack: packEdit, unpack: unpackEdit },
};

export const windsurfMcpName = (server: string, tool: string): string => `mcp:${server}/${tool}`;

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
