import { type FolderListings, isFile, namesIn, readBytes, readBytesFrom } from '@anyhook/core';
import type { CoverageFiles } from './coverage-walk.js';

/** Read limits for one script, and for all scripts of a project. */
const maxScriptBytes = 512 * 1024;
const maxCharacters = 4 * 1024 * 1024;
/** How many file names are looked up: each is checked again at every event. */
const maxLookups = 3_000;
const maxListings = 20;

/** Reads files for a snapshot: `stamp` gets each path, because a change of one invalidates the snapshot. */
export function lookedAtFiles(stamp: (path: string) => void): {
  readonly files: CoverageFiles;
  readonly listings: FolderListings;
} {
  const kinds = new Map<string, boolean>();
  const texts = new Map<string, string | undefined>();
  const listings: Record<string, string> = {};
  let charactersLeft = maxCharacters;
  let isCut = false;
  const files: CoverageFiles = {
    isFile(path) {
      const known = kinds.get(path);
      if (known !== undefined) return known;
      if (kinds.size >= maxLookups) {
        isCut = true;
        return false;
      }
      stamp(path);
      const found = isFile(path);
      kinds.set(path, found);
      return found;
    },
    readText(path) {
      if (texts.has(path)) return texts.get(path);
      const bytes = readBytes(path, maxScriptBytes);
      // A shell skips NUL bytes and runs the rest.
      const text =
        bytes === undefined || isMachineCode(bytes) ? undefined : bytes.toString('utf8').replaceAll('\0', '');
      texts.set(path, text);
      return text;
    },
    isProgram: (path) => isMachineCode(readBytesFrom(path, 0, headerBytes)),
    listNames(folder) {
      if (!Object.hasOwn(listings, folder) && Object.keys(listings).length >= maxListings) {
        isCut = true;
        return [];
      }
      const names = namesIn(folder);
      listings[folder] = names.join('\n');
      return names;
    },
    spend(characters) {
      charactersLeft -= characters;
      return charactersLeft >= 0;
    },
    get isCut() {
      return isCut;
    },
  };
  return { files, listings };
}

/** ELF, Mach-O (also for two processors), PE, WebAssembly. */
const machineCode = /^(?:7f454c46|feedfac[ef]|c[ef]faedfe|cafebabe|4d5a|0061736d)/;
const headerBytes = 64;

/** By its header: a script may contain any other bytes. */
const isMachineCode = (bytes: Buffer): boolean => {
  const header = bytes.subarray(0, headerBytes);
  return machineCode.test(header.toString('hex', 0, 4)) && header.includes(0);
};
