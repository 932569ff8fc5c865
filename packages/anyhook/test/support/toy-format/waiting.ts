import { join } from 'node:path';
import { formats } from '../../../src/formats/index.js';
import type { Format } from '../../../src/formats/kit/format.js';
import { toyCodec } from './codec.js';
import { toyLoader } from './load.js';

/** A format that earlier versions did not have, with user and project files. */
const toy: Format = {
  ...toyCodec,
  locations: ['.toy'],
  requiresOptIn: true,
  loader: async () => ({
    ...toyLoader,
    places: (folders) => [
      ...toyLoader.places(folders),
      {
        scope: 'user',
        dir: join(folders.home, '.toy'),
        root: folders.home,
        find: { kind: 'folder', endings: ['.toy'] },
      },
    ],
  }),
  writer: async () => (await import('./write.js')).toyWriter,
};

/** Puts that format into the table of this process. */
export const addWaitingFormat = (): void => void Object.assign(formats, { toy });

/** A hook of that format that denies every call. */
export const waitingHookFile = (name: string, reason: string): string =>
  `name: ${name}\nwhen: before\nrun: echo ${reason}; exit 3\n`;
