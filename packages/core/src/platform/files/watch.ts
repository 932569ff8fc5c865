import { type FSWatcher, watch } from 'node:fs';

/** Folders that are watched for one caller; the system allows few watches. */
const maxFolders = 24;

/**
 * Calls `onChange` when something in one of the folders changes, until the returned function is called. A folder that
 * cannot be watched is skipped.
 */
export function watchFolders(folders: readonly string[], onChange: () => void): () => void {
  const watchers: FSWatcher[] = [];
  for (const folder of folders.slice(0, maxFolders)) {
    try {
      const watcher = watch(folder, { persistent: false }, onChange);
      watcher.on('error', () => watcher.close());
      watchers.push(watcher);
    } catch {
      // Deleted, or out of watches: the check of the files before each answer does not depend on watching.
    }
  }
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}
