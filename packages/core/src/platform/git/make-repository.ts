import { join } from 'node:path';
import { makePrivateFolder, writeAtomic } from '../files/files.js';

/** Elsewhere than on Linux, git must find out what the system's file names are like. */
export const canMakeOfFiles = process.platform === 'linux';

const config = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n';

/** Makes an empty repository in a folder, as `git init` does, without a process. Git makes further folders as it needs them. */
export function makeRepositoryOfFiles(folder: string): void {
  for (const name of ['objects/pack', 'refs']) makePrivateFolder(join(folder, name));
  writeAtomic(join(folder, 'config'), config);
  // The last one: a folder with it is a repository, for git and for us.
  writeAtomic(join(folder, 'HEAD'), 'ref: refs/heads/main\n');
}
