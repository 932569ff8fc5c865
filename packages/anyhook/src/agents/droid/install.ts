import { join } from 'node:path';
import { findOffSwitches } from '../kit/disabling-settings.js';
import { commandGroup, type InstallSpec, toSeconds } from '../kit/install.js';
import { readsEveryOddity } from '../kit/settings-oddities.js';

/** droid: hooks.json, whose top-level keys are the events. droid ignores events below a "hooks" key. */
export const install: InstallSpec = {
  folder: ({ home, env }) => join(env['FACTORY_HOME_OVERRIDE'] || home, '.factory'),
  projectMarkers: ['.factory'],
  missingCommandBlocks: true,
  posixShell: true,
  windowsStart: 'any',
  oddities: { ...readsEveryOddity, 'trailing comma': 'dropped', 'byte order mark': 'dropped' },
  target: (place) => ({
    kind: 'entries',
    file: join(place.scope === 'user' ? install.folder(place) : join(place.root, '.factory'), 'hooks.json'),
    keyPath: [],
    entry: ({ command, timeoutMs }) => commandGroup({ command, timeout: toSeconds(timeoutMs) }),
  }),
  disablingSettings: (place, read) => {
    const files = [install.folder(place), join(place.root, '.factory')].map((dir) => join(dir, 'settings.json'));
    return findOffSwitches(read, files, ['hooks', 'hooksDisabled'], true);
  },
};
