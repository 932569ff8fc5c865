import { dirname, join } from 'node:path';
import {
  dataHome,
  entryExists,
  exists,
  fileNameFor,
  fileStamp,
  guardedEvents,
  type Hook,
  hiddenReason,
  isObject,
  isoNow,
  type LoadedHook,
  makePrivateFolder,
  maxStateFileBytes,
  parseObject,
  readText,
  standIns,
  type UserPaths,
  writeAtomic,
} from '@anyhook/core';
import { configFormat } from '../formats/index.js';
import { hookWithDefaults } from '../formats/kit/builtin-hook.js';
import { type Loosening, looseningsOf } from './loosened-config.js';
import { emptyOwnConfig, idsOf } from './own-config.js';
import type { OwnConfig } from './own-guards.js';
import type { ProjectSnapshot } from './snapshot.js';

// The user's config needs no trust, but its guards are remembered: a config that guards less than before asks until a
// person confirms it. Edits that relax nothing are remembered.

/** The guards of a config when it was last confirmed or tightened. */
interface ConfigRecord {
  readonly version: 1;
  readonly config: string;
  readonly at: string;
  readonly own: OwnConfig;
}

type Env = Readonly<Record<string, string | undefined>>;

export const configRecordFile = ({ state, userConfig }: UserPaths): string =>
  join(state, 'own-config', `${fileNameFor(userConfig)}.json`);

/** A mark next to the launcher that a record exists: otherwise a lost state folder would look like a first event. */
const configMarkFile = ({ home }: UserPaths, env: Env): string => join(dataHome(env, home), 'anyhook', markName);

const markName = 'config-is-remembered';

/** The same file, from the path of the launcher. */
export const configMarkBeside = (launcher: string): string => join(dirname(dirname(launcher)), markName);

/** The guards that the user's config lost, as placeholders that ask. The first config and harmless additions pass. */
export function lostGuards(snapshot: ProjectSnapshot, user: UserPaths, env: Env): readonly LoadedHook[] {
  const { own, exposed } = snapshot;
  // If the config cannot be read, another hook already asks. In a project, trust remembers it.
  if (!own) return [];
  const record = readRecord(user, env);
  if (typeof record === 'string') return [standIn(user, record)];
  const lost = record ? lostIn(record, own, user) : [];
  // Without a config there are still guards that a new config could switch off: the project's, and self-protection.
  const known = record ?? (isConnected(user, env) ? undefined : emptyOwnConfig);
  if (lost.length === 0 && !exposed && JSON.stringify(own) !== JSON.stringify(known)) writeRecord(own, user, env);
  return lost;
}

export function confirmConfig({ own }: ProjectSnapshot, user: UserPaths, env: Env): void {
  if (!own) return;
  makePrivateFolder(user.state);
  writeAtomic(configRecordFile(user), recordText(own, user));
  leaveMark(user, env);
}

/** The record; a text if it is lost, undefined if there never was one. */
function readRecord(user: UserPaths, env: Env): OwnConfig | string | undefined {
  const file = configRecordFile(user);
  const hidden = hiddenReason(file);
  if (hidden === undefined && !entryExists(file))
    return exists(configMarkFile(user, env))
      ? `anyhook no longer knows what ${user.userConfig} guarded: ${file} is gone`
      : undefined;
  const record = parseObject(readText(file, maxStateFileBytes)) as Partial<ConfigRecord> | undefined;
  if (record?.version === 1 && isOwnConfig(record.own)) return record.own;
  return `anyhook does not know what ${user.userConfig} guarded: ${file} ${hidden === undefined ? 'cannot be read' : `cannot be read: ${hidden}`}`;
}

const isOwnConfig = (own: unknown): own is OwnConfig =>
  isObject(own) && Array.isArray(own['hooks']) && Array.isArray(own['others']) && isObject(own['settings']);

const recordText = (own: OwnConfig, { userConfig }: UserPaths): string =>
  `${JSON.stringify({ version: 1, config: userConfig, at: isoNow(), own } satisfies ConfigRecord, null, 1)}\n`;

/** Saves the record. If the state folder is not writable, the next event tries again. */
function writeRecord(own: OwnConfig, user: UserPaths, env: Env): void {
  try {
    makePrivateFolder(user.state);
    writeAtomic(configRecordFile(user), recordText(own, user));
    leaveMark(user, env);
  } catch {
    // Read-only or full.
  }
}

/** Is there a launcher from `init` next to the mark? */
const isConnected = (user: UserPaths, env: Env): boolean => exists(join(dirname(configMarkFile(user, env)), 'bin'));

/** Only where `init` installed something: elsewhere there is nothing to lose. */
function leaveMark(user: UserPaths, env: Env): void {
  const mark = configMarkFile(user, env);
  if (!isConnected(user, env) || exists(mark)) return;
  try {
    writeAtomic(mark, 'anyhook remembers what your config guards, in its state folder.\n');
  } catch {
    // A launcher that another user installed.
  }
}

/** The stamp of the record, which invalidates a cached snapshot. */
export const recordStamp = (user: UserPaths): ProjectSnapshot['stamps'] => {
  const file = configRecordFile(user);
  return { [file]: fileStamp(file) ?? null };
};

function lostIn(before: OwnConfig, now: OwnConfig, user: UserPaths): readonly LoadedHook[] {
  const found = looseningsOf(before, now);
  const isGone = !entryExists(user.userConfig);
  const hooks = found.flatMap(({ hook, what }) => (hook ? [lostHook({ hook, what }, isGone, user)] : []));
  const settings = found.flatMap(({ hook, what }) => (hook ? [] : [what]));
  if (settings.length === 0) return hooks;
  return [...hooks, standIn(user, lessText(settings.join(', and '), isGone, user))];
}

function lostHook({ hook, what }: Required<Loosening>, isGone: boolean, user: UserPaths): LoadedHook {
  const text = lessText(`${idsOf(hook).at(-1)} ${what}`, isGone, user);
  return { hook: remembered(hook), state: { kind: 'changed', what: text, was: remembered(hook) } };
}

const lessText = (what: string, isGone: boolean, { userConfig }: UserPaths): string =>
  `your config guards less than before: ${isGone ? `${userConfig} is gone` : `in ${userConfig}, ${what}`}`;

/** This id distinguishes it from a hook with the same name in the config. */
const remembered = (hook: Hook): Hook => ({ ...hook, id: `remembered:${hook.id}` });

/** Asks before everything that a guard may block. */
function standIn({ userConfig, home }: UserPaths, what: string): LoadedHook {
  const hook = hookWithDefaults({
    id: 'remembered:config',
    dialect: configFormat,
    events: guardedEvents,
    nativeEvent: 'tool.before',
    scope: 'user',
    source: userConfig,
    root: home,
    handler: { kind: 'builtin', use: standIns.changed },
    files: [userConfig],
  });
  return { hook, state: { kind: 'changed', what, was: hook } };
}

/** Is it a guard from the user's own config? */
export const isRemembered = ({ hook, state }: LoadedHook): boolean =>
  state.kind === 'changed' && hook.scope === 'user' && hook.package === undefined;
