import { join } from 'node:path';
import { type DisablingSetting, findOffSwitches, type ReadSettings } from '../kit/disabling-settings.js';
import { type InstallPlace, type InstallSpec, toSeconds } from '../kit/install.js';
import { readsEveryOddity } from '../kit/settings-oddities.js';
import { isAtOrBelow } from '../kit/trusted-folders.js';

/** Copilot CLI: our own file among its hook files. */
export const install: InstallSpec = {
  folder: ({ home, env }) => env['COPILOT_HOME'] || join(home, '.copilot'),
  projectMarkers: ['.github/hooks', '.github/copilot-instructions.md'],
  // Each event also has the name that other agents use (quirk 1); one of the two is enough.
  registersByDefault: (event) => /^[a-z]/.test(event),
  missingCommandBlocks: true,
  posixShell: true,
  windowsStart: 'shell',
  commandNamesEvent: true,
  oddities: { ...readsEveryOddity, comment: 'dropped', 'trailing comma': 'dropped', 'byte order mark': 'dropped' },
  target: (place) => ({
    kind: 'entries',
    file: join(place.scope === 'user' ? install.folder(place) : join(place.root, '.github'), 'hooks', 'anyhook.json'),
    keyPath: ['hooks'],
    newFileFields: { version: 1 },
    // On Windows it reads only the other key.
    entry: ({ command, timeoutMs }) => ({
      type: 'command',
      [place.isWindows ? 'powershell' : 'bash']: command,
      timeoutSec: toSeconds(timeoutMs),
    }),
  }),
  userSteps: ({ scope, root }) =>
    scope === 'project'
      ? [
          `Copilot CLI silently skips the hooks of a project until you trust its folder: start copilot in ${root} and choose to trust it`,
        ]
      : [],
  disablingSettings: (place, read) => [
    // The same key in the user's settings has no effect.
    ...findOffSwitches(read, [join(place.root, '.github', 'copilot', 'settings.json')], ['disableAllHooks'], true),
    ...(place.scope === 'project' ? missingFolderTrust(place, read) : []),
  ],
  canary: ({ session, cwd, command }) => ({
    sessionId: session,
    timestamp: 0,
    cwd,
    toolName: 'bash',
    toolArgs: JSON.stringify({ command }),
  }),
};

function missingFolderTrust(place: InstallPlace, read: ReadSettings): readonly DisablingSetting[] {
  const file = join(install.folder(place), 'config.json');
  const settings = read(file) as Readonly<Record<string, unknown>> | undefined;
  const trustedFolders = [settings?.['trusted_folders'], settings?.['trustedFolders']].flat();
  if (place.env['COPILOT_ALLOW_ALL'] === 'true' || trustedFolders.some((folder) => isAtOrBelow(place.root, folder)))
    return [];
  return [
    {
      kind: 'folder',
      file,
      what: `${place.root} is not among its trusted folders, so hooks of the project are skipped`,
      fix: `start copilot in ${place.root} and choose to trust the folder, also in future sessions`,
    },
  ];
}
