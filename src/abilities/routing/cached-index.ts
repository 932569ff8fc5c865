import { join } from 'node:path';
import { maxStateFileBytes } from '../../core/limits.js';
import { now as systemNow } from '../../platform/clock.js';
import { fileNameFor } from '../../platform/files/file-name.js';
import { type FilesFingerprint, fingerprintFiles } from '../../platform/files/file-stamps.js';
import { writeAtomic } from '../../platform/files/files.js';
import { readPrivateFile } from '../../state/private-file.js';
import { type AbilityRow, buildRouteIndex, type RouteIndex } from './build-index.js';
import { readDocuments } from './documents.js';
import { type FileSurvey, type SurveyPaths, surveyedDocuments, surveyedFiles, surveyFiles } from './survey-files.js';

export interface RouteIndexOptions extends SurveyPaths {
  /** Our state folder, where the index is kept for the next process. */
  readonly state: string;
  /** What the abilities hang on besides files: who trusts them, and our version. */
  readonly key: string;
  /** Reads the registry; called only when the index must be built. */
  readonly loadAbilities: () => Promise<readonly AbilityRow[]>;
  readonly now?: () => number;
  /** Where this process keeps indexes. */
  readonly memory?: IndexMemory;
}

export type IndexMemory = Map<string, CachedIndex>;

/** An index, and what was seen when it was built. Plain JSON data. */
interface CachedIndex {
  readonly key: string;
  readonly at: number;
  readonly print: FilesFingerprint;
  readonly survey: FileSurvey;
  readonly index: RouteIndex;
}

/** Of so many projects the index stays in memory. */
const maxKept = 20;
/** When so many folders changed since the file was written, it is written again, to list them no more. */
const maxListed = 50;

const ownMemory: IndexMemory = new Map();
const building = new Map<string, Promise<CachedIndex>>();

/** The index of a project as its files are now: from memory or from the state folder where none of them changed. */
export async function openCachedIndex(options: RouteIndexOptions): Promise<RouteIndex> {
  const { memory = ownMemory } = options;
  const now = (options.now ?? systemNow)();
  const name = indexName(options);
  const kept = memory.get(name) ?? readCachedIndex(options, name);
  const seen = surveyFiles(options, now, kept?.survey);
  const files = surveyedFiles(options, seen);
  const same = kept && fingerprintFiles(files, kept.at).print === kept.print.print;
  const fresh = same
    ? keepIndex(options, kept, { seen, files, now })
    : await buildOnce(options, seen, fingerprintFiles(files, now));
  // Youngest last.
  memory.delete(name);
  memory.set(name, fresh);
  for (const oldest of memory.keys()) {
    if (memory.size <= maxKept) break;
    memory.delete(oldest);
  }
  return fresh.index;
}

/** Nothing changed: what was seen now counts the next time, so that young files are read no more. */
function keepIndex(
  options: RouteIndexOptions,
  kept: CachedIndex,
  { seen, files, now }: { readonly seen: FileSurvey; readonly files: readonly string[]; readonly now: number },
): CachedIndex {
  const next = { ...kept, survey: seen };
  const print = kept.print.racy ? fingerprintFiles(files, now) : kept.print;
  if (print.racy || !kept.print.racy) {
    if (countNewlyListed(kept.survey, seen) > maxListed) writeCachedIndex(options, next);
    return next;
  }
  const older = { ...next, at: now, print };
  writeCachedIndex(options, older);
  return older;
}

function countNewlyListed(before: FileSurvey, after: FileSurvey): number {
  const known = new Set(before.tree);
  return after.tree.filter((folder) => !known.has(folder)).length;
}

/** Prompts that come while it is built wait for the same one, where they saw the same files. */
function buildOnce(options: RouteIndexOptions, seen: FileSurvey, print: FilesFingerprint): Promise<CachedIndex> {
  const name = `${indexName(options)}\n${print.print}`;
  const running = building.get(name);
  if (running) return running;
  const begun = makeIndex(options, seen, print).finally(() => building.delete(name));
  building.set(name, begun);
  return begun;
}

async function makeIndex(options: RouteIndexOptions, seen: FileSurvey, print: FilesFingerprint): Promise<CachedIndex> {
  const abilities = await options.loadAbilities();
  const index = buildRouteIndex(abilities, readDocuments(options.root, surveyedDocuments(seen)));
  const kept: CachedIndex = { key: indexName(options), at: seen.at, print, survey: seen, index };
  writeCachedIndex(options, kept);
  return kept;
}

const indexName = ({ key, root, registry, watchedFiles }: RouteIndexOptions): string =>
  [key, root, ...registry, '', ...watchedFiles].join('\n');

const indexFile = (state: string, name: string): string => join(state, 'cache', `routes-${fileNameFor(name)}.json`);

function readCachedIndex({ state }: RouteIndexOptions, name: string): CachedIndex | undefined {
  const { text } = readPrivateFile(indexFile(state, name), maxStateFileBytes);
  try {
    const kept = JSON.parse(text ?? 'null') as CachedIndex | null;
    return kept?.key === name ? kept : undefined;
  } catch {
    // Damaged: as good as none.
    return undefined;
  }
}

function writeCachedIndex({ state }: RouteIndexOptions, kept: CachedIndex): void {
  try {
    writeAtomic(indexFile(state, kept.key), JSON.stringify(kept));
  } catch {
    // Read-only or full: the next process builds it again.
  }
}
