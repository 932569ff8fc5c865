import { isAbsolute, join } from 'node:path';
import { isExecutable } from '../files/files.js';

/** The file of a program on a PATH; undefined if there is none. */
export const findOnPath = (name: string, path = ''): string | undefined =>
  path
    .split(':')
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(isExecutable);
