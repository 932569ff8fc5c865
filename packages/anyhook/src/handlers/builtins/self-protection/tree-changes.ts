import { posix } from 'node:path';
import { exists, foldedName } from '@anyhook/core';
import { type CommandReading, hasGlob, hasUnknown, type SeenCall, type Value } from '@anyhook/guard';
import { codeHitAt } from './code-places.js';
import { absoluteFrom, type GuardedPaths, type GuardLook, type PathChange, resolveLinks } from './guarded-paths.js';
import { isWithinAnyCase } from './guarded-settings.js';
import { type TreeProgram, treePrograms } from './tree-programs.js';
import { absoluteWord, changedOperands, mayTakeFolder } from './word-effects.js';

// All paths here use slashes on every system.
const { dirname, join } = posix;

type Words = readonly Value[];

/**
 * Folders at or above user settings or agent code that a command fills with files of any name, beyond the effects: by
 * programs in the table, and by unknown programs that get a folder as a word.
 */
export function treeChanges(seen: CommandReading['seen'], look: GuardLook): readonly PathChange[] {
  const { guarded } = look;
  const isOfInterest = (path: string) =>
    mayHoldSettings(path, guarded) ||
    mayHoldSettings(resolveLinks(path), guarded) ||
    codeHitAt(path, 'tree', look) !== undefined;
  return seen.calls.map(asGitOrder).flatMap((call) => {
    const program = Object.hasOwn(treePrograms, call.name) ? treePrograms[call.name] : undefined;
    const paths = program
      ? programChanges(program, call, seen.variables, guarded)
      : namedFolders(call, guarded).map((path): PathChange => ({ path, effect: 'tree' }));
    return paths.filter(({ path }) => !hasUnknown(path) && !hasGlob(path) && isOfInterest(path));
  });
}

/** `git-pull` is `git pull`. */
const asGitOrder = (call: SeenCall): SeenCall =>
  call.name.startsWith('git-')
    ? { ...call, name: 'git', argv: ['git', call.name.slice(4), ...call.argv.slice(1)] }
    : call;

function programChanges(
  program: TreeProgram,
  call: SeenCall,
  variables: CommandReading['seen']['variables'],
  guarded: GuardedPaths,
): readonly PathChange[] {
  const given = call.argv.slice(1);
  const order = orderOf(given, program);
  if (!changesFiles(program, given, order)) return [];
  const resolved = (path: Value, folder = absoluteWord('.', call, guarded)) => absoluteFrom(path, folder, guarded);
  const named = (program.options ?? []).flatMap((name) => valuesOf(given, name));
  const set = program.variable === undefined ? [] : [...(variables.get(program.variable) ?? [])];
  const fromOptions = program.folderIn
    ? named.flatMap((value) => program.folderIn?.(value) ?? []).map((path) => resolved(path))
    : // `-C a -C b` is `a/b`.
      named.slice(0, 1).map(() => named.reduce((folder, path) => resolved(path, folder), resolved('.')));
  const all = [...fromOptions, ...set.map((path) => resolved(path))];
  const tops = all.length > 0 ? all : usualFolder(program, resolved('.'), guarded);
  return tops.flatMap((top): readonly PathChange[] => {
    if (program.packages) return packagesIn(program, given, top, resolved);
    const paths = program.takesPaths?.test(order.join(' ')) ? pathsIn(order) : [];
    if (paths.length > 0) return paths.map((path) => ({ path: resolved(path, top), effect: 'tree' }));
    // A named folder is filled itself, or it says which working tree to use.
    const folders = new Set([...(all.length > 0 ? [top] : []), workingTree(top, program)]);
    return [...folders].map((path) => ({ path, effect: 'tree' }));
  });
}

function changesFiles({ changes, quiet }: TreeProgram, given: Words, order: Words): boolean {
  const isDryRun = given.some((word) => /^--(?:dry-run|simulate|no|help|version)$/.test(word));
  if (isDryRun) return false;
  if (changes?.test(given.map((word) => ` ${word}`).join(''))) return true;
  return quiet ? !quiet.test(order.join(' ')) : changes === undefined;
}

