import { posix } from 'node:path';
import {
  exists,
  foldedName,
  isFile,
  isFullPath,
  realPath,
  resolvedPath,
  slashedPath,
  withoutTrailing,
} from '@anyhook/core';
import { type CopySource, marks, type Value } from '@anyhook/guard';
import type { CodePlaces } from './code-places.js';
import { isWithinAnyCase, settingsHitFor } from './guarded-settings.js';
import { isFilled, otherNameOf, placesBelow } from './places-below.js';

// All paths here use slashes on every system.
const { basename, dirname, join } = posix;

/** The files of anyhook on this machine, with slashes. */
export interface GuardedPaths {
  readonly home: string;
  /** Folders that only anyhook itself writes. */
  readonly anyhookOnly: readonly string[];
  /** Folders and files that a person writes. */
  readonly userWritten: readonly string[];
  /** Path suffixes of our files in every project. */
  readonly pathSuffixes: readonly string[];
  /** The executable parts of this installation of anyhook. */
  readonly program: readonly string[];
  /** The settings of every agent. */
  readonly settings: readonly GuardedSettings[];
  /** Where agents load code from. */
  readonly code: readonly CodePlaces[];
  /** Variables that identify an agent: full names, or prefixes that end with `*`. */
  readonly agentVariables: readonly string[];
}

/** The settings files of one agent; `{…}` in a path matches part of a file name. */
export interface GuardedSettings {
  readonly agent: string;
  readonly title: string;
  /** Names of its programs. */
  readonly programs: readonly string[];
  /** Packages with its program. */
  readonly packages: readonly string[];
  /** A path part of its programs with other names. */
  readonly programFolder?: string;
  /** Options that start it without the user's hooks, or with others. */
  readonly hookOptions: readonly string[];
  /** Lists in code that starts it with its SDK; one with `user` keeps the user's hooks. */
  readonly hookFields: readonly string[];
  /** The first version with hooks that anyhook can answer. */
  readonly hooksSince?: string;
  /** Variables that move its folder, or have the effect of these options. */
  readonly variables: readonly string[];
  /** Full paths. */
  readonly userFiles: readonly string[];
  /** Paths from the root of a project. */
  readonly projectFiles: readonly string[];
}

/** The context of one check. */
export interface GuardLook {
  readonly guarded: GuardedPaths;
  readonly cwd: string;
  /** The agent that makes the call: it is connected. */
  readonly agent: string;
}

/** Why an agent must not change a path. */
export interface GuardHit {
  readonly decision: 'ask' | 'deny';
  readonly what: string;
}

const maxPaths = 50;

/**
 * The effect on a path. `remove` affects everything below it; `fill` adds files with any name to the folder, and `tree`
 * also below it.
 */
export type PathEffect = 'write' | 'fill' | 'tree' | 'remove';

/** A path that a call changes. */
export interface PathChange {
  readonly path: Value;
  readonly effect: PathEffect;
  /** The source of the content; undefined if unknown. */
  readonly from?: CopySource | undefined;
}

/** The package and its launchers: npm on Windows puts `anyhook.cmd` and `anyhook` into `AppData/Roaming/npm`. */
const ownProgram =
  /\/node_modules\/anyhook(?:\/|$)|\/(?:(?:bin|npm)\/anyhook(?:-hook|\.[cm]js)?|anyhook(?:-hook)?\.(?:cmd|ps1|exe))$/;

/** The hit for a change of this path. `from`: the source that a `tree` copies, if known. */
export function guardHitAt(path: string, effect: PathEffect, look: GuardLook, from?: CopySource): GuardHit | undefined {
  const real = resolveLinks(path);
  for (const one of new Set([path, real])) {
    const hit =
      effect === 'tree' ? treeHit(one, look, from) : (guardHitFor(one, effect, look) ?? aboveHit(one, effect, look));
    if (hit) return hit;
  }
  const other = effect === 'remove' ? undefined : otherNameOf(real, look);
  return other === undefined ? undefined : guardHitFor(other, 'write', look);
}

