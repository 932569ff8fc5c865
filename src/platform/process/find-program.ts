import { isAbsolute, join } from 'node:path';
import { isExecutable } from '../files/files.js';

/** The file that a program's name stands for on a PATH; undefined where there is none. */
export const onPath = (name: string, path = ''): string | undefined =>
  path
    .split(':')
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(isExecutable);
