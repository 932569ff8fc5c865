import type { ToolInput, ToolMap, ToolRow } from '@anyhook/core';
import { type Fields, objectValue } from '../kit/json-fields.js';
import { clineExtensionTools, clineTools } from './tool-table.js';

/** Tools of Cline CLI, then of the editor extension. */
export const tools: ToolMap = { ...clineTools, ...clineExtensionTools };

/** The other forms that run_commands and read_files take (quirk 7). */
export function rowOf(toolName: string, input: Fields): ToolRow | undefined {
  if (toolName === 'run_commands' && input['commands'] === undefined) {
    if (input['command'] !== undefined) return { kind: 'shell' };
    return input['cmd'] === undefined ? undefined : { kind: 'shell', fields: { command: 'cmd' } };
  }
  if (toolName !== 'read_files' || input['files'] !== undefined) return undefined;
  if (input['file_path'] !== undefined) return { kind: 'read', fields: { path: 'file_path' } };
  if (input['filePath'] !== undefined) return { kind: 'read', fields: { path: 'filePath' } };
  if (input['file_paths'] !== undefined) return { kind: 'read', fields: { paths: 'file_paths' } };
  return input['path'] === undefined && input['paths'] === undefined ? undefined : { kind: 'read' };
}

const bareInputField: Readonly<Record<string, string>> = {
  run_commands: 'commands',
  read_files: 'files',
  search_codebase: 'queries',
  apply_patch: 'input',
};

/** Some models send a bare value instead of an object; it is put under the field that it belongs to. */
export function inputOf(toolName: string | undefined, input: unknown): ToolInput | undefined {
  const field =
    toolName !== undefined && Object.hasOwn(bareInputField, toolName) ? bareInputField[toolName] : undefined;
  if (objectValue(input) || field === undefined) return objectValue(input);
  return typeof input === 'string' || Array.isArray(input) ? { [field]: input } : undefined;
}
