import {
  isFolder,
  now,
  pluginSource,
  readSettingsFile,
  removeFile,
  replaceFile,
  type SettingsFile,
  sha256,
} from '@anyhook/core';
import { getNodeValue } from 'jsonc-parser';
import {
  type AgentInstall,
  type InstallPlace,
  type InstallTarget,
  initFilePattern,
  isWrittenByInit,
  scopesOf,
  targetsOf,
} from '../agents/kit/install.js';
import { removeConfigParts } from '../hooks/policy-config.js';
import { rememberEntries } from '../trust/entry-record.js';
import { expectUnchanged } from './apply-changes.js';
import { parseJsonObject } from './json-edit.js';
import { removeEntries } from './json-entries.js';
import { nodeLauncher } from './launcher.js';
import {
  type FileRecord,
  type FileUse,
  findFileRecord,
  type InstallManifest,
  type MovedFile,
  readManifest,
  sameUse,
  withFileRecord,
  writeManifest,
} from './manifest.js';
import { withEntriesBack } from './moved-entries.js';
import { isUnchangedPlugin } from './plugin.js';
import { removeTomlEntries } from './toml-entries.js';
import { removeTables } from './toml-tables.js';
import { isWindowsLauncher, windowsClientFile } from './windows-launcher.js';

/** The change of one file when its entries are removed. */
export interface Removal {
  readonly path: string;
  readonly before: Buffer | undefined;
  /** Undefined: delete the file. */
  readonly after: Buffer | undefined;
  /** `restore`: byte for byte as before. `strip`: without our entries. `keep`: our file was changed by hand. */
  readonly how: 'restore' | 'strip' | 'keep';
  /** The mode of a restored file. */
  readonly mode?: number;
  readonly uses: readonly FileUse[];
}

export interface RemovalPlan {
  readonly removals: readonly Removal[];
  readonly problems: readonly string[];
  /** Other projects that stay connected. */
  readonly elsewhere: readonly string[];
  /** Afterwards no agent of this user is connected. */
  readonly isLast: boolean;
}

interface RemovalOptions {
  readonly installs: readonly AgentInstall[];
  readonly place: Omit<InstallPlace, 'scope'>;
  readonly launcher: string;
  /** Which entries to remove. */
  readonly selects: (use: FileUse) => boolean;
}

/** Plans how to remove entries. Only reads. */
export function planRemovals(manifest: InstallManifest, options: RemovalOptions): RemovalPlan {
  const { launcher, selects } = options;
  const removals: Removal[] = [];
  const problems: string[] = [];
  const add = (one: Removal | string | undefined) => {
    if (typeof one === 'string') problems.push(one);
    else if (one) removals.push(one);
  };
  const launchers = [
    launcher,
    nodeLauncher(launcher),
    ...(isWindowsLauncher(launcher) ? [windowsClientFile(launcher)] : []),
  ];
  for (const record of manifest.files.filter(({ path }) => !launchers.includes(path))) {
    const uses = record.uses.filter(selects);
    if (uses.length > 0) add(removalOf(record, uses, options));
  }
  for (const { path, use } of findUnrecorded(manifest, options)) {
    add(removalOf({ path, origin: { kind: 'unknown' }, after: '', uses: [use] }, [use], options));
  }
  const isLast =
    problems.length === 0 && manifest.files.every(({ path, uses }) => launchers.includes(path) || uses.every(selects));
  if (isLast) for (const path of launchers) add(launcherRemoval(manifest, path));
  const remainingUses = manifest.files.flatMap(({ uses }) => uses.filter((use) => !selects(use)));
  const roots = remainingUses.flatMap(({ root }) => (root !== undefined && root !== options.place.root ? [root] : []));
  return { removals, problems, elsewhere: [...new Set(roots)], isLast: isLast && removals.length > 0 };
}

