import { join, posix } from 'node:path';
import type { AbilityLocation } from '@anyhook/anyhook';
import type { FilesFingerprint, TreeFolder, TreeRules } from '@anyhook/core';
import {
  fileNameFor,
  fingerprintFiles,
  maxStateFileBytes,
  newestReliableChange,
  parseObject,
  pathInFile,
  readPrivateFile,
  now as systemNow,
  trustLockFile,
  walkTree,
  writeAtomic,
} from '@anyhook/core';
import type { LoadedAbility } from '../registry/ability.js';
import type { RegistryFolder } from '../registry/load.js';
import { abilityStates, abilityTrustFile } from '../registry/trust.js';
import { type AbilityRow, buildRouteIndex, type RouteIndex } from './build-index.js';
import { documentTree, readDocuments } from './documents.js';

const folders: readonly RegistryFolder[] = ['low-level', 'high-level'];

/** The routes of a trusted project, current with its registry files and documents. Parses only what changed. */
export function openRouteIndex(location: AbilityLocation, now: () => number = systemNow): Promise<RouteIndex> {
  const { root, levels, trust, user, version } = location;
  return openCachedIndex({
    root,
    registry: levels.flatMap((level) => folders.map((folder) => join(level, '.system', 'registry', folder))),
    watchedFiles: [abilityTrustFile(root, user), trustLockFile(root)],
    state: user.state,
    key: `${version}\n${trust}`,
    loadAbilities: () => readAbilities(location, now()),
    now,
  });
}

async function readAbilities({ root, levels, trust, user, version }: AbilityLocation, now: number) {
  const { openRegistry } = await import('../registry/registry.js');
  const registry = await openRegistry({ levels, state: user.state, version, now });
  return activeRows(abilityStates(registry, root, user, trust), root);
}

const activeRows = (loaded: readonly LoadedAbility[], root: string): readonly AbilityRow[] =>
  loaded.flatMap(({ ability, state }) => {
    if (state.kind !== 'active') return [];
    const { name, summary, routing, source } = ability;
    const documents = routing.documents.map((path) => posix.join(pathInFile(root, ability.root), path));
    return [{ ...routing, id: name, summary, documents, source }];
  });

interface RouteIndexOptions extends SurveyPaths {
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

async function makeIndex(options: RouteIndexOptions, survey: FileSurvey, print: FilesFingerprint) {
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
  const cached = parseObject(text) as CachedIndex | undefined;
  return cached?.key === name ? cached : undefined;
}

function writeCachedIndex({ state }: RouteIndexOptions, cached: CachedIndex): void {
  try {
    writeAtomic(indexFile(state, cached.key), JSON.stringify(cached));
  } catch {
    // Read-only or full: the next process builds it again.
  }
}

interface SurveyPaths {
  readonly root: string;
  /** Folders with registry files. */
  readonly registry: readonly string[];
  /** Files that say which abilities may be used. */
  readonly watchedFiles: readonly string[];
}

/** The files that exist. Plain JSON data. */
interface FileSurvey {
  readonly at: number;
  readonly tree: readonly TreeFolder[];
  readonly registry: readonly (readonly TreeFolder[])[];
}

/** Finds the files that exist; a known folder is listed again only if it changed. */
export function surveyFiles({ root, registry }: SurveyPaths, now: number, previous?: FileSurvey): FileSurvey {
  const believed = newestReliableChange(previous?.at ?? 0);
  const walk = (top: string, rules: TreeRules, folders: readonly TreeFolder[] = []) =>
    walkTree(top, rules, { folders, reliableBefore: believed });
  return {
    at: now,
    tree: walk(root, documentTree, previous?.tree),
    registry: registry.map((dir, i) => walk(dir, registryTree, previous?.registry[i])),
  };
}

export const surveyedDocuments = ({ tree }: FileSurvey): readonly string[] => treeFiles(tree);

const surveyedFiles = (paths: SurveyPaths, { tree, registry }: FileSurvey): readonly string[] => [
  ...treeFiles(tree).map((path) => join(paths.root, path)),
  ...paths.registry.flatMap((dir, i) => treeFiles(registry[i] ?? []).map((path) => `${dir}/${path}`)),
  ...paths.watchedFiles,
];

const registryTree: TreeRules = {
  isWanted: (name) => /\.ya?ml$/.test(name),
  enters: () => false,
  depth: 0,
  maxFolders: 1,
};

const treeFiles = (folders: readonly TreeFolder[]): readonly string[] =>
  folders.flatMap(({ path, files }) => files.map((name) => (path === '' ? name : `${path}/${name}`)));
