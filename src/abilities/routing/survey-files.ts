import { join } from 'node:path';
import { readText, type Stamp, stamp } from '../../platform/files/files.js';
import { type TreeFolder, type TreeRules, walkTree } from '../../platform/files/walk-tree.js';
import { documentTree } from './documents.js';

/** Files changed this shortly before a look are compared by content, for their stamp may lie. */
const racyMs = 2_000;

/** Where the files are on which an index hangs. */
export interface Places {
  readonly root: string;
  /** Folders with registry files. */
  readonly registry: readonly string[];
  /** Files that say which abilities may be used. */
  readonly also: readonly string[];
}

/** Which files there are. Plain JSON data. */
export interface Survey {
  readonly at: number;
  readonly tree: readonly TreeFolder[];
  readonly registry: readonly (readonly TreeFolder[])[];
}

/** Which files there are; a folder that was seen before is listed again only where it changed. */
export function survey({ root, registry }: Places, now: number, before?: Survey): Survey {
  const believed = (before?.at ?? 0) - racyMs;
  const walk = (top: string, rules: TreeRules, folders: readonly TreeFolder[] = []) =>
    walkTree(top, rules, { folders, believed });
  return {
    at: now,
    tree: walk(root, documentTree, before?.tree),
    registry: registry.map((dir, i) => walk(dir, registryTree, before?.registry[i])),
  };
}

/** Paths of the routing documents in the project. */
export const documentsIn = ({ tree }: Survey): readonly string[] => filesOf(tree);

/** Every file on which an index hangs. */
export const filesIn = (places: Places, { tree, registry }: Survey): readonly string[] => [
  ...filesOf(tree).map((path) => join(places.root, path)),
  ...places.registry.flatMap((dir, i) => filesOf(registry[i] ?? []).map((path) => `${dir}/${path}`)),
  ...places.also,
];

/** The state of files in one word. */
export interface Print {
  readonly print: string;
  /** Some were so young that their content had to be read. */
  readonly racy: boolean;
}

/** The state of files as it was seen at a time. Of files that changed shortly before it the content counts, too. */
export function printOf(files: readonly string[], at: number): Print {
  const sum = new Sum();
  let racy = false;
  for (const path of files) {
    sum.text(path);
    const found = stamp(path);
    if (!found) continue;
    sum.stamp(found);
    if (Math.max(found.mtimeMs, found.ctimeMs) <= at - racyMs) continue;
    racy = true;
    sum.text(readText(path) ?? '');
  }
  return { print: sum.value, racy };
}

const registryTree: TreeRules = {
  isWanted: (name) => /\.ya?ml$/.test(name),
  enters: () => false,
  depth: 0,
  mostFolders: 1,
};

const filesOf = (folders: readonly TreeFolder[]): readonly string[] =>
  folders.flatMap(({ path, files }) => files.map((name) => (path === '' ? name : `${path}/${name}`)));

const double = new Float64Array(1);
const halves = new Int32Array(double.buffer);

/** A sum of 64 bits over texts and stamps. Thousands of stamps as text would cost more than the look at the files. */
class Sum {
  private a = 0xdeadbeef;
  private b = 0x41c6ce57;

  text(text: string): void {
    this.mix(text.length);
    for (let i = 0; i < text.length; i++) this.mix(text.charCodeAt(i));
  }

  stamp({ size, mtimeMs, ctimeMs, ino }: Stamp): void {
    for (const value of [size, mtimeMs, ctimeMs, ino]) {
      double[0] = value;
      this.mix(halves[0] as number);
      this.mix(halves[1] as number);
    }
  }

  get value(): string {
    return `${(this.a >>> 0).toString(36)}.${(this.b >>> 0).toString(36)}`;
  }

  private mix(value: number): void {
    this.a = Math.imul(this.a ^ value, 0x9e3779b1);
    this.a ^= this.a >>> 15;
    this.b = Math.imul(this.b ^ value, 0x85ebca6b);
    this.b ^= this.b >>> 13;
  }
}
