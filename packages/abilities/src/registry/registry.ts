import { type Problem, readBytes } from '@anyhook/core';
import type { Ability } from './ability.js';
import { type LevelCache, openLevelCache, type ParsedRegistryFile } from './registry-cache.js';
import { listRegistryFiles, type RegistryFile } from './registry-files.js';
import { resolveReferences } from './resolve-references.js';

export interface Registry {
  /** The abilities whose files have no errors; names are unique. */
  readonly abilities: readonly Ability[];
  readonly problems: readonly Problem[];
  /** Hashes of the files that abilities consist of. */
  readonly shas: Readonly<Record<string, string>>;
}

export interface RegistryOptions {
  /** The folders whose `.system/registry` is used, outermost first. */
  readonly levels: readonly string[];
  /** The user's state folder with the cache; without it everything is read again. */
  readonly state?: string;
  /** Changes with the package, so that the cache of another version is not used. */
  readonly version: string;
  /** Milliseconds since 1970, taken before this call. */
  readonly now: number;
}

/** Reads the registry of a project without the cache. */
export const readRegistry = (levels: readonly string[]): Promise<Registry> =>
  openRegistry({ levels, version: '', now: 0 });

/** Reads the registry of a project. Unchanged files are not parsed again; a change takes effect at once. */
export async function openRegistry({ levels, ...options }: RegistryOptions): Promise<Registry> {
  const entries: ParsedRegistryFile[] = [];
  const problems: Problem[] = [];
  const shas: Record<string, string> = Object.create(null);
  for (const level of levels) {
    const files = listRegistryFiles(level, problems);
    if (files.length === 0) continue;
    const cache = openLevelCache(level, options);
    for (const file of files) {
      const entry =
        cache.entryOf(file.path, await cache.shaOf(file.path)) ?? (await readRegistryFile(file, level, cache));
      entries.push(entry);
      for (const path of entry.ability?.files ?? []) shas[path] = await cache.shaOf(path);
    }
    cache.save();
  }
  const resolved = resolveReferences(entries.flatMap(({ ability }) => ability ?? []));
  const found = [...problems, ...entries.flatMap((entry) => entry.problems), ...resolved.problems];
  return { abilities: resolved.abilities, problems: found, shas };
}

/** Largest registry file that is read. */
const maxBytes = 1024 * 1024;

/** The parser, loaded for the first file that needs it. */
let loader: Promise<typeof import('./load.js')> | undefined;

async function readRegistryFile(
  { path, folder }: RegistryFile,
  root: string,
  cache: LevelCache,
): Promise<ParsedRegistryFile> {
  const bytes = readBytes(path, maxBytes);
  if (!bytes) {
    const message = `cannot be read: expected a readable file of at most ${maxBytes} bytes`;
    return { sha: '', exists: [], problems: [{ source: path, severity: 'error', message }] };
  }
  loader ??= import('./load.js');
  const { loadAbility } = await loader;
  const checkedFiles = new Map<string, boolean>();
  const exists = (file: string) => {
    const isPresent = cache.exists(file);
    checkedFiles.set(file, isPresent);
    return isPresent;
  };
  const loaded = load();
  // The hash of the bytes that were parsed: trust covers exactly what was read.
  return cache.add(path, bytes, { ...loaded, exists: [...checkedFiles] });

  function load() {
    try {
      return loadAbility({ path, text: bytes?.toString('utf8') ?? '', folder, root, exists });
    } catch (error) {
      // A file that breaks the parser must not affect the others.
      const message = `cannot be parsed: ${(error as Error).message}`;
      return { problems: [{ source: path, severity: 'error', message }] as const };
    }
  }
}
