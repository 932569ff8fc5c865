import { join } from 'node:path';
import {
  isObject,
  makePrivateFolder,
  maxStateFileBytes,
  parseObject,
  readPrivateFile,
  stateProblem,
  writeAtomic,
} from '@anyhook/core';

/** A mod as a person confirmed it. */
export interface ConfirmedMod {
  readonly folder: string;
  /** Hash of all files in the folder. */
  readonly sha: string;
  readonly at: string;
}

const confirmedModsFile = (state: string): string => join(state, 'mods.json');

/** The confirmed mods; none if another user could have written the record. */
export function readConfirmedMods(state: string): readonly ConfirmedMod[] {
  if (stateProblem(state)) return [];
  const mods = parseObject(readPrivateFile(confirmedModsFile(state), maxStateFileBytes).text)?.['mods'];
  return (Array.isArray(mods) ? mods : []).filter(isConfirmedMod);
}

const isConfirmedMod = (mod: unknown): mod is ConfirmedMod =>
  isObject(mod) && ['folder', 'sha', 'at'].every((field) => typeof mod[field] === 'string');

/** Records confirmed mods; each replaces the earlier record of its folder. */
export function confirmMods(state: string, mods: readonly ConfirmedMod[]): void {
  const folders = new Set(mods.map(({ folder }) => folder));
  writeMods(state, [...readConfirmedMods(state).filter(({ folder }) => !folders.has(folder)), ...mods]);
}

/** Forgets confirmed mods; true if there were any. */
export function forgetMods(state: string, isForgotten: (folder: string) => boolean): boolean {
  const known = readConfirmedMods(state);
  const kept = known.filter(({ folder }) => !isForgotten(folder));
  if (kept.length === known.length) return false;
  writeMods(state, kept);
  return true;
}

function writeMods(state: string, mods: readonly ConfirmedMod[]): void {
  makePrivateFolder(state);
  writeAtomic(confirmedModsFile(state), `${JSON.stringify({ version: 1, mods }, null, 1)}\n`);
}
