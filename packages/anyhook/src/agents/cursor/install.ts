import { join } from 'node:path';
import { type InstallSpec, toSeconds } from '../kit/install.js';

/** These fire for the same call as preToolUse (quirk 3), while a person types, or for each thought. */
const optInEvents: readonly string[] = [
  ...['beforeShellExecution', 'beforeMCPExecution', 'beforeReadFile', 'beforeTabFileRead', 'afterTabFileEdit'],
  ...['afterAgentThought'],
];

/** Cursor: its own hooks.json; it may also run the entries of Claude Code (quirk 10). */
export const install: InstallSpec = {
  folder: ({ home }) => join(home, '.cursor'),
  projectMarkers: ['.cursor', '.cursorrules'],
  registersByDefault: (event) => !optInEvents.includes(event),
  missingCommandBlocks: false,
  windowsStart: 'shell',
  target: (place) => ({
    kind: 'entries',
    file: join(place.scope === 'user' ? install.folder(place) : join(place.root, '.cursor'), 'hooks.json'),
    keyPath: ['hooks'],
    newFileFields: { version: 1 },
    entry: ({ command, timeoutMs, failClosed }) => ({
      command,
      timeout: toSeconds(timeoutMs),
      ...(failClosed && { failClosed }),
    }),
  }),
  userSteps: ({ scope, root }) =>
    scope === 'project'
      ? [`Cursor runs the hooks of a project only in a workspace that you trust: open ${root} in Cursor and trust it`]
      : [],
};