/** A change of a folder above also changes the files of the agent's project. */
function aboveHit(path: string, effect: PathEffect, look: GuardLook): GuardHit | undefined {
  if (effect !== 'remove' || !isWithinAnyCase(look.cwd, path)) return undefined;
  for (const place of placesBelow(path, look)) {
    const hit = place.root !== undefined && exists(place.at) ? guardHitFor(place.path, 'write', look) : undefined;
    if (hit) return hit;
  }
  return undefined;
}

/** Files are written to the path and below it: checks each guarded place there that may be written. */
function treeHit(path: string, look: GuardLook, from?: CopySource): GuardHit | undefined {
  const hit = guardHitFor(path, 'write', look);
  if (hit) return hit;
  const source = from && { ...from, path: resolveLinks(from.path) };
  for (const place of placesBelow(path, look)) {
    const below = isFilled(place, path, source, look.cwd) ? guardHitFor(place.path, 'write', look) : undefined;
    // Unknown names only ask.
    if (below) return source === undefined ? { ...below, decision: 'ask' } : below;
  }
  return undefined;
}

function guardHitFor(path: string, effect: PathEffect, look: GuardLook): GuardHit | undefined {
  const { anyhookOnly, userWritten, pathSuffixes, program } = look.guarded;
  const removes = effect === 'remove';
  // Names are folded as where `.ENV` opens `.env`; elsewhere this can only ask once too often.
  const name = foldedName(path);
  const isHit = (place: string) =>
    isWithinAnyCase(path, place) ||
    (removes && isWithinAnyCase(place, path) && exists(place)) ||
    (effect === 'fill' && foldedName(dirname(place)) === name);
  if (anyhookOnly.some(isHit))
    return { decision: 'deny', what: 'the state of anyhook (trust, approvals and records) or its program' };
  if (userWritten.some(isHit))
    return { decision: 'ask', what: "the user's own hooks, the settings of anyhook or its launcher" };
  if (program.some(isHit) || ownProgram.test(name)) return { decision: 'ask', what: 'the program of anyhook' };
  const below = (name: string) => removes && isFile(join(path, name));
  if (
    pathSuffixes.some(
      (end) =>
        name.endsWith(`/${end}`) ||
        below(end) ||
        (removes && basename(name) === dirname(end) && below(basename(end))) ||
        (effect === 'fill' && name.endsWith(`/${dirname(end)}`)),
    )
  )
    return { decision: 'ask', what: 'the settings of anyhook in this project' };
  return settingsHitFor(path, effect, look);
}

/** Resolves links in a path, even if its last parts do not exist yet. */
export function resolveLinks(path: string): string {
  let existing = path;
  let missing = '';
  while (!exists(existing) && dirname(existing) !== existing) {
    missing = join(basename(existing), missing);
    existing = dirname(existing);
  }
  return withoutTrailing(join(slashedPath(realPath(existing)), missing), '/');
}

const known = new WeakMap<GuardedPaths, GuardedPaths>();

/** Adds the targets of links: a home folder that is a link has both names. */
export function withRealPaths(guarded: GuardedPaths): GuardedPaths {
  const before = known.get(guarded);
  if (before) return before;
  const withReal = (paths: readonly string[]) => [...new Set(paths.flatMap((path) => [path, resolveLinks(path)]))];
  const all: GuardedPaths = {
    ...guarded,
    anyhookOnly: withReal(guarded.anyhookOnly),
    userWritten: withReal(guarded.userWritten),
    program: withReal(guarded.program),
    settings: guarded.settings.map((one) => ({ ...one, userFiles: withReal(one.userFiles) })),
    code: guarded.code.map((one) => ({ ...one, patterns: withRealPatterns(one.patterns) })),
  };
  known.set(guarded, all);
  return all;
}

