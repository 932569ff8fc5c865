import { join } from 'node:path';
import { entryScript, type InstallSpec } from '../kit/install.js';

/** Cline CLI: an executable file for each event, named after it. */
export const install: InstallSpec = {
  folder: ({ home, env }) => env['CLINE_DIR'] || join(home, '.cline'),
  projectMarkers: ['.clinerules', '.cline'],
  alsoDelivers: { PostToolUse: ['tool.failure'] },
  // Cline does not wait longer for a hook (quirk 10).
  maxTimeoutMs: () => 120_000,
  missingCommandBlocks: false,
  commandNamesEvent: true,
  target: (place) => {
    const dir =
      place.scope === 'user' ? join(install.folder(place), 'hooks') : join(place.root, '.clinerules', 'hooks');
    return {
      kind: 'files',
      file: (event) => join(dir, event),
      text: ({ command }) => entryScript(command),
    };
  },
  canary: ({ event, session, cwd, command }) => ({
    taskId: session,
    hookName: event,
    workspaceRoots: [cwd],
    tool_call: { id: session, name: 'run_commands', input: { commands: [command] } },
    preToolUse: { toolName: 'run_commands', parameters: { commands: JSON.stringify([command]) } },
  }),
};
