import { join } from 'node:path';
import {
  cachedTrees,
  copyWithTimes,
  entryNames,
  entryStat,
  exists,
  findRepository,
  type GitIndex,
  hardLink,
  hasObjects,
  type IndexEntry,
  makePrivateFolder,
  parseGitIndex,
  type RepositoryFolders,
  readBytes,
  removePath,
  settingsFor,
  writeAtomic,
} from '@anyhook/core';
import type { FirstFiles } from './file-permissions.js';
import { type ShadowGit, splitNul } from './shadow-git.js';

const maxIndexBytes = 512 * 1024 * 1024;
/** Attributes that make git store other bytes than the file has: converted line endings, or anything. */
const lineEndingAttributes = ['text', 'eol', 'crlf'];
const otherAttributes = ['filter', 'ident', 'working-tree-encoding'];

/** The files that the project tracks, with the tree of its index if git recorded it there. */
export interface SeededFiles extends FirstFiles {
  readonly tree?: string | undefined;
}

/**
 * Fills a new shadow repository from the project's repository: packs by hard links, so that they survive if the project
 * loses its `.git`, and its index, so that unchanged files are not read. Returns the files that the project tracks;
 * undefined if it has no usable index.
 */
export async function seedFromProject(shadow: ShadowGit): Promise<SeededFiles | undefined> {
  const folders = findRepository(shadow.root);
  const settings = folders && settingsFor(folders, shadow.env);
  if (!folders || settings === undefined || typeof settings === 'string' || folders.top !== shadow.root)
    return undefined;
  // Object names of another format cannot be shared.
  if (/objectformat\s*=\s*"?sha256/i.test(settings.text)) return undefined;
  linkPacks(shadow, folders);
  linkLooseObjects(shadow, folders);
  const index = join(shadow.dir, 'index');
  try {
    const original = join(folders.gitFolder, 'index');
    if (!exists(original)) return undefined;
    copyWithTimes(original, index);
    const copied = parseGitIndex(readBytes(index, maxIndexBytes) ?? Buffer.alloc(0));
    const convertsAll = /\b(?:autocrlf\s*=\s*"?(?:true|input)|eol\s*=)/i.test(settings.text);
    if (!copied) return await askForIndex(shadow, index);
    const { entries } = copied;
    const repaired = await repairIndex(shadow, entries, folders, convertsAll);
    // If a file is as new as the index, it may have changed in the same second after git read it.
    const writtenAt = Math.floor((entryStat(original)?.modifiedAt ?? 0) / 1_000);
    const here = entries.filter((entry) => !isElsewhere(entry));
    return {
      tree: repaired.size === 0 ? await notedTree(shadow, copied) : undefined,
      paths: here.map(({ path }) => path),
      isSame(i, stat) {
        const entry = here[i] as IndexEntry;
        if (entry.stage > 0 || entry.modifiedSeconds >= writtenAt || repaired.has(entry)) return false;
        return entry.isSameFile(stat);
      },
    };
  } catch {
    // Without a seed the first snapshot reads every file.
    removePath(index);
    return undefined;
  }
}

/** The tree that git recorded in the index. Git trusts it; if objects are missing here, it must store everything again. */
async function notedTree(shadow: ShadowGit, index: GitIndex): Promise<string | undefined> {
  const trees = cachedTrees(index);
  if (!trees || hasObjects(shadow.objects, trees)) return trees?.[0];
  return (await shadow.run(['write-tree', '--ignore-cache-tree'])).trim();
}

/** Links missing packs. Packs on another disk are only referenced, and lost with the project's `.git`. */
export function linkPacks({ objects }: Pick<ShadowGit, 'objects'>, { commonFolder }: RepositoryFolders): void {
  const from = join(commonFolder, 'objects');
  const to = join(objects, 'pack');
  makePrivateFolder(to);
  const names = entryNames(join(from, 'pack'));
  const packs = names.filter((name) => name.endsWith('.pack') && names.includes(name.replace(/pack$/, 'idx')));
  const isLinked = packs.every((name) =>
    // The index of a pack comes last, because git finds a pack by its index.
    ['pack', 'idx'].every((end) => {
      const file = name.replace(/pack$/, end);
      return hardLink(join(from, 'pack', file), join(to, file));
    }),
  );
  if (!isLinked || exists(join(from, 'info', 'alternates')))
    writeAtomic(join(objects, 'info', 'alternates'), `${from}\n`);
}

/** Links loose objects: a repository packs itself when it has a few thousand of them. */
function linkLooseObjects({ objects }: Pick<ShadowGit, 'objects'>, { commonFolder }: RepositoryFolders): void {
  const from = join(commonFolder, 'objects');
  for (const folder of entryNames(from).filter((name) => /^[0-9a-f]{2}$/.test(name))) {
    makePrivateFolder(join(objects, folder));
    for (const name of entryNames(join(from, folder)).filter((one) => /^[0-9a-f]{38}$/.test(one)))
      if (!hardLink(join(from, folder, name), join(objects, folder, name))) return;
  }
}

/** Makes git reread files for which the copied index may be wrong; returns these entries. */
async function repairIndex(
  shadow: ShadowGit,
  entries: readonly IndexEntry[],
  { commonFolder }: RepositoryFolders,
  convertsAll: boolean,
): Promise<ReadonlySet<IndexEntry>> {
  const hasAttributes =
    exists(join(commonFolder, 'info', 'attributes')) || entries.some(({ path }) => path.endsWith('.gitattributes'));
  const { lineEndings, other } = hasAttributes
    ? await convertedPaths(shadow, entries)
    : { lineEndings: new Set<string>(), other: new Set<string>() };
  const doubtful = entries.filter(({ path }) => !other.has(path) && (convertsAll || lineEndings.has(path)));
  const converted = new Set([...other, ...(await resizedPaths(shadow, doubtful))]);
  const repaired = new Set<IndexEntry>();
  const lines: string[] = [];
  for (const entry of entries) {
    const own = repairLines(entry, converted.size > 0 && converted.has(entry.path));
    if (own.length === 0) continue;
    repaired.add(entry);
    lines.push(...own);
  }
  if (lines.length > 0)
    await shadow.run(['update-index', '-z', '--index-info'], { stdin: lines.map((line) => `${line}\0`).join('') });
  return repaired;
}

/** Files whose line endings git converted. Each CR that it dropped makes the content shorter. */
async function resizedPaths(shadow: ShadowGit, entries: readonly IndexEntry[]): Promise<readonly string[]> {
  if (entries.length === 0) return [];
  const stdin = entries.map(({ id }) => `${id}\n`).join('');
  const lines = (await shadow.run(['cat-file', '--batch-check=%(objectsize)'], { stdin })).split('\n');
  return entries.flatMap(({ path, size }, i) => (lines[i] === String(size) ? [] : [path]));
}

const noId = '0'.repeat(40);
const nothing: readonly string[] = [];

/** Submodules have their own repositories; files left out by a sparse checkout are not on the disk. */
const isElsewhere = ({ isSubmodule, isSkipped }: IndexEntry): boolean => isSkipped || isSubmodule;

/** The lines that replace an entry; none if it can stay. */
function repairLines(entry: IndexEntry, isConverted: boolean): readonly string[] {
  const { path, stage, isUnwatched } = entry;
  if (isElsewhere(entry)) return [`0 ${noId}\t${path}`];
  if (stage === 0 && !isUnwatched && !isConverted) return nothing;
  const line = `${entry.mode} ${entry.id} 0\t${path}`;
  if (stage > 0) return stage === 2 ? [`0 ${noId}\t${path}`, line] : nothing;
  return [line];
}

/** Files for which the project's attributes name a conversion. */
async function convertedPaths(
  shadow: ShadowGit,
  entries: readonly IndexEntry[],
): Promise<{ readonly lineEndings: ReadonlySet<string>; readonly other: ReadonlySet<string> }> {
  const stdin = entries.map(({ path }) => `${path}\0`).join('');
  const attributes = [...lineEndingAttributes, ...otherAttributes];
  const text = await shadow.queryProject(['check-attr', '-z', '--stdin', ...attributes], stdin);
  const parts = text.split('\0');
  const lineEndings = new Set<string>();
  // Git did not answer: the index may be wrong for all files.
  if (parts.length < 3) return { lineEndings, other: new Set(entries.map(({ path }) => path)) };
  const other = new Set<string>();
  for (let i = 0; i + 2 < parts.length; i += 3) {
    const [path = '', attribute = '', value] = parts.slice(i, i + 3);
    if (value === 'unspecified' || value === 'unset') continue;
    (lineEndingAttributes.includes(attribute) ? lineEndings : other).add(path);
  }
  return { lineEndings, other };
}

/** An index that only git can read: its entries without file stats. */
async function askForIndex(shadow: ShadowGit, index: string): Promise<FirstFiles> {
  removePath(index);
  const all = splitNul(await shadow.queryProject(['ls-files', '--stage', '-z']));
  const lines = all.filter((line) => !line.startsWith('160000 ') && / 0\t/.test(line));
  if (lines.length > 0)
    await shadow.run(['update-index', '-z', '--index-info'], { stdin: lines.map((line) => `${line}\0`).join('') });
  return { paths: lines.map((line) => line.slice(line.indexOf('\t') + 1)), isSame: () => false };
}
