import { thisSystem } from '@anyhook/core';

/** The folder above the innermost of these locations (`.agents`, `hooks/hooks.json`) in the path, if any. */
export function projectOfHookFile(path: string, locations: readonly string[], system = thisSystem): string | undefined {
  const slashed = system === 'win32' ? path.replaceAll('\\', '/') : path;
  const positions = locations.map((location) => lastOccurrence(slashed, `/${location}`));
  const end = Math.max(-1, ...positions);
  return end > 0 ? path.slice(0, end) : undefined;
}

/** Where the last whole occurrence of a location starts; -1 if there is none. */
function lastOccurrence(path: string, location: string): number {
  for (let at = path.lastIndexOf(location); at >= 0; at = at === 0 ? -1 : path.lastIndexOf(location, at - 1)) {
    const next = path[at + location.length];
    if (next === '/' || next === undefined) return at;
  }
  return -1;
}
