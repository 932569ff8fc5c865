import { join } from 'node:path';
import { findOffSwitches } from '../kit/disabling-settings.js';
import { commandGroup, type InstallSpec } from '../kit/install.js';
import { readsEveryOddity } from '../kit/settings-oddities.js';
import { untrustedFolder } from '../kit/trusted-folders.js';

/** AfterModel fires for each chunk (quirk 11), PreCompress before each model call (quirk 10). */
const optInEvents: readonly string[] = ['AfterModel', 'PreCompress', 'BeforeToolSelection'];

/** Gemini CLI: `hooks` of its settings files; timeouts in milliseconds. */
export const install: InstallSpec = {
  folder: ({ home, env }) => join(env['GEMINI_CLI_HOME'] || home, '.gemini'),
  projectMarkers: ['.gemini', 'GEMINI.md'],
  registersByDefault: (event) => !optInEvents.includes(event),
  alsoDelivers: { AfterTool: ['tool.failure'] },
  missingCommandBlocks: true,
  posixShell: true,
  windowsStart: 'shell',
  oddities: { ...readsEveryOddity, 'trailing comma': 'refused', 'byte order mark': 'refused' },
  target: (place) => ({
    kind: 'entries',
    file: join(place.scope === 'user' ? install.folder(place) : join(place.root, '.gemini'), 'settings.json'),
    keyPath: ['hooks'],
    entry: ({ command, timeoutMs }) => commandGroup({ name: 'anyhook', command, timeout: timeoutMs }),
  }),
  userSteps: ({ scope, root }) => [
    scope === 'project'
      ? `Gemini CLI runs the hooks of a project only where you trust its folder: start gemini in ${root} and choose to trust it, or set GEMINI_CLI_TRUST_WORKSPACE=true`
      : 'Gemini CLI runs hooks only in folders that you trust there: start gemini in the project and choose to trust it, or set GEMINI_CLI_TRUST_WORKSPACE=true',
  ],
  disablingSettings: (place, read) => {
    const folder = install.folder(place);
    const files = [folder, join(place.root, '.gemini')].map((dir) => join(dir, 'settings.json'));
    const trustsWorkspace = place.env['GEMINI_CLI_TRUST_WORKSPACE'] === 'true';
    const untrusted = trustsWorkspace
      ? []
      : untrustedFolder(place, read, { folder, program: 'gemini', enabledByDefault: true });
    return [...findOffSwitches(read, files, ['hooksConfig', 'enabled'], false), ...untrusted];
  },
};
