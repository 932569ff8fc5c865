import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The program itself: beside the bundle, or in the source tree. */
export function programFile(): string {
  const candidates = ['../bin/anyhook.cjs', '../../bin/anyhook.cjs'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  );
  return candidates.find(existsSync) ?? (candidates[0] as string);
}