/** Applies the plan file by file and updates the manifest. */
export function applyRemovals(state: string, removals: readonly Removal[]): void {
  for (const { path, before, after, how, mode, uses } of removals) {
    expectUnchanged(path, before);
    const manifest = readManifest(state);
    const record = findFileRecord(manifest, path);
    if (how !== 'keep' && (before !== undefined || after !== undefined)) {
      if (after === undefined) removeFile(path, manifest.folders);
      else if (before === undefined || !after.equals(before)) {
        if (mode !== undefined) removeFile(path, []);
        replaceFile(path, after, mode);
      }
    }
    const updated = record ? withFileRecord(manifest, path, withoutUses(record, uses, after)) : manifest;
    writeManifest(state, { ...updated, folders: manifest.folders.filter(isFolder) });
    rememberEntries(state, uses.flatMap(entriesGone), now());
  }
}

/** Sessions that begin from now on are not expected to have entries. */
const entriesGone = ({ host: agent, root }: FileUse) =>
  agent === undefined ? [] : [{ host: agent, ...(root !== undefined && { root }), events: [] }];

/** Removes these uses from the record; undefined if none is left. */
function withoutUses(
  record: FileRecord,
  removed: readonly FileUse[],
  newContent: Buffer | undefined,
): FileRecord | undefined {
  const uses = record.uses.filter((one) => !removed.some((use) => sameUse(one, use)));
  return uses.length > 0 ? { ...record, uses, ...(newContent && { after: sha256(newContent) }) } : undefined;
}

function removalOf(record: FileRecord, uses: readonly FileUse[], options: RemovalOptions): Removal | string {
  const { path, origin } = record;
  const found = readSettingsFile(path);
  if (found.kind === 'unusable') return `${path}: ${found.why}`;
  const movedFile = uses.find((use) => use.movedFile)?.movedFile;
  if (movedFile) return fileBack(path, found, movedFile, uses);
  const moved = uses.flatMap((use) => use.moved ?? []);
  if (found.kind === 'absent') {
    const after = moved.length > 0 ? Buffer.from(withEntriesBack('', moved) ?? '') : undefined;
    return { path, before: undefined, after, how: 'strip', uses };
  }
  const before = found.bytes;
  const isUntouched = sha256(before) === record.after && uses.length === record.uses.length;
  if (isUntouched && origin.kind !== 'unknown') {
    const after = origin.kind === 'bytes' ? Buffer.from(origin.base64, 'base64') : undefined;
    return { path, before, after, how: 'restore', uses };
  }
  if (uses.some((use) => isOwnPlugin(before, path, use, options)) || isOwnFile(before))
    return { path, before, after: undefined, how: 'restore', uses };
  const original = origin.kind === 'bytes' ? Buffer.from(origin.base64, 'base64').toString('utf8') : undefined;
  const text = before.toString('utf8');
  if (moved.length > 0 && withEntriesBack(text, moved) === undefined)
    return `${path}: it has another form now, so the hooks that "anyhook hooks import" took from it cannot be put back; they stay in their package`;
  const stripped = uses.reduce((current, use) => stripEntries(current, use, path, original, options), text);
  const isConfig = uses.some(({ parts }) => parts !== undefined);
  if (stripped === '' && (origin.kind === 'absent' || isConfig))
    return { path, before, after: undefined, how: 'strip', uses };
  const after = stripped === text ? before : Buffer.from(stripped);
  const isKept = after === before && isWrittenByInit(text);
  return { path, before, after, how: isKept ? 'keep' : 'strip', uses };
}

/** Restores the file that `import` moved away, unless another one exists there now. */
function fileBack(
  path: string,
  found: Exclude<SettingsFile, { kind: 'unusable' }>,
  { base64, mode }: MovedFile,
  uses: readonly FileUse[],
): Removal | string {
  const after = Buffer.from(base64, 'base64');
  const before = found.kind === 'file' ? found.bytes : undefined;
  if (before && !before.equals(after) && !isOwnFile(before))
    return `${path}: another file exists there now, so the one that "anyhook hooks import" took over cannot be put back; it stays in its package`;
  return { path, before, after, how: 'restore', mode, uses };
}

