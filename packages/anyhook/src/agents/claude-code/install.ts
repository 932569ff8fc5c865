import { join } from 'node:path';
import { findOffSwitches } from '../kit/disabling-settings.js';
import { commandGroup, commandInterpreter, type InstallSpec, toSeconds } from '../kit/install.js';
import { readsEveryOddity } from '../kit/settings-oddities.js';

/** Not registered by default: a WorktreeCreate hook replaces git, MessageDisplay fires for each chunk (quirk 10), FileChanged needs file names. */
const optInEvents: readonly string[] = ['WorktreeCreate', 'MessageDisplay', 'FileChanged'];

/** Claude Code: `hooks` of its settings files. */
export const install: InstallSpec = {
  folder: ({ home, env }) => env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'),
  projectMarkers: ['.claude', 'CLAUDE.md'],
  registersByDefault: (event) => !optInEvents.includes(event),
  missingCommandBlocks: false,
  posixShell: true,
  windowsStart: 'named',
  oddities: { ...readsEveryOddity, comment: 'dropped', 'trailing comma': 'dropped' },
  target: (place) => ({
    kind: 'entries',
    file: join(place.scope === 'user' ? install.folder(place) : join(place.root, '.claude'), 'settings.json'),
    keyPath: ['hooks'],
    entry: ({ command, timeoutMs }) => {
      // Git's shell cannot read this text.
      const shell = command.startsWith(commandInterpreter) ? { shell: 'powershell' } : {};
      return commandGroup({ command, ...shell, timeout: toSeconds(timeoutMs) });
    },
  }),
  disablingSettings: (place, read) => {
    const projectFiles = ['settings.json', 'settings.local.json'].map((name) => join(place.root, '.claude', name));
    return findOffSwitches(
      read,
      [join(install.folder(place), 'settings.json'), ...projectFiles],
      ['disableAllHooks'],
      true,
    );
  },
};
