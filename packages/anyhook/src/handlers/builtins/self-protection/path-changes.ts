import { exists } from '@anyhook/core';
import {
  type CommandReading,
  type CopySource,
  hasGlob,
  hasUnknown,
  isFullyKnown,
  type SeenEffect,
  type Value,
} from '@anyhook/guard';
import type { PathChange } from './guarded-paths.js';
import { isWithinAnyCase } from './guarded-settings.js';

export const folderOf = (path: Value): Value => path.slice(0, path.lastIndexOf('/')) || '/';
const baseOf = (path: Value): Value => path.slice(path.lastIndexOf('/') + 1);

/** Paths that an effect changes. */
export function changesOf(effect: SeenEffect): readonly PathChange[] {
  switch (effect.do) {
    case 'delete':
      return [{ path: effect.at.path, effect: effect.recursive ? 'remove' : 'write' }];
    case 'permit':
      return [{ path: effect.at.path, effect: mayCloseFolder(effect) ? 'remove' : 'write' }];
    case 'write':
      return copyChanges(effect.at.path, effect.how === 'unpack' && !isElsewhere(effect), effect.from);
    case 'move': {
      // A move never replaces a folder that is not empty.
      const isNamed = !hasUnknown(effect.to.path) && !hasGlob(effect.to.path);
      const from: CopySource = { path: effect.from.path, as: 'itself' };
      return [{ path: effect.from.path, effect: 'remove' }, ...copyChanges(effect.to.path, isNamed, from)];
    }
    case 'discard':
    case 'forget':
      return effect.at ? [{ path: effect.at.path, effect: 'fill' }] : [];
    default:
      return [];
  }
}

/** On another machine, or in a container outside this machine's folders. */
const isElsewhere = ({ remote, ...effect }: Extract<SeenEffect, { do: 'write' }>): boolean =>
  remote !== undefined && /^(?:remote|system|temp|temp-all)$/.test(effect.at.scope);

/** A glob for any name does not match hidden files. */
const mayCloseFolder = ({ at, mode, recursive }: Extract<SeenEffect, { do: 'permit' }>): boolean =>
  recursive
    ? !givesOwner(mode)
    : !hasUnknown(at.path) && !hasGlob(at.path.replace(/(?<=[^/])[\uE005\uE006]/g, '')) && closesFolder(mode);

/** If the target is a folder, the copy goes into it. A glob for all names copies the folder's content. */
function copyChanges(path: Value, isTree: boolean, from: CopySource | undefined): readonly PathChange[] {
  const isMany = from !== undefined && hasGlob(baseOf(from.path));
  if (isMany && !hasUnknown(path)) {
    const content: CopySource = { path: folderOf(from.path), as: 'content', names: baseOf(from.path) };
    return [{ path: hasGlob(baseOf(path)) ? folderOf(path) : path, effect: 'tree', from: content }];
  }
  if (hasUnknown(path) || hasGlob(path)) {
    const known = isTree ? knownFolder(path) : undefined;
    return [known === undefined ? { path, effect: 'write' } : { path: known, effect: 'tree' }];
  }
  const effect = isTree ? 'tree' : 'write';
  if (from?.as !== 'itself') return [{ path, effect, from }];
  return [path, `${path === '/' ? '' : path}/${baseOf(from.path)}`].map((one) => ({ path: one, effect, from }));
}

/** The known part of a path; undefined if its start is unknown. */
function knownFolder(path: Value): Value | undefined {
  const parts = path.split('/');
  const length = parts.findIndex((part) => hasUnknown(part) || hasGlob(part));
  return length > 1 ? parts.slice(0, length).join('/') : undefined;
}

/** Programs that only change the files of their effects. */
const plainPrograms = new Set(
  (
    'cp gcp mv gmv mkdir rmdir install ginstall ln gln rm rsync scp ditto chmod chown chgrp touch tar gtar bsdtar unzip cpio 7z ' +
    'ls cat echo printf test [ [[ true : cd pwd pushd popd head tail grep sort wc date basename dirname realpath mktemp find xargs ' +
    'sudo env busybox export sleep stow xstow'
  ).split(' '),
);

