import { join } from 'node:path';
import { type InstallSpec, toSeconds } from '../../../src/agents/kit/install.js';

/** The toy: one list of entries per event in its settings file. */
export const install: InstallSpec = {
  folder: ({ home }) => join(home, '.toy'),
  projectMarkers: ['.toy'],
  missingCommandBlocks: false,
  posixShell: true,
  target: (place) => ({
    kind: 'entries',
    file: join(place.scope === 'user' ? install.folder(place) : join(place.root, '.toy'), 'hooks.json'),
    keyPath: ['on'],
    entry: ({ command, timeoutMs }) => ({ run: command, patience: toSeconds(timeoutMs) }),
  }),
};
