import { type FSWatcher, watch } from 'node:fs';

/** Folders that are watched for one caller; the system allows few watches. */
const maxFolders = 24;

/**
 * Calls back when something in one of the folders changes, until the result is called. A folder that cannot be watched
 * is skipped.
 */
export function watchFolders(folders: readonly string[], onChange: () => void): () => void {
  const watchers: FSWatcher[] = [];
  for (const folder of folders.slice(0, maxFolders)) {
    try {
      const watcher = watch(folder, { persistent: false }, onChange);
      watcher.on('error', () => watcher.close());
      watchers.push(watcher);
    } catch {
      // Deleted, or no watches left: the check of the files before each answer does not depend on them.
    }
  }
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}
