import { shellWord, type ToolCall } from '@anyhook/core';
import type { CommandReading, GuardWorld, ReadingOptions, ToolShell } from '@anyhook/guard';
import {
  folderFields,
  hasControlKeys,
  isLabelField,
  mayHoldFolder,
  mergedReadings,
  namedFolders,
  toolFieldName,
  toolTexts,
} from '@anyhook/guard';
import { readOnce } from './call-readings.js';

/** The folders that a shell call names for its command, as written: it is unknown which field the tool uses. */
export const shellFolders = ({ input }: ToolCall): readonly string[] =>
  // Replays record which fields are read, so read only fields that exist.
  namedFolders(
    Object.keys(input)
      .map((name) => [toolFieldName(name), name] as const)
      .filter(([field]) => mayHoldFolder(field))
      .map(([field, name]) => [field, input[name]] as const),
  );

/** The command of a shell tool as one text; some agents give a list of words. */
export function shellCommand({ input: { command } }: ToolCall): string {
  return Array.isArray(command) ? command.map((word) => shellWord(String(word))).join(' ') : String(command ?? '');
}

/** Whether the command is the only text that a shell call runs, as in most calls. */
export function hasOnlyCommand({ input, hidden }: ToolCall, command: string): boolean {
  if (hidden !== undefined || hasControlKeys(command) || typeof input !== 'object' || input === null) return false;
  return Object.entries(input).every(([name, value]) => {
    if (typeof value !== 'string') return typeof value !== 'object';
    const field = toolFieldName(name);
    const isRun = value !== command && !isLabelField(field) && !folderFields.has(field);
    // A text may hold fields as JSON.
    return !isRun && !/^\s*[[{"]/.test(value);
  });
}

/** What a shell call does: its command and anything else it may run, in each folder it names. */
export function readShellCall(
  call: ToolCall,
  worldIn: (folder: string | undefined) => GuardWorld,
  options: ReadingOptions,
): CommandReading {
  const command = shellCommand(call);
  const others = hasOnlyCommand(call, command) ? undefined : toolTexts(call);
  const texts = [command, ...(others?.commands.map(({ text }) => text) ?? [])];
  const folders = shellFolders(call);
  const readings = (folders.length === 0 ? [undefined] : folders).flatMap((folder) => {
    const world = worldIn(folder);
    return [...new Set(texts)].map((text) => readOnce(call, text, world, options));
  });
  return mergedReadings(readings, others?.isCut ?? false);
}

/** The shell of a tool. Windows has its own tool in several agents. `bashTools`: as in the context of builtins. */
export function shellOf({ nativeName }: ToolCall, agent: string, bashTools: readonly string[] = []): ToolShell {
  if (/powershell|pwsh/i.test(nativeName)) return 'powershell';
  if (/^cmd(?:\.exe)?$/i.test(nativeName)) return 'cmd';
  return bashTools.includes(`${agent} ${nativeName}`) ? 'bash' : 'any';
}