/** Keeps a trailing slash of a pattern. */
const withRealPatterns = (patterns: readonly string[]): readonly string[] => [
  ...new Set(
    patterns.flatMap((one) =>
      isFullPath(one) ? [one, `${resolveLinks(withoutTrailing(one, '/'))}${one.endsWith('/') ? '/' : ''}`] : [one],
    ),
  ),
];

/** Resolves a path from a folder. */
export const absoluteFrom = (path: string, cwd: string, { home }: GuardedPaths): string => {
  const slashed = slashedPath(path);
  const expanded = /^~(?:\/|$)/.test(slashed) ? join(home, slashed.slice(1)) : path;
  const absolute = resolvedPath(cwd, expanded);
  return absolute.length > 1 ? withoutTrailing(absolute, '/') : absolute;
};

/** Our paths, or their parent folders, that a shell pattern could match, or below which it could match something. */
export function guardedPathsMatching(pattern: string, cwd: string, guarded: GuardedPaths): readonly string[] {
  const { anyhookOnly, userWritten, pathSuffixes, program, settings } = guarded;
  const inProject = [...pathSuffixes, ...settings.flatMap(({ projectFiles }) => projectFiles)];
  const beside = inProject.map((end) => join(dirname(pattern), basename(end)));
  const ourPaths = [
    ...new Set([
      ...[...anyhookOnly, ...userWritten, ...program, ...settings.flatMap(({ userFiles }) => userFiles)],
      ...[...inProject.map((end) => join(cwd, end)), ...beside],
    ]),
  ];
  const patternParts = pattern.replace(/\[[^\]]{1,100}\]/g, '?').split('/');
  const isAbove = (parts: readonly string[]) => isMatch(patternParts.slice(0, parts.length), parts);
  const found = ourPaths.flatMap(withParents).filter((path) => isMatch(patternParts, path.split('/')));
  return [...new Set([...found, ...ourPaths.filter((path) => isAbove(path.split('/')))])].slice(0, maxPaths);
}

/** A value of the guard, with shell wildcards. */
export const shownPattern = (value: Value): string => value.replaceAll(marks.star, '*').replaceAll(marks.one, '?');

const isMatch = (patternParts: readonly string[], parts: readonly string[]): boolean =>
  patternParts.length === parts.length &&
  parts.every((part, i) => matchesPart(foldedName(part), foldedName(patternParts[i] ?? '')));

/** Matches `*` and `?` in one part of a path; by hand, because a regular expression with many stars may never finish. */
export function matchesPart(text: string, pattern: string): boolean {
  let star = -1;
  let retryFrom = 0;
  let patternIndex = 0;
  for (let i = 0; i < text.length; ) {
    if (pattern[patternIndex] === '*') {
      star = patternIndex++;
      retryFrom = i;
    } else if (patternIndex < pattern.length && (pattern[patternIndex] === '?' || pattern[patternIndex] === text[i])) {
      patternIndex++;
      i++;
    } else if (star >= 0) {
      patternIndex = star + 1;
      i = ++retryFrom;
    } else return false;
  }
  while (pattern[patternIndex] === '*') patternIndex++;
  return patternIndex === pattern.length;
}

function withParents(path: string): readonly string[] {
  const found: string[] = [];
  for (let folder = path; dirname(folder) !== folder; folder = dirname(folder)) found.push(folder);
  return found;
}

/** Files that a user's shell runs when it starts: their content runs in a person's own terminal. */
export const isStartFile = (path: string): boolean => startFile.test(slashedPath(path)) || systemStartFile.test(path);

const startFile =
  /(?:^|\/)(?:\.(?:bash|zsh|ksh|tcsh|csh|mksh)rc|\.(?:bash_|z)?(?:profile|login|logout|aliases)|\.zshenv|\.pam_environment|config\.fish)$/;
const systemStartFile =
  /^\/etc\/(?:environment|profile|bash\.bashrc|zshenv|zprofile|zshrc)$|\/(?:profile|environment|conf)\.d\/[^/]+\.(?:sh|conf|fish)$/;
