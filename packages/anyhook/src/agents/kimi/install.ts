import { join } from 'node:path';
import { type InstallSpec, toSeconds } from '../kit/install.js';

const maxTimeoutSeconds = 600;
/** Kimi CLI waits at most this long when a session ends. */
const sessionEndSeconds = 5;

/** Kimi CLI: `[[hooks]]` of the user's config.toml; projects have no settings. */
export const install: InstallSpec = {
  folder: ({ home, env }) => env['KIMI_SHARE_DIR'] || join(home, '.kimi'),
  projectMarkers: [],
  // An error returned by a tool arrives as PostToolUse (quirk 4).
  alsoDelivers: { PostToolUse: ['tool.failure'] },
  maxTimeoutMs: (event) => (event === 'SessionEnd' ? sessionEndSeconds : maxTimeoutSeconds) * 1000,
  missingCommandBlocks: false,
  windowsStart: 'any',
  scopes: ['user'],
  unguardedLine: {
    title: 'Kimi Code',
    fromMajor: 2,
    packages: ['@moonshot-ai/kimi-code'],
    folders: ({ home, env }) => [env['KIMI_CODE_HOME'] ?? '', join(home, '.kimi-code')],
    why: 'it reads its own config.toml in ~/.kimi-code or KIMI_CODE_HOME, which anyhook does not support yet',
    advice: 'use Kimi CLI 1 or another agent, and remove Kimi Code and its folder if they are not used',
  },
  target: (place) => ({
    kind: 'entries',
    format: 'toml',
    file: join(install.folder(place), 'config.toml'),
    keyPath: ['hooks'],
    eventKey: 'event',
    entry: ({ event, command, timeoutMs }) => ({ event, command, timeout: toSeconds(timeoutMs) }),
  }),
};
