import { isAbsolute, join } from 'node:path';
import { isExecutable } from '../files/files.js';

/** The file of a program on a PATH; undefined if there is none. */
export const findOnPath = (name: string, path = ''): string | undefined =>
  path
    .split(':')
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(isExecutable);

/** npm, npx and the like add the programs of the project to PATH. Agents that are started otherwise do not have them. */
export const withoutPackagePath = <Env extends Readonly<Record<string, string | undefined>>>(env: Env): Env =>
  env['PATH'] === undefined
    ? env
    : {
        ...env,
        PATH: env['PATH']
          .split(':')
          .filter((one) => !isPackagePath(one))
          .join(':'),
      };

const isPackagePath = (folder: string): boolean => /(?:^|\/)(?:node_modules\/\.bin|node-gyp-bin)\/?$/.test(folder);
