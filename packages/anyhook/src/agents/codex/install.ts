import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { type DisablingSetting, type ReadSettings, valueAt } from '../kit/disabling-settings.js';
import {
  commandGroup,
  type InstallPlace,
  type InstallSpec,
  isWrittenByInit,
  type TrustTables,
  toSeconds,
} from '../kit/install.js';
import { objectValue } from '../kit/json-fields.js';

/** Codex caps these at three seconds and hashes the capped timeout. */
const shortEvents: readonly string[] = ['SessionEnd', 'Interrupt'];
const shortTimeoutSeconds = 3;

/** Codex: hooks.json, and a hash of each entry in the user's config.toml. It silently skips an entry without a hash. */
export const install: InstallSpec = {
  // Codex resolves symbolic links in this variable only; the path is part of what it trusts.
  folder: ({ home, env, realPath }) => (env['CODEX_HOME'] ? realPath(env['CODEX_HOME']) : join(home, '.codex')),
  projectMarkers: ['.codex'],
  registersByDefault: (event) => event !== 'Interrupt',
  maxTimeoutMs: (event) => (shortEvents.includes(event) ? shortTimeoutSeconds * 1000 : Number.POSITIVE_INFINITY),
  missingCommandBlocks: false,
  windowsStart: 'shell',
  oddities: {
    comment: 'dropped',
    'trailing comma': 'dropped',
    'byte order mark': 'dropped',
    'duplicate key': 'dropped',
    'unknown event': 'read',
  },
  target: (place) => ({
    kind: 'entries',
    file: hooksFile(place),
    keyPath: ['hooks'],
    entry: ({ command, timeoutMs }) => commandGroup({ command, timeout: toSeconds(timeoutMs) }),
  }),
  trust,
  disablingSettings,
};

function disablingSettings(place: InstallPlace, read: ReadSettings): readonly DisablingSetting[] {
  const file = join(install.folder(place), 'config.toml');
  const settings = read(file);
  const found: DisablingSetting[] = [];
  if (valueAt(settings, ['features', 'hooks']) === false)
    found.push({
      kind: 'switch',
      file,
      what: '"features.hooks" is false, which switches all hooks off',
      fix: `set "hooks = true" below [features] in ${file}, or remove that line`,
    });
  const level = valueAt(settings, ['projects', place.root, 'trust_level']);
  if (place.scope === 'project' && level === 'untrusted')
    found.push({
      kind: 'folder',
      file,
      what: `"trust_level" of ${place.root} is "untrusted", so hooks of the project are skipped`,
      fix: `set trust_level = "trusted" below [projects."${place.root}"] in ${file}`,
    });
  return found;
}

const hooksFile = (place: InstallPlace): string =>
  join(place.scope === 'user' ? install.folder(place) : join(place.root, '.codex'), 'hooks.json');

function trust(place: InstallPlace, settings: unknown): TrustTables {
  const file = hooksFile(place);
  const tables = Object.entries(mapOf(mapOf(settings)['hooks'])).flatMap(([event, groups]) =>
    listOf(groups).flatMap((group, groupIndex) =>
      listOf(mapOf(group)['hooks']).flatMap((handler, handlerIndex) => {
        if (!isWrittenByInit(mapOf(handler)['command'])) return [];
        const name = `${file}:${toSnakeCase(event)}:${groupIndex}:${handlerIndex}`;
        const value = hashOf(event, mapOf(group)['matcher'], mapOf(handler));
        return [{ path: ['hooks', 'state', name], key: 'trusted_hash', value }];
      }),
    ),
  );
  return { file: join(install.folder(place), 'config.toml'), tables };
}

/** Codex's hash of an entry: keys sorted, defaults filled in, timeouts capped. */
function hashOf(event: string, matcher: unknown, handler: Fields): string {
  const ownTimeout = typeof handler['timeout'] === 'number' ? handler['timeout'] : undefined;
  const timeout = shortEvents.includes(event) ? Math.min(ownTimeout ?? 1, shortTimeoutSeconds) : (ownTimeout ?? 600);
  const { command, statusMessage } = handler;
  const entry = {
    event_name: toSnakeCase(event),
    hooks: [
      {
        async: handler['async'] === true,
        command,
        ...(statusMessage !== undefined && { statusMessage }),
        timeout,
        type: 'command',
      },
    ],
    ...(typeof matcher === 'string' && { matcher }),
  };
  return `sha256:${createHash('sha256').update(JSON.stringify(entry)).digest('hex')}`;
}

const toSnakeCase = (event: string): string => event.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();

type Fields = Readonly<Record<string, unknown>>;
const mapOf = (value: unknown): Fields => objectValue(value) ?? {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
