import { writeObject } from './loose-object.js';

// Trees as git stores them: a list of entries, `<mode> <name>\0<20 bytes>`. Names are bytes, kept here one byte per character.

/** A file in a tree. */
export interface TreeFile {
  /** As git writes it: 100644, 100755 or 120000. */
  readonly mode: string;
  readonly id: string;
}

/** The new file at a path; undefined if it is deleted. */
export type TreeChange = readonly [path: string, file: TreeFile | undefined];

/** The bytes of the tree at a folder, '' for the root; undefined if there is none. */
export type StoredTrees = ReadonlyMap<string, Uint8Array | undefined>;

/** The folders whose trees change with these paths, outermost first. */
export function treesAbove(paths: readonly string[]): readonly string[] {
  const all = new Set(['']);
  for (const path of paths)
    for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) all.add(path.slice(0, at));
  return [...all];
}

const folderMode = '40000';
const asBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

interface OpenFolder {
  readonly files: Map<string, TreeFile>;
  readonly folders: Map<string, OpenFolder>;
}

/**
 * Stores a tree that differs from a stored one in some files; returns its name. Only the folders above these files are
 * read and written. `stored` has the trees of `treesAbove` the paths.
 */
export function patchTree(objects: string, stored: StoredTrees, changes: readonly TreeChange[]): string {
  const open = (folder: string): OpenFolder => ({ files: parseTree(stored.get(folder)), folders: new Map() });
  const root = open('');
  const folderOf = (parts: readonly string[], canMake: boolean): OpenFolder | undefined => {
    let at: OpenFolder = root;
    for (const [i, part] of parts.entries()) {
      const name = asBytes(part);
      let next = at.folders.get(name);
      if (!next) {
        const isThere = at.files.get(name)?.mode === folderMode;
        if (!isThere && !canMake) return undefined;
        next = isThere ? open(parts.slice(0, i + 1).join('/')) : { files: new Map(), folders: new Map() };
        at.folders.set(name, next);
        at.files.delete(name);
      }
      at = next;
    }
    return at;
  };
  // As in an index: deletions first; then a new file replaces whatever else has its name.
  for (const [path, file] of changes) {
    const parts = path.split('/');
    const folder = file ? undefined : folderOf(parts.slice(0, -1), false);
    const name = asBytes(parts.at(-1) ?? '');
    if (folder && folder.files.get(name)?.mode !== folderMode) folder.files.delete(name);
  }
  for (const [path, file] of changes) {
    if (!file) continue;
    const parts = path.split('/');
    const folder = folderOf(parts.slice(0, -1), true);
    const name = asBytes(parts.at(-1) ?? '');
    folder?.folders.delete(name);
    folder?.files.set(name, file);
  }
  return storeFolder(objects, root) ?? writeObject(objects, 'tree', Buffer.alloc(0));
}

/** Stores a folder with its changes; undefined if it is empty now. */
function storeFolder(objects: string, { files, folders }: OpenFolder): string | undefined {
  const all = new Map(files);
  for (const [name, folder] of folders) {
    const id = storeFolder(objects, folder);
    if (id !== undefined) all.set(name, { mode: folderMode, id });
  }
  if (all.size === 0) return undefined;
  // Git sorts a folder as if its name ended with a slash.
  const key = ([name, { mode }]: readonly [string, TreeFile]) => (mode === folderMode ? `${name}/` : name);
  const sorted = [...all].map((one) => [key(one), one] as const).sort(([a], [b]) => (a < b ? -1 : 1));
  const parts = sorted.flatMap(([, [name, { mode, id }]]) => [
    Buffer.from(`${mode} ${name}\0`, 'latin1'),
    Buffer.from(id, 'hex'),
  ]);
  return writeObject(objects, 'tree', Buffer.concat(parts));
}

function parseTree(given: Uint8Array | undefined): Map<string, TreeFile> {
  const bytes = Buffer.from(given ?? []);
  const found = new Map<string, TreeFile>();
  for (let at = 0; at < bytes.length; ) {
    const space = bytes.indexOf(0x20, at);
    const end = bytes.indexOf(0, space);
    if (space === -1 || end === -1 || end + 21 > bytes.length) throw new Error('a stored tree cannot be read');
    const mode = bytes.toString('latin1', at, space);
    found.set(bytes.toString('latin1', space + 1, end), { mode, id: bytes.toString('hex', end + 1, end + 21) });
    at = end + 21;
  }
  return found;
}
