import type { Effect } from './effect.js';

/** A credential that was found in a text by its format. */
export interface FoundSecret {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

const maxLength = 256 * 1024;

/**
 * What a prompt gives away: each kind of credential once. The formats of credentials come in as a function, because
 * redaction knows them. The credential itself is never part of the effect.
 */
export function promptEffects(
  prompt: string,
  findSecrets: (text: string) => readonly FoundSecret[],
): readonly Effect[] {
  // The end of a long prompt is looked at too: people paste a log and ask below it.
  const parts = prompt.length <= 2 * maxLength ? [prompt] : [prompt.slice(0, maxLength), prompt.slice(-maxLength)];
  const kinds = new Set(parts.flatMap((part) => findSecrets(part).map(({ kind }) => kind)));
  return [...kinds].map((kind) => ({ do: 'reveal', what: `${kind} in the prompt` }));
}
