import { join } from 'node:path';
import {
  type FilesFingerprint,
  fileNameFor,
  fingerprintFiles,
  maxStateFileBytes,
  readPrivateFile,
  now as systemNow,
  writeAtomic,
} from '@anyhook/core';
import { type AbilityRow, buildRouteIndex, type RouteIndex } from './build-index.js';
import { readDocuments } from './documents.js';
import { type FileSurvey, type SurveyPaths, surveyedDocuments, surveyedFiles, surveyFiles } from './survey-files.js';

export interface RouteIndexOptions extends SurveyPaths {
  /** Our state folder, where the index is stored for the next process. */
  readonly state: string;
  /** What the abilities depend on besides files: the trust mode and our version. */
  readonly key: string;
  /** Reads the registry; called only when the index must be built. */
  readonly loadAbilities: () => Promise<readonly AbilityRow[]>;
  readonly now?: () => number;
  /** Where this process keeps indexes. */
  readonly memory?: IndexMemory;
}

export type IndexMemory = Map<string, CachedIndex>;

/** An index, and the files as they were when it was built. Plain JSON data. */
interface CachedIndex {
  readonly key: string;
  readonly at: number;
  readonly print: FilesFingerprint;
  readonly survey: FileSurvey;
  readonly index: RouteIndex;
}

/** Number of projects whose index stays in memory. */
const maxIndexes = 20;
/** If more folders than this changed since the index was stored, it is stored again, so that they are not listed again. */
const maxRelisted = 50;

const processMemory: IndexMemory = new Map();
const building = new Map<string, Promise<CachedIndex>>();

/** The index of a project in its current state: from memory or the state folder if no file changed. */
export async function openCachedIndex(options: RouteIndexOptions): Promise<RouteIndex> {
  const { memory = processMemory } = options;
  const now = (options.now ?? systemNow)();
  const name = indexName(options);
  const cached = memory.get(name) ?? readCachedIndex(options, name);
  const survey = surveyFiles(options, now, cached?.survey);
  const files = surveyedFiles(options, survey);
  const isUnchanged = cached && fingerprintFiles(files, cached.at).print === cached.print.print;
  const current = isUnchanged
    ? keepIndex(options, cached, { survey, files, now })
    : await buildOnce(options, survey, fingerprintFiles(files, now));
  // The most recently used is last.
  memory.delete(name);
  memory.set(name, current);
  for (const oldest of memory.keys()) {
    if (memory.size <= maxIndexes) break;
    memory.delete(oldest);
  }
  return current.index;
}

/** No file changed: the new survey replaces the old one, so that recently changed files need not be read again. */
function keepIndex(
  options: RouteIndexOptions,
  cached: CachedIndex,
  { survey, files, now }: { readonly survey: FileSurvey; readonly files: readonly string[]; readonly now: number },
): CachedIndex {
  const next = { ...cached, survey };
  const print = cached.print.racy ? fingerprintFiles(files, now) : cached.print;
  if (print.racy || !cached.print.racy) {
    if (countNewlyListed(cached.survey, survey) > maxRelisted) writeCachedIndex(options, next);
    return next;
  }
  const settled = { ...next, at: now, print };
  writeCachedIndex(options, settled);
  return settled;
}

function countNewlyListed(previous: FileSurvey, current: FileSurvey): number {
  const known = new Set(previous.tree);
  return current.tree.filter((folder) => !known.has(folder)).length;
}

/** Prompts that arrive during a build share it, if they saw the same files. */
function buildOnce(options: RouteIndexOptions, survey: FileSurvey, print: FilesFingerprint): Promise<CachedIndex> {
  const name = `${indexName(options)}\n${print.print}`;
  const running = building.get(name);
  if (running) return running;
  const build = makeIndex(options, survey, print).finally(() => building.delete(name));
  building.set(name, build);
  return build;
}

async function makeIndex(
  options: RouteIndexOptions,
  survey: FileSurvey,
  print: FilesFingerprint,
): Promise<CachedIndex> {
  const abilities = await options.loadAbilities();
  const index = buildRouteIndex(abilities, readDocuments(options.root, surveyedDocuments(survey)));
  const cached: CachedIndex = { key: indexName(options), at: survey.at, print, survey, index };
  writeCachedIndex(options, cached);
  return cached;
}

const indexName = ({ key, root, registry, watchedFiles }: RouteIndexOptions): string =>
  [key, root, ...registry, '', ...watchedFiles].join('\n');

const indexFile = (state: string, name: string): string => join(state, 'cache', `routes-${fileNameFor(name)}.json`);

function readCachedIndex({ state }: RouteIndexOptions, name: string): CachedIndex | undefined {
  const { text } = readPrivateFile(indexFile(state, name), maxStateFileBytes);
  try {
    const cached = JSON.parse(text ?? 'null') as CachedIndex | null;
    return cached?.key === name ? cached : undefined;
  } catch {
    // Damaged: the same as no index.
    return undefined;
  }
}

function writeCachedIndex({ state }: RouteIndexOptions, cached: CachedIndex): void {
  try {
    writeAtomic(indexFile(state, cached.key), JSON.stringify(cached));
  } catch {
    // Read-only or full: the next process builds it again.
  }
}
