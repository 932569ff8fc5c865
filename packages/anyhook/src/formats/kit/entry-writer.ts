import type { FileToWrite, HookDraft, ReadProjectFile } from './hook-draft.js';
import { withEnv } from './hook-draft.js';
import { appendJson } from './json-edit.js';

/** The script of a new hook, in this folder; undefined for other hooks. */
export function scriptFile({ name, handler }: HookDraft, folder: string): FileToWrite | undefined {
  if (handler.kind !== 'script') return undefined;
  return { path: `${folder}/${name}.${handler.ending}`, text: handler.text, executable: true };
}

/** The command line of a hook that starts in the project's folder. */
export function commandLine({ handler }: HookDraft, script: FileToWrite | undefined): string {
  if (script) return `./${script.path}`;
  return handler.kind === 'command' ? withEnv(handler) : '';
}

/** A shared JSON file with entries added, each to the list at a path; none of them if the file has the mark already. */
export function addedEntries(
  path: string,
  read: ReadProjectFile,
  entries: readonly { readonly keyPath: readonly string[]; readonly item: unknown }[],
  { emptyFile, mark }: { readonly emptyFile: string; readonly mark: string },
): readonly FileToWrite[] {
  const before = read(path) ?? emptyFile;
  if (before.includes(mark)) return [];
  const text = entries.reduce((so, { keyPath, item }) => appendJson(path, so, keyPath, item), before);
  return [{ path, text, shared: true }];
}
