import { join } from 'node:path';
import { switchesIn } from '../kit/disabling-settings.js';
import { group, type Render, seconds } from '../kit/install.js';
import { events } from './events.js';

/** droid: hooks.json, whose keys are the events themselves; under a "hooks" of their own they would be dead. */
export const droidRender: Render = {
  host: 'droid',
  programs: ['droid'],
  folder: ({ home }) => join(home, '.factory'),
  signs: ['.factory'],
  safe: Object.keys(events),
  missingBlocks: true,
  posixShell: true,
  target: (place) => ({
    kind: 'entries',
    file: join(place.scope === 'user' ? droidRender.folder(place) : join(place.root, '.factory'), 'hooks.json'),
    at: [],
    entry: ({ command, timeoutMs }) => group({ command, timeout: seconds(timeoutMs) }),
  }),
  obstacles: (place, read) => {
    const files = [droidRender.folder(place), join(place.root, '.factory')].map((dir) => join(dir, 'settings.json'));
    return switchesIn(read, files, ['hooks', 'hooksDisabled'], true);
  },
};
