import { join } from 'node:path';
import type { InstallSpec } from '../kit/install.js';

/** Windsurf: its own hooks.json. An entry has no timeout, so the command has one. */
export const install: InstallSpec = {
  folder: ({ home }) => join(home, '.codeium', 'windsurf'),
  projectMarkers: ['.windsurf', '.windsurfrules'],
  // It fires together with post_cascade_response and makes Cascade write every conversation to a file.
  registersByDefault: (event) => event !== 'post_cascade_response_with_transcript',
  missingCommandBlocks: false,
  windowsStart: 'any',
  target: (place) => ({
    kind: 'entries',
    file: join(place.scope === 'user' ? install.folder(place) : join(place.root, '.windsurf'), 'hooks.json'),
    keyPath: ['hooks'],
    // Our output is for the user (quirk 4).
    entry: ({ command }) => ({ command, show_output: true }),
  }),
  canary: ({ event, session, cwd, command }) => ({
    agent_action_name: event,
    trajectory_id: session,
    tool_info: { command_line: command, cwd },
  }),
};
