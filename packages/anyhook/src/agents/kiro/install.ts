import { join } from 'node:path';
import { type InstallPlace, type InstallSpec, toSeconds } from '../kit/install.js';

/** Triggers of CLI 3 and IDE 1 are in PascalCase, events of CLI 2 in camelCase (quirk 4). */
const isTrigger = (event: string): boolean => /^[A-Z]/.test(event);

/** Kiro: our own file for CLI 3 and IDE 1, and the hooks of each existing agent for CLI 2. */
export const install: InstallSpec = {
  folder: ({ home }) => join(home, '.kiro'),
  projectMarkers: ['.kiro'],
  // Manual hooks are started by a person.
  registersByDefault: (event) => event !== 'Manual',
  alsoDelivers: { postToolUse: ['tool.failure'], PostToolUse: ['tool.failure'] },
  missingCommandBlocks: false,
  windowsStart: 'any',
  target: (place) => ({
    kind: 'entries',
    file: join(folderOf(place), 'hooks', 'anyhook.json'),
    keyPath: ['hooks'],
    eventKey: 'trigger',
    acceptsEvent: isTrigger,
    newFileFields: { version: 'v1' },
    entry: ({ event, command, timeoutMs }) => ({
      name: `anyhook-${event}`,
      trigger: event,
      // CLI 3 may also run the entries of agents (quirk 4); the entry's name shows that it is the same call.
      action: { type: 'command', command: place.scope === 'user' ? `${command} --entry user` : command },
      timeout: toSeconds(timeoutMs),
      enabled: true,
    }),
  }),
  extraTargets: (place) =>
    place.namesIn(join(folderOf(place), 'agents')).flatMap((name) =>
      name.endsWith('.json')
        ? [
            {
              kind: 'entries',
              file: join(folderOf(place), 'agents', name),
              keyPath: ['hooks'],
              acceptsEvent: (event) => !isTrigger(event),
              entry: ({ command, timeoutMs }) => ({
                command: `${command} --entry ${place.scope}-agent`,
                timeout_ms: timeoutMs,
              }),
            },
          ]
        : [],
    ),
  userSteps: (place) =>
    place.namesIn(join(folderOf(place), 'agents')).some((name) => name.endsWith('.json'))
      ? []
      : [
          `Kiro CLI 2 knows hooks only as part of an agent, and there is none in ${join(folderOf(place), 'agents')}: make one (kiro-cli agent create), then init again. CLI 3 and the IDE need nothing more`,
        ],
};

const folderOf = (place: InstallPlace): string =>
  place.scope === 'user' ? install.folder(place) : join(place.root, '.kiro');
