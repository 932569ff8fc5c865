import type { Problem } from '../core/errors.js';
import { readBytes } from '../platform/files/files.js';
import type { Ability } from './ability.js';
import { type FileEntry, type Looks, levelCache } from './cache.js';
import { type Found, filesOf } from './files.js';
import { link } from './resolve-references.js';

/** Everything that a project's registry files say. Plain data. */
export interface Registry {
  /** Those that can be used as far as the files tell; each name once. */
  readonly abilities: readonly Ability[];
  readonly problems: readonly Problem[];
  /** Content of the files that abilities consist of. */
  readonly shas: Readonly<Record<string, string>>;
}

export interface RegistryOptions {
  /** The folders whose `.system/registry` counts, outermost first. */
  readonly levels: readonly string[];
  /** The user's state folder, where what was read is kept; without it everything is read again. */
  readonly state?: string;
  /** Changes with the package, so that what another version kept is not read. */
  readonly version: string;
  /** Milliseconds since 1970, taken before this call. */
  readonly now: number;
}

/** Reads the registry of a project without help of what was kept. */
export const readRegistry = (levels: readonly string[]): Promise<Registry> =>
  openRegistry({ levels, version: '', now: 0 });

/** Reads the registry of a project. Files that did not change since are not parsed again; a change is seen at once. */
export async function openRegistry({ levels, ...options }: RegistryOptions): Promise<Registry> {
  const entries: FileEntry[] = [];
  const problems: Problem[] = [];
  const shas: Record<string, string> = Object.create(null);
  for (const level of levels) {
    const files = filesOf(level, problems);
    if (files.length === 0) continue;
    const looks = levelCache(level, options);
    for (const file of files) {
      const entry = looks.entryOf(file.path, await looks.shaOf(file.path)) ?? (await read(file, level, looks));
      entries.push(entry);
      for (const path of entry.ability?.files ?? []) shas[path] = await looks.shaOf(path);
    }
    looks.keep();
  }
  const linked = link(entries.flatMap(({ ability }) => ability ?? []));
  const found = [...problems, ...entries.flatMap((entry) => entry.problems), ...linked.problems];
  return { abilities: linked.abilities, problems: found, shas };
}

/** Largest registry file that is read. */
const mostBytes = 1024 * 1024;

/** The parser, loaded when the first file needs it. */
let loader: Promise<typeof import('./load.js')> | undefined;

/** Parses one file. */
async function read({ path, folder }: Found, root: string, looks: Looks): Promise<FileEntry> {
  const bytes = readBytes(path, mostBytes);
  if (!bytes) {
    const message = `cannot be read: expected a readable file of at most ${mostBytes} bytes`;
    return { sha: '', exists: [], problems: [{ source: path, severity: 'error', message }] };
  }
  loader ??= import('./load.js');
  const { loadAbility } = await loader;
  const asked = new Map<string, boolean>();
  const exists = (file: string) => {
    const there = looks.isThere(file);
    asked.set(file, there);
    return there;
  };
  const loaded = load();
  // Hashed from the bytes that were parsed: what is trusted is what was read.
  return looks.add(path, bytes, { ...loaded, exists: [...asked] });

  function load() {
    try {
      return loadAbility({ path, text: bytes?.toString('utf8') ?? '', folder, root, exists });
    } catch (error) {
      // A file that breaks its reader must not take the others along.
      const message = `cannot be understood: ${(error as Error).message}`;
      return { problems: [{ source: path, severity: 'error', message }] as const };
    }
  }
}
