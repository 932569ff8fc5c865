import { sha256 } from '@anyhook/core';
import type { LoadedAbility } from '../registry/ability.js';

/** Clients put the name of the server in front of a tool's name, and allow 64 characters in total. */
const maxNameChars = 48;

/** A tool name for each ability that every MCP client accepts; names are unique and not in `taken`. */
export function toolNames(
  abilities: readonly LoadedAbility[],
  taken: readonly string[],
): ReadonlyMap<string, LoadedAbility> {
  const byToolName = new Map<string, LoadedAbility>();
  const isFree = (name: string) => !byToolName.has(name) && !taken.includes(name);
  // Valid names come first, so that a changed name never takes one of them.
  const ordered = [...abilities].sort((a, b) => Number(needsChange(a)) - Number(needsChange(b)) || byName(a, b));
  for (const one of ordered) byToolName.set(freeName(one.ability.name, isFree), one);
  return new Map([...byToolName].sort(([, a], [, b]) => byName(a, b)));
}

const sanitizeName = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, maxNameChars);

const needsChange = ({ ability: { name } }: LoadedAbility): boolean => sanitizeName(name) !== name;

const byName = (a: LoadedAbility, b: LoadedAbility): number => (a.ability.name < b.ability.name ? -1 : 1);

function freeName(name: string, isFree: (name: string) => boolean): string {
  const short = sanitizeName(name);
  if (short !== '' && name.length <= maxNameChars && isFree(short)) return short;
  const hash = sha256(name);
  for (let digits = 6; ; digits++) {
    const hashedName = `${short.slice(0, Math.max(0, maxNameChars - digits - 1))}_${hash.slice(0, digits)}`;
    if (isFree(hashedName)) return hashedName;
  }
}
