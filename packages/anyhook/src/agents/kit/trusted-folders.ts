import { dirname, join } from 'node:path';
import { isWithin } from '@anyhook/core';
import { type DisablingSetting, type ReadSettings, valueAt } from './disabling-settings.js';
import type { InstallPlace } from './install.js';

interface FolderTrust {
  /** The agent's own folder. */
  readonly folder: string;
  readonly program: string;
  /** Folder trust is on unless the settings turn it off. */
  readonly enabledByDefault: boolean;
}

/** Why an agent of the Gemini family does not trust the project's folder. */
export function untrustedFolder(
  { root }: InstallPlace,
  read: ReadSettings,
  { folder, program, enabledByDefault }: FolderTrust,
): readonly DisablingSetting[] {
  const enabled = valueAt(read(join(folder, 'settings.json')), ['security', 'folderTrust', 'enabled']);
  if ((typeof enabled === 'boolean' ? enabled : enabledByDefault) === false) return [];
  const file = join(folder, 'trustedFolders.json');
  const rules = read(file);
  const trusted =
    typeof rules === 'object' &&
    rules !== null &&
    Object.entries(rules).some(([path, rule]) =>
      rule === 'TRUST_PARENT' ? isAtOrBelow(root, dirname(path)) : rule === 'TRUST_FOLDER' && isAtOrBelow(root, path),
    );
  if (trusted) return [];
  const fix = `start ${program} in ${root} and choose to trust the folder`;
  return [{ kind: 'folder', file, what: `${root} is not trusted there, so its hooks are skipped`, fix }];
}

/** Is the path that folder, or below it? */
export const isAtOrBelow = (path: string, folder: unknown): boolean =>
  typeof folder === 'string' && isWithin(path, folder);
