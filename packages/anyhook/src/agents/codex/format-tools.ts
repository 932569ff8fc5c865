import { editAsPatch, patchAsEdit, patchAsWrite, type ToolMap, writeAsPatch } from '@anyhook/core';
import { codexTools } from './tools.js';

const fields = { content: 'command' };

/** Codex's tools. Codex writes and changes files by patches, so its hooks see those calls of other agents as patches. */
export const tools: ToolMap = {
  ...codexTools,
  apply_patch: {
    ...(codexTools['apply_patch'] ?? { kind: 'patch' }),
    alsoFor: {
      write: { kind: 'write', fields, pack: writeAsPatch, unpack: patchAsWrite },
      edit: { kind: 'edit', fields, pack: editAsPatch, unpack: patchAsEdit },
    },
  },
};

/** Other names by which a matcher finds a tool. */
export const toolAliases: Readonly<Record<string, readonly string[]>> = {
  apply_patch: ['Write', 'Edit'],
  spawn_agent: ['Agent'],
};