/** Programs whose output cannot be file names. */
const silentPrograms =
  /^(?:g?(?:cp|mv|ln|rm)|mkdir|rmdir|rsync|scp|cd|chmod|chown|touch|install|test|\[|\[\[|true|:|sudo|tar)$/;

/** Programs with which a line waits until a file is there. */
const waiting = /^(?:sleep|test|\[|\[\[|true|:)$/;

/** Whether a program may print names as arguments for another one; a `*` is not a glob then. */
export const printsNames = ({ calls }: CommandReading['seen']): boolean =>
  calls.some(({ name }) => !silentPrograms.test(name));

/** Only a glob for all names. */
const isOnlyGlob = (names: Value | undefined): boolean => names !== undefined && /^[\uE005\uE006]+$/.test(names);

/** The sources of a command's copies, if the files on this machine show their content. */
export class CopySources {
  readonly #effects: readonly SeenEffect[];
  readonly #trees: readonly PathChange[];
  readonly #isPlain: boolean;
  readonly #printsNames: boolean;
  readonly #finds: boolean;
  readonly #waits: boolean;

  /** `trees`: folders that the command fills besides its effects. */
  constructor({ effects, seen }: CommandReading, trees: readonly PathChange[]) {
    this.#effects = effects;
    this.#trees = trees;
    this.#printsNames = printsNames(seen);
    this.#finds = seen.calls.some(({ name }) => /^(?:g?find|fd|fdfind|g?xargs|parallel)$/.test(name));
    this.#waits = seen.calls.some(({ name }) => waiting.test(name));
    this.#isPlain = seen.code.length === 0 && seen.calls.every(({ name }) => plainPrograms.has(name));
  }

  /** The source, if its current content is what is copied; undefined if unknown. */
  lookAt(from: CopySource, copy: SeenEffect | PathChange): CopySource | 'missing' | undefined {
    // `find` also prints names from folders below.
    if (isOnlyGlob(from.names) && this.#finds) return undefined;
    if (!isFullyKnown(from.path) || hasGlob(from.path) || this.#mayChange(from.path, copy)) return undefined;
    if (exists(from.path)) return isOnlyGlob(from.names) && this.#printsNames ? { ...from, names: undefined } : from;
    return from.as === 'archive' && !this.#waits ? 'missing' : undefined;
  }

  /** Whether another part of the command may change the source. */
  #mayChange(path: Value, copy: SeenEffect | PathChange): boolean {
    if (!this.#isPlain) return true;
    const others = this.#effects.filter((other) => other !== copy).flatMap(changesOf);
    // Links to packages change no package.
    const trees = this.#trees.includes(copy as PathChange) ? [] : this.#trees;
    return [...others, ...trees].some((change) => touches(change.path, path));
  }
}

/** Whether one of the paths is at or below the other. */
const touches = (path: Value, other: Value): boolean =>
  !isFullyKnown(path) || hasGlob(path) || isWithinAnyCase(path, other) || isWithinAnyCase(other, path);

/**
 * Whether `chmod` with this mode may lock out a folder's owner or let others change its content; undefined: the mode is
 * unknown, or it sets another owner.
 */
function closesFolder(mode: string | undefined): boolean {
  if (mode === undefined) return true;
  if (/^[0-7]{1,5}$/.test(mode)) return !/7[0-7][0145]$/.test(mode);
  return !mode.split(',').every(keepsFolder);
}

/** `u+w`, `+x`, `go-w`, `a=rwx`: no class means all. */
function keepsFolder(part: string): boolean {
  const [, who = '', changes = ''] = /^([ugoa]*)((?:[-+=][rwxXst]*)+)$/.exec(part) ?? [];
  if (changes === '') return false;
  const isOwner = who === '' || /[ua]/.test(who);
  // Without a class, the umask prevents others from writing.
  const isOthers = /[oa]/.test(who);
  return (changes.match(/[-+=][rwxXst]*/g) ?? []).every((change) => {
    const given = change.slice(1);
    if (change.startsWith('-')) return !isOwner || !/[rwx]/.test(given);
    if (isOthers && given.includes('w')) return false;
    return change.startsWith('+') || !isOwner || (/r/.test(given) && /w/.test(given) && /x/i.test(given));
  });
}

/** `u+w`, `+X`: the owner keeps all permissions, and others gain no write. */
const givesOwner = (mode: string | undefined): boolean =>
  mode?.split(',').every((part) => /^(?:u\+[rwxX]+|[ugoa]*\+[xX]+)$/.test(part)) ?? false;
