import { join } from 'node:path';
import { makePrivateFolder, readText, writeAtomic } from '../files/files.js';
import { packageFile } from '../files/package-file.js';

/** The file that Node loads in a spare. */
export const nodeStub = (): string => packageFile('bin/spares/node.cjs');

/** The folder with the file that Python imports in a spare: ours, because Python keeps compiled code beside it. */
export function pythonStubFolder(state: string): string {
  const folder = join(state, 'spares');
  const file = join(folder, 'sitecustomize.py');
  const text = readText(packageFile('bin/spares/python/sitecustomize.py')) ?? '';
  makePrivateFolder(folder);
  if (readText(file) !== text) writeAtomic(file, text);
  return folder;
}