function stripEntries(
  text: string,
  use: FileUse,
  path: string,
  original: string | undefined,
  options: RemovalOptions,
): string {
  if (use.tables) return removeTables(text, use.tables);
  if (use.parts) return removeConfigParts(text, use.parts);
  if (use.moved) return withEntriesBack(text, use.moved) ?? text;
  const target = targetAt(path, use, options);
  if (target?.kind !== 'entries') return text;
  const bom = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const body = text.slice(bom.length);
  return bom + (target.format === 'toml' ? removeTomlEntries(body, target) : removeEntries(body, target, original));
}

/** An unchanged plugin is entirely ours, even if the manifest no longer lists it. */
function isOwnPlugin(bytes: Buffer, path: string, use: FileUse, options: RemovalOptions): boolean {
  const target = targetAt(path, use, options);
  if (target?.kind !== 'plugin' || use.host === undefined) return false;
  return isUnchangedPlugin(bytes.toString('utf8'), pluginSource(use.host));
}

/** Is this exactly the file that `init` writes for one event? */
const isOwnFile = (bytes: Buffer): boolean => initFilePattern.test(bytes.toString('utf8'));

function targetAt(path: string, use: FileUse, options: RemovalOptions): InstallTarget | undefined {
  const install = options.installs.find(({ agent }) => agent === use.host);
  if (!install) return undefined;
  const place = installPlace(use, options);
  // A variable that moves the agent's folder may be set now and not at init, or the other way round.
  const environments = [place.env, { ...place.env, ...use.movedBy }, {}];
  return environments
    .flatMap((env) => targetsOf(install, { ...place, env }))
    .find((target) => target.kind !== 'files' && target.file === path);
}

const installPlace = (use: FileUse, { place }: RemovalOptions): InstallPlace => ({
  ...place,
  scope: use.scope,
  root: use.root ?? place.root,
});

interface UnrecordedFile {
  readonly path: string;
  readonly use: FileUse;
}

/** Files with our entries that are not in the manifest, e.g. after the state folder was lost. */
function findUnrecorded(manifest: InstallManifest, options: RemovalOptions): readonly UnrecordedFile[] {
  const { installs, place, selects } = options;
  return installs.flatMap((install) =>
    scopesOf(install).flatMap((scope) => {
      const use: FileUse = { host: install.agent, scope, ...(scope === 'project' && { root: place.root }) };
      if (!selects(use)) return [];
      const files = targetsOf(install, { ...place, scope }).flatMap((target) =>
        target.kind === 'files' ? install.defaultEvents.map(target.file) : [target.file],
      );
      return files
        .filter((path) => !findFileRecord(manifest, path) && isWrittenByInit(settingsText(path)))
        .flatMap((path) => [{ path, use }, ...unrecordedTrust(path, use, install, manifest, options)]);
    }),
  );
}

/** The tables that make the agent trust the entries of a file, if the manifest does not list them either. */
function unrecordedTrust(
  path: string,
  use: FileUse,
  install: AgentInstall,
  manifest: InstallManifest,
  options: RemovalOptions,
): readonly UnrecordedFile[] {
  const doc = install.trust ? parseJsonObject(settingsText(path)) : '';
  if (typeof doc === 'string') return [];
  const trust = install.trust?.(installPlace(use, options), getNodeValue(doc.root));
  if (!trust || findFileRecord(manifest, trust.file)) return [];
  return [{ path: trust.file, use: { ...use, tables: trust.tables.map((table) => table.path) } }];
}

function settingsText(path: string): string {
  const found = readSettingsFile(path);
  return found.kind === 'file' ? found.bytes.toString('utf8') : '';
}

function launcherRemoval(manifest: InstallManifest, launcher: string): Removal | undefined {
  const found = readSettingsFile(launcher);
  const uses = findFileRecord(manifest, launcher)?.uses ?? [];
  if (found.kind !== 'file' || !isWrittenByInit(found.bytes.toString('utf8'))) return undefined;
  return { path: launcher, before: found.bytes, after: undefined, how: 'restore', uses };
}
