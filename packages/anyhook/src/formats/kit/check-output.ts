import { nearestWord } from '@anyhook/core';

/** Is a value nested deeper than this? Deeper values would overflow the stack when they are written as JSON. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels <= 0) return true;
  for (const item of Object.values(value)) if (isDeeper(item, levels - 1)) return true;
  return false;
}

/** Notes on unknown keys that look like a misspelt known key. */
export function misspeltKeys(json: Readonly<Record<string, unknown>>, known: readonly string[]): readonly string[] {
  const unknownKeys = Object.keys(json).filter((key) => !known.includes(key));
  return unknownKeys.slice(0, 10).flatMap((key) => {
    const near = nearestWord(key, known);
    return near ? [`its output has an unknown key "${key}", which is ignored; did you mean "${near}"?`] : [];
  });
}
