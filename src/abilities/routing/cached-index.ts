import { join } from 'node:path';
import { maxStateFileBytes } from '../../core/limits.js';
import { now as systemNow } from '../../platform/clock.js';
import { fileNameFor } from '../../platform/files/file-name.js';
import { type FilesPrint, printOf } from '../../platform/files/file-stamps.js';
import { writeAtomic } from '../../platform/files/files.js';
import { readOwn } from '../../state/private-file.js';
import { type AbilityRow, buildIndex, type RouteIndex } from './build.js';
import { readDocuments } from './documents.js';
import { documentsIn, filesIn, type Places, type Survey, survey } from './survey-files.js';

export interface IndexOptions extends Places {
  /** Our state folder, where the index is kept for the next process. */
  readonly state: string;
  /** What the abilities hang on besides files: who trusts them, and our version. */
  readonly key: string;
  /** Reads the registry; called only when the index must be built. */
  readonly loadAbilities: () => Promise<readonly AbilityRow[]>;
  readonly now?: () => number;
  /** Where this process keeps indexes. */
  readonly memory?: Memory;
}

export type Memory = Map<string, Kept>;

/** An index, and what was seen when it was built. Plain JSON data. */
interface Kept {
  readonly key: string;
  readonly at: number;
  readonly print: FilesPrint;
  readonly survey: Survey;
  readonly index: RouteIndex;
}

/** Of so many projects the index stays in memory. */
const mostKept = 20;
/** When so many folders changed since the file was written, it is written again, to list them no more. */
const mostListed = 50;

const ownMemory: Memory = new Map();
const building = new Map<string, Promise<Kept>>();

/** The index of a project as its files are now: from memory or from the state folder where none of them changed. */
export async function openIndex(options: IndexOptions): Promise<RouteIndex> {
  const { memory = ownMemory } = options;
  const now = (options.now ?? systemNow)();
  const name = nameOf(options);
  const kept = memory.get(name) ?? readKept(options, name);
  const seen = survey(options, now, kept?.survey);
  const files = filesIn(options, seen);
  const same = kept && printOf(files, kept.at).print === kept.print.print;
  const fresh = same ? goOn(options, kept, { seen, files, now }) : await build(options, seen, printOf(files, now));
  // Youngest last.
  memory.delete(name);
  memory.set(name, fresh);
  for (const oldest of memory.keys()) {
    if (memory.size <= mostKept) break;
    memory.delete(oldest);
  }
  return fresh.index;
}

/** Nothing changed: what was seen now counts the next time, so that young files are read no more. */
function goOn(
  options: IndexOptions,
  kept: Kept,
  { seen, files, now }: { readonly seen: Survey; readonly files: readonly string[]; readonly now: number },
): Kept {
  const next = { ...kept, survey: seen };
  const print = kept.print.racy ? printOf(files, now) : kept.print;
  if (print.racy || !kept.print.racy) {
    if (listed(kept.survey, seen) > mostListed) writeKept(options, next);
    return next;
  }
  const older = { ...next, at: now, print };
  writeKept(options, older);
  return older;
}

function listed(before: Survey, after: Survey): number {
  const known = new Set(before.tree);
  return after.tree.filter((folder) => !known.has(folder)).length;
}

/** Prompts that come while it is built wait for the same one, where they saw the same files. */
function build(options: IndexOptions, seen: Survey, print: FilesPrint): Promise<Kept> {
  const name = `${nameOf(options)}\n${print.print}`;
  const running = building.get(name);
  if (running) return running;
  const begun = make(options, seen, print).finally(() => building.delete(name));
  building.set(name, begun);
  return begun;
}

async function make(options: IndexOptions, seen: Survey, print: FilesPrint): Promise<Kept> {
  const abilities = await options.loadAbilities();
  const index = buildIndex(abilities, readDocuments(options.root, documentsIn(seen)));
  const kept: Kept = { key: nameOf(options), at: seen.at, print, survey: seen, index };
  writeKept(options, kept);
  return kept;
}

const nameOf = ({ key, root, registry, also }: IndexOptions): string =>
  [key, root, ...registry, '', ...also].join('\n');

const fileOf = (state: string, name: string): string => join(state, 'cache', `routes-${fileNameFor(name)}.json`);

function readKept({ state }: IndexOptions, name: string): Kept | undefined {
  const { text } = readOwn(fileOf(state, name), maxStateFileBytes);
  try {
    const kept = JSON.parse(text ?? 'null') as Kept | null;
    return kept?.key === name ? kept : undefined;
  } catch {
    // Damaged: as good as none.
    return undefined;
  }
}

function writeKept({ state }: IndexOptions, kept: Kept): void {
  try {
    writeAtomic(fileOf(state, kept.key), JSON.stringify(kept));
  } catch {
    // Read-only or full: the next process builds it again.
  }
}
