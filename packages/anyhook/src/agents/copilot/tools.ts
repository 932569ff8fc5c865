import type { ToolMap, ToolRow } from '@anyhook/core';
import type { Fields } from '../kit/json-fields.js';
import { copilotPascalTools, copilotPatch, copilotTools, copilotWrite } from './tool-table.js';

/** Copilot CLI's tools, then the Claude names that PascalCase events use; both have Copilot's own fields (quirk 3). */
export const tools: ToolMap = { ...copilotTools, ...copilotPascalTools };

const editors: ReadonlySet<string> = new Set(['str_replace_editor', 'apply_patch', 'edit', 'Edit']);

/** `Edit` is the name of several tools that edit files; the fields show which one it is. */
export function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  if (!editors.has(toolName)) return undefined;
  if (typeof input['patch'] === 'string') return { ...copilotPatch, fields: { content: 'patch' } };
  if (typeof input['input'] === 'string') return copilotPatch;
  if (input['command'] === 'create') return copilotWrite;
  return input['command'] === 'view' ? { kind: 'read' } : undefined;
}
