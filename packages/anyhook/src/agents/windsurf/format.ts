import { join } from 'node:path';
import { isObject, thisSystem } from '@anyhook/core';
import * as v from 'valibot';
import { eventMapSchema } from '../../formats/kit/claude-like-load.js';
import {
  addHook,
  checkedEntry,
  checkedFile,
  commandFields,
  type EntryFile,
  type EntryPosition,
  isOwnCommand,
  listedEntries,
  readEntryFile,
} from '../../formats/kit/entry-file.js';
import type { HookFile, HookLoader, HookPlace, LoadedFile, SearchFolders } from '../../formats/kit/format.js';
import { filePlace, userFolders } from '../../formats/kit/format.js';
import { filledText, optional, strict, withDescription } from '../../formats/kit/parse.js';
import { substitute } from '../../formats/kit/scripts.js';
import { windsurfFormatCodec } from './format-codec.js';

const windsurf = windsurfFormatCodec();

/** One hook of Windsurf. */
export const windsurfEntrySchema = strict({
  command: withDescription(filledText, 'The command line.'),
  powershell: optional(v.string(), 'Not used: the command line for Windows.'),
  show_output: optional(v.boolean(), 'Not used: what the hook prints is in the record.'),
  working_directory: optional(v.string(), 'Folder in which the command starts; default the project.'),
  description: optional(v.string(), 'A description of the hook.'),
});

/** A hooks.json of Windsurf. */
export const windsurfSchema = strict({
  $schema: v.optional(v.string()),
  hooks: v.optional(eventMapSchema(windsurf.events, windsurfEntrySchema)),
});

const hooksFile = 'hooks.json';
const machineFolder = thisSystem === 'win32' ? 'C:\\ProgramData\\Windsurf' : '/etc/windsurf';
const userFolder = '.codeium/windsurf';
const flavour = 'hooks';
const fileShape = strict({ $schema: v.optional(v.unknown()), hooks: v.optional(v.unknown()) });

/** Finds and reads Windsurf's hooks.json, of a project, of its user and of the machine. */
export const windsurfLoader: HookLoader = {
  fileNames: ['.windsurf/hooks.json'],
  userFolder,
  places,
  load,
  recognise: ({ path, name }) => (name === hooksFile && /(?:^|\/)\.?windsurf\//.test(path) ? 'yes' : 'no'),
  placeOf: (path) => filePlace(path, flavour),
};

const place = (scope: HookPlace['scope'], dir: string, root: string): HookPlace => ({
  ...{ scope, dir, root, find: { kind: 'file', name: hooksFile }, flavour },
});

function places(search: SearchFolders): readonly HookPlace[] {
  return [
    place('managed', machineFolder, machineFolder),
    ...userFolders(search, windsurf.name, userFolder).map((dir) => place('user', dir, dir)),
    place('project', join(search.root, '.windsurf'), search.root),
  ];
}

function load(file: HookFile): LoadedFile {
  return readEntryFile(windsurf, file, flavour, (entries) => {
    const value = checkedFile(entries, fileShape);
    if (!value) return;
    for (const { entry, ...position } of listedEntries(entries, value['hooks'] ?? {}, ['hooks']))
      readEntry(entry, position, entries);
  });
}

function readEntry(entry: unknown, position: EntryPosition, entries: EntryFile): void {
  if (isObject(entry) && isOwnCommand(entry['command'])) return;
  const checked = checkedEntry(windsurfEntrySchema, entries, entry, position);
  if (!checked) return;
  const { command, working_directory: folder, description } = checked;
  const { scope, root } = entries.file;
  // The hooks of a user and of the machine start in the agent's working folder.
  const starts = folder ? { folder: substitute(folder, { workspaceFolder: root }) } : {};
  const { handler, files } = commandFields(entries, command, starts);
  const inAgentFolder = scope !== 'project' && !folder && handler.kind === 'command';
  addHook(entries, position, {
    handler: inAgentFolder ? { kind: 'command', form: 'shell', command } : handler,
    files,
    timeoutMs: 60_000,
    ...(description && { description }),
  });
}