/** The words from the subcommand on, without earlier options and their values. */
function orderOf(given: Words, { options = [], otherOptions = [] }: TreeProgram): Words {
  const takesValue = (word: Value | undefined) =>
    word !== undefined && (options.includes(word) || otherOptions.includes(word));
  const at = given.findIndex((word, index) => !word.startsWith('-') && !takesValue(given[index - 1]));
  return at < 0 ? [] : given.slice(at);
}

/** The values of an option: `-C x`, `-Cx`, `--target x`, `--target=x`, and `-c core.worktree=x`. */
function valuesOf(given: Words, name: string): Words {
  return given.flatMap((word, at) => {
    if (word === name) return given[at + 1] ?? [];
    if (word.startsWith(`${name}=`)) return [word.slice(name.length + 1)];
    return /^-[a-zA-Z]$/.test(name) && word.startsWith(name) ? [word.slice(2)] : [];
  });
}

/** The paths after a subcommand: all words that are not options, or those after `--`. */
function pathsIn(order: Words): Words {
  const dashes = order.indexOf('--');
  const rest = dashes < 0 ? order.slice(1) : order.slice(dashes + 1);
  return rest.filter((word) => word !== '' && !word.startsWith('-'));
}

function usualFolder({ folder }: TreeProgram, start: Value, { home }: GuardedPaths): readonly Value[] {
  if (folder === undefined) return [];
  return [folder === 'home' ? home : folder === 'above' ? dirname(start) : start];
}

/** The top of the working tree that contains a folder. */
function workingTree(folder: Value, { marker }: TreeProgram): Value {
  if (marker === undefined || hasUnknown(folder)) return folder;
  for (let at = folder; dirname(at) !== at; at = dirname(at)) if (exists(join(at, marker))) return at;
  return folder;
}

/** All content of the packages goes to the folder; other names are unknown. */
function packagesIn(
  { packages: options = [], options: others = [] }: TreeProgram,
  given: Words,
  top: Value,
  resolved: (path: Value) => Value,
): readonly PathChange[] {
  const folder = options.flatMap((name) => valuesOf(given, name)).at(-1) ?? '.';
  const isValue = (at: number) => [...options, ...others].includes(given[at - 1] ?? '');
  const names = given.filter((word, at) => word !== '' && !word.startsWith('-') && !isValue(at));
  const isRenamed = given.includes('--dotfiles');
  return names.map((name) => {
    const path = resolved(join(folder, name));
    return { path: top, effect: 'tree', ...(!isRenamed && { from: { path, as: 'content' } }) };
  });
}

/** The home folder and folders with settings, among the words of a program that may do anything. */
function namedFolders(call: SeenCall, guarded: GuardedPaths): readonly Value[] {
  if (!mayTakeFolder(call)) return [];
  // `--prefix ~/.local`: people install programs there.
  const prefix = join(guarded.home, '.local');
  const isFilled = (path: Value) =>
    path !== prefix && isWithinAnyCase(path, guarded.home) && mayHoldSettings(path, guarded);
  return changedOperands(call)
    .map((word) => absoluteWord(word, call, guarded))
    .filter((path) => isOfAgent(path, guarded) || (!hasUnknown(path) && [path, resolveLinks(path)].some(isFilled)));
}

/** Whether a folder is one in which projects keep settings of an agent: `.claude`. */
const isOfAgent = (path: Value, { settings }: GuardedPaths): boolean =>
  settings.some(({ projectFiles }) =>
    projectFiles.some((file) => dirname(file) !== '.' && foldedName(path).endsWith(`/${foldedName(dirname(file))}`)),
  );

/** Whether settings of agents or of anyhook may be in a folder. The program of anyhook may be in any project. */
export function mayHoldSettings(path: Value, guarded: GuardedPaths): boolean {
  const { home, anyhookOnly, userWritten, settings } = guarded;
  const places = [home, ...anyhookOnly, ...userWritten, ...settings.flatMap(({ userFiles }) => userFiles)];
  return isOfAgent(path, guarded) || places.some((place) => isWithinAnyCase(place, path));
}
