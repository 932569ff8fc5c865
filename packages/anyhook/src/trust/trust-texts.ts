import { join } from 'node:path';
import type { UserPaths } from '@anyhook/core';
import {
  exists,
  fileNameFor,
  type Hook,
  isObject,
  parseObject,
  readBytes,
  readPrivateFile,
  removePath,
  sha256,
  trustedFiles,
  unreadSha,
  withoutUndefined,
  writeAtomic,
} from '@anyhook/core';
import { mainWorktree } from './repository.js';
import { type ProjectToTrust, trustRecord } from './trust.js';
import { foldersAbove, foldersAboveAll, readOwnRecord, trustFolder } from './trust-records.js';

/** The contents of trusted files by their hash, stored next to the record, so that a later change can be shown. */
interface TrustedTextsFile {
  readonly version: 1;
  readonly root: string;
  readonly texts: Readonly<Record<string, string>>;
}

/** Size limits: one text, and all texts of a project. */
const maxTextBytes = 64 * 1024;
const maxAllBytes = 4 * 1024 * 1024;
/** JSON escapes some characters with six. */
const maxFileBytes = 6 * maxAllBytes + 1024 * 1024;

/** The name must not end like a record's: those are read at every event. */
export const trustedTextsFile = (root: string, user: UserPaths): string =>
  join(trustFolder(user), `${fileNameFor(root)}.texts`);

/** Keeps the texts of what the record of a folder trusts, and drops all others. */
export function keepTrustedTexts(root: string, user: UserPaths): void {
  const path = trustedTextsFile(root, user);
  const { hooks } = readOwnRecord(root, user);
  if (!hooks) {
    if (exists(path)) removePath(path);
    return;
  }
  const before = readTexts(root, user);
  const texts: Record<string, string> = {};
  let total = 0;
  for (const [file, sha] of hooks.flatMap(({ shas }) => Object.entries(shas))) {
    const text = texts[sha] === undefined ? (before[sha] ?? textOf(file, sha)) : undefined;
    if (text === undefined) continue;
    total += Buffer.byteLength(text);
    if (total > maxAllBytes) break;
    texts[sha] = text;
  }
  const file: TrustedTextsFile = { version: 1, root, texts };
  writeAtomic(path, `${JSON.stringify(file, null, 1)}\n`);
}

/** Deletes the texts of a project that is no longer trusted, also those stored for folders above it. */
export function forgetTrustedTexts(root: string, user: UserPaths): void {
  for (const folder of foldersAbove(root)) if (exists(trustedTextsFile(folder, user))) keepTrustedTexts(folder, user);
}

/** The text of a file that still has this content; binary files have none. */
function textOf(file: string, sha: string): string | undefined {
  const bytes = readBytes(file, maxTextBytes);
  return bytes && !bytes.includes(0) && sha256(bytes) === sha ? bytes.toString('utf8') : undefined;
}

function readTexts(root: string, user: UserPaths): Readonly<Record<string, string>> {
  const { text } = readPrivateFile(trustedTextsFile(root, user), maxFileBytes);
  const { texts } = (parseObject(text) ?? {}) as Partial<TrustedTextsFile>;
  if (!isObject(texts)) return {};
  const intact = Object.entries(texts).filter(([sha, kept]) => typeof kept === 'string' && sha256(kept) === sha);
  return Object.fromEntries(intact) as Readonly<Record<string, string>>;
}

/** A file of a hook that differs from what was trusted. */
export interface TrustedFileChange {
  readonly path: string;
  /** The trusted text; missing if the file is new, or if no earlier text is kept. */
  readonly before?: string;
  /** The text now; missing if the file is gone, binary, too large or unreadable. */
  readonly after?: string;
  readonly kind: 'new' | 'changed' | 'gone';
}

export function findTrustedChanges(
  snapshot: ProjectToTrust,
  user: UserPaths,
): (hook: Hook) => readonly TrustedFileChange[] {
  const { hooks: ofProject = [], packageHooks = [] } = trustRecord(snapshot, user);
  const hooks = [...ofProject, ...packageHooks];
  const mainWorktrees = snapshot.levels.flatMap((level) => mainWorktree(level) ?? []);
  const packages = (snapshot.packages ?? []).map(({ folder }) => folder);
  const folders = new Set([snapshot.root, ...foldersAboveAll(snapshot.levels), ...mainWorktrees, ...packages]);
  const texts = Object.assign({}, ...[...folders].map((folder) => readTexts(folder, user))) as Record<string, string>;
  return (hook) => {
    const isSame = (one: Hook) =>
      one.source === hook.source && one.position === hook.position && one.nativeEvent === hook.nativeEvent;
    const trusted = hooks.find((one) => isSame(one.hook));
    if (!trusted) return [];
    const paths = [...new Set([...trustedFiles(hook), ...Object.keys(trusted.shas)])];
    return paths
      .filter((path) => (snapshot.shas[path] ?? '') !== trusted.shas[path] || snapshot.shas[path] === unreadSha)
      .map((path) => changeOf(path, trusted.shas[path] ?? '', snapshot.shas[path] ?? '', texts));
  };
}

function changeOf(
  path: string,
  trustedSha: string,
  sha: string,
  texts: Readonly<Record<string, string>>,
): TrustedFileChange {
  const before = texts[trustedSha];
  const after = sha === '' ? undefined : textOf(path, sha);
  return {
    path,
    kind: trustedSha === '' ? 'new' : sha === '' ? 'gone' : 'changed',
    ...withoutUndefined({ before, after }),
  };
}
