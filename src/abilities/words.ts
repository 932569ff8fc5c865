/** A value that a step's input takes from elsewhere: `input.x` or `steps.<id>.output.x`, without the braces. */
export type Word =
  | { readonly from: 'input'; readonly path: readonly string[] }
  | { readonly from: 'step'; readonly id: string; readonly path: readonly string[] };

/** Finds `${…}` in a text; the first group is the word. Fresh for each use, for it remembers its place. */
export const wordPattern = (): RegExp => /\$\{([^{}]*)\}/g;

/** Takes a word apart; undefined when it is none that a workflow knows. */
export function readWord(text: string): Word | undefined {
  const [first, ...rest] = text.trim().split('.');
  if (rest.includes('')) return undefined;
  if (first === 'input') return { from: 'input', path: rest };
  const [id, output, ...path] = rest;
  return first === 'steps' && id !== undefined && output === 'output' ? { from: 'step', id, path } : undefined;
}
