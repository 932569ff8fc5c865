import { editAsPatch, patchAsEdit, patchAsWrite, type ToolMap, writeAsPatch } from '@anyhook/core';
import { toolRows } from '../../../.cache/agents/codex/tables.js';
import { withPatchPaths } from '../kit/tables.js';

export const tools = withPatchPaths(toolRows);

const { fields } = toolRows.apply_patch;

/** Codex writes and changes files with patches, so its hooks see such calls of other agents as patches. */
export const hookTools: ToolMap = {
  ...tools,
  apply_patch: {
    ...withPatchPaths(toolRows).apply_patch,
    alsoFor: {
      write: { kind: 'write', fields, pack: writeAsPatch, unpack: patchAsWrite },
      edit: { kind: 'edit', fields, pack: editAsPatch, unpack: patchAsEdit },
    },
  },
};
