import { join } from 'node:path';
import { type Render, seconds } from '../render.js';
import { events } from './events.js';

/** Copilot CLI: a file of our own among its hook files. */
export const copilotRender: Render = {
  host: 'copilot',
  programs: ['copilot'],
  folder: ({ home }) => join(home, '.copilot'),
  signs: ['.github/hooks', '.github/copilot-instructions.md'],
  // Each event has a second name, which other agents use (quirk 1): one of the two is enough.
  safe: Object.keys(events).filter((event) => /^[a-z]/.test(event)),
  missingBlocks: true,
  namesEvent: true,
  target: (place) => ({
    kind: 'entries',
    file: join(
      place.scope === 'user' ? copilotRender.folder(place) : join(place.root, '.github'),
      'hooks',
      'anyhook.json',
    ),
    at: ['hooks'],
    start: { version: 1 },
    entry: ({ command, timeoutMs }) => ({ type: 'command', bash: command, timeoutSec: seconds(timeoutMs) }),
  }),
  steps: ({ scope, root }) =>
    scope === 'project'
      ? [
          `Copilot CLI skips the hooks of a project in silence until you trust its folder: start copilot in ${root} and choose to trust it`,
        ]
      : [],
};
