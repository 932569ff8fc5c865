import type { ToolInput } from './tool.js';

/** The files that a patch in the `*** Begin Patch` format adds, updates, deletes or moves to, in order, each once. */
export function patchPaths(patch: string): readonly string[] {
  const paths = new Set<string>();
  for (const line of patch.split('\n')) {
    const path = /^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.*)$/.exec(line.trimEnd())?.[1]?.trim();
    if (path) paths.add(path);
  }
  return [...paths];
}

/** Adds the paths that the patch text names. */
export function withPaths(input: ToolInput): ToolInput {
  return typeof input['content'] === 'string' ? { ...input, paths: patchPaths(input['content']) } : input;
}

/** Removes the paths again: they are derived from the text. */
export function withoutPaths(input: ToolInput): ToolInput {
  const { paths: _paths, ...rest } = input;
  return rest;
}
