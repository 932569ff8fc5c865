import { join } from 'node:path';
import { findOffSwitches } from '../kit/disabling-settings.js';
import { commandGroup, type InstallSpec, toSeconds } from '../kit/install.js';
import { readsEveryOddity } from '../kit/settings-oddities.js';
import { untrustedFolder } from '../kit/trusted-folders.js';

/** Qwen Code reads a timeout of 1000 or more as milliseconds. */
const maxTimeoutSeconds = 999;

/** Qwen Code: `hooks` of its settings files. */
export const install: InstallSpec = {
  folder: ({ home, env }) => (env['QWEN_HOME'] || '~/.qwen').replace(/^~(?=\/|$)/, () => home),
  projectMarkers: ['.qwen', 'QWEN.md'],
  // Fires while the reply streams (quirk 15).
  registersByDefault: (event) => event !== 'MessageDisplay',
  maxTimeoutMs: () => maxTimeoutSeconds * 1000,
  missingCommandBlocks: false,
  posixShell: true,
  windowsStart: 'any',
  oddities: { ...readsEveryOddity, 'trailing comma': 'refused' },
  target: (place) => ({
    kind: 'entries',
    file: join(place.scope === 'user' ? install.folder(place) : join(place.root, '.qwen'), 'settings.json'),
    keyPath: ['hooks'],
    entry: ({ command, timeoutMs }) => commandGroup({ name: 'anyhook', command, timeout: toSeconds(timeoutMs) }),
  }),
  userSteps: ({ scope, root }) =>
    scope === 'project'
      ? [
          `where folder trust is switched on in Qwen Code, it runs the hooks of a project only in folders that you trust: start qwen in ${root} and choose to trust it`,
        ]
      : [],
  disablingSettings: (place, read) => {
    const folder = install.folder(place);
    const files = [folder, join(place.root, '.qwen')].map((dir) => join(dir, 'settings.json'));
    const untrusted =
      place.scope === 'project'
        ? untrustedFolder(place, read, { folder, program: 'qwen', enabledByDefault: false })
        : [];
    return [...findOffSwitches(read, files, ['disableAllHooks'], true), ...untrusted];
  },
};
