import { posix, win32 } from 'node:path';
import { dataFile, interpreterPath, scriptsIn, systemFile } from '@anyhook/anyhook';
import { executableCandidates, hasDrives, hasFolder, listedPaths, thisSystem } from '@anyhook/core';
import type { Ability, Implementation } from './ability.js';

/** A program that an ability starts without a shell. */
export interface AbilityProgram {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

export function implementationPrograms(implementation: Implementation): readonly AbilityProgram[] {
  if (implementation.kind === 'script') return [implementation];
  return implementation.kind === 'mcp' && 'command' in implementation.server ? [implementation.server] : [];
}

/** The absolute paths of a program's files that trust must cover, also through variables of the registry file. */
export function programScripts(
  program: AbilityProgram,
  root: string,
  exists: (path: string) => boolean,
  system: string = thisSystem,
): readonly string[] {
  const { command, args, env = {} } = program;
  const { isAbsolute, normalize, join } = pathsOf(system);
  const words = [command, ...args, ...Object.values(env).flatMap((value) => valuePaths(value, system))];
  const namedPaths = words.flatMap(pathsIn).filter((path) => !dataFile.test(path));
  const started = [...interpretedScripts(program), ...namedPaths, ...declaredPathCandidates(program, system)]
    .filter((path) => path !== '' && path.length <= maxPathChars && !path.includes('://'))
    .map((path) => (isAbsolute(path) ? normalize(path) : join(root, path)))
    .filter((path) => !systemFile.test(path))
    .flatMap((path) => executableCandidates(path, system).find(exists) ?? []);
  // A word may contain a whole command, as after `-c`.
  const nestedScripts = words
    .filter((word) => /\s/.test(word))
    .flatMap((word) => scriptsIn(word, { base: root, exists }));
  return [...new Set([...started, ...nestedScripts])];
}

const maxPathChars = 4096;

const pathsOf = (system: string) => (hasDrives(system) ? win32 : posix);

/** Possible paths in the value of a variable. Folders of Windows often contain spaces. */
const valuePaths = (value: string, system: string): readonly string[] =>
  [...value.split(/\s+/), ...(hasDrives(system) ? [value] : [])].flatMap((part) => listedPaths(part, system));

/** A word that may be a path, or that may contain one after a flag, as in `--import=./a.mjs`. */
const pathsIn = (word: string): readonly string[] => [word, ...(word.includes('=') ? [afterEquals(word)] : [])];

const afterEquals = (word: string): string => word.slice(word.indexOf('=') + 1);

/** The scripts that an interpreter reads, whatever their names are. */
function interpretedScripts({ command, args }: AbilityProgram): readonly string[] {
  const words = [command, ...args];
  return words.flatMap((word, i) => {
    const script = interpreterPath.test(word) ? words.slice(i + 1).find((next) => !next.startsWith('-')) : undefined;
    return script === undefined ? [] : [script];
  });
}

/** The paths of a bare name on the PATH that the registry file declares. */
function declaredPathCandidates({ command, env = {} }: AbilityProgram, system: string): readonly string[] {
  if (hasFolder(command, system)) return [];
  const onWindows = hasDrives(system);
  const { delimiter, join } = pathsOf(system);
  // On Windows, names of variables are case-insensitive.
  const paths = Object.entries(env).filter(([name]) => (onWindows ? name.toUpperCase() : name) === 'PATH');
  return paths.flatMap(([, value]) => value.split(delimiter).map((folder) => join(folder, command)));
}

/** The files that an ability would start now, besides its registry file. */
export function abilityScripts(ability: Ability, exists: (path: string) => boolean): readonly string[] {
  if (ability.type === 'workflow') return [];
  const all = ability.type === 'agent' ? [ability.run] : Object.values(ability.implementations);
  return all.flatMap(implementationPrograms).flatMap((program) => programScripts(program, ability.root, exists));
}
