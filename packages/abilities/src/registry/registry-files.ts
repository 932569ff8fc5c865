import { join } from 'node:path';
import { isHookTest, listFolder, type Problem } from '@anyhook/core';
import type { RegistryFolder } from './load.js';

export interface RegistryFile {
  readonly path: string;
  readonly folder: RegistryFolder;
}

const folders: readonly RegistryFolder[] = ['low-level', 'high-level'];
const maxFiles = 20_000;
/** A folder with more entries of any kind is not listed, because this happens when a session starts. */
const maxEntries = 2 * maxFiles;

export function listRegistryFiles(level: string, problems: Problem[]): readonly RegistryFile[] {
  return folders.flatMap((folder) => {
    const dir = join(level, '.system', 'registry', folder);
    const addProblem = (source: string, message: string) => void problems.push({ source, severity: 'error', message });
    const entries = listFolder(dir, maxEntries);
    if (typeof entries === 'string') {
      addProblem(dir, `no ability of this folder was loaded: ${entries}`);
      return [];
    }
    const yamlFiles = entries.filter(({ name }) => /^[^.].*\.ya?ml$/s.test(name) && !isHookTest(name));
    if (yamlFiles.length > maxFiles)
      addProblem(dir, `expected at most ${maxFiles} files, got ${yamlFiles.length}: the rest is not loaded`);
    return yamlFiles.slice(0, maxFiles).flatMap(({ name, kind }) => {
      const path = join(dir, name);
      if (kind === 'file') return [{ path, folder }];
      addProblem(path, 'not loaded: expected a file, got a folder, a broken link or something else');
      return [];
    });
  });
}
