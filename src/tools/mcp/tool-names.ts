import type { LoadedAbility } from '../../abilities/ability.js';
import { sha256 } from '../../platform/hash.js';

/** Clients put the name of the server in front of a tool's name, and allow 64 characters in total. */
const longest = 48;

/** A tool name for each ability that every MCP client accepts; names are unique and not in `taken`. */
export function toolNames(
  abilities: readonly LoadedAbility[],
  taken: readonly string[],
): ReadonlyMap<string, LoadedAbility> {
  const named = new Map<string, LoadedAbility>();
  const isFree = (name: string) => !named.has(name) && !taken.includes(name);
  // Valid names come first: a name that must be changed gives way, whatever the order.
  const ordered = [...abilities].sort((a, b) => Number(isChanged(a)) - Number(isChanged(b)) || byName(a, b));
  for (const one of ordered) named.set(freeName(one.ability.name, isFree), one);
  return new Map([...named].sort(([, a], [, b]) => byName(a, b)));
}

const plain = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '_').slice(0, longest);

const isChanged = ({ ability: { name } }: LoadedAbility): boolean => plain(name) !== name;

const byName = (a: LoadedAbility, b: LoadedAbility): number => (a.ability.name < b.ability.name ? -1 : 1);

function freeName(name: string, isFree: (name: string) => boolean): string {
  const short = plain(name);
  if (short !== '' && name.length <= longest && isFree(short)) return short;
  const hash = sha256(name);
  for (let digits = 6; ; digits++) {
    const longer = `${short.slice(0, Math.max(0, longest - digits - 1))}_${hash.slice(0, digits)}`;
    if (isFree(longer)) return longer;
  }
}
