import { objectOf } from '@anyhook/core';

/** A JSON object whose fields are not known yet. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value if it is a JSON object. */
export const objectValue: (value: unknown) => Fields | undefined = objectOf;

export const textValue = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

export const flagValue = (value: unknown): boolean | undefined => (typeof value === 'boolean' ? value : undefined);

export const countValue = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

/** Any value as text: null and undefined become the empty text, a structure its JSON. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : (JSON.stringify(value) ?? '');
}

/** The text of content blocks (`{type: "text", text}` or `{text}`), or undefined if none has text. */
export function blocksText(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((block) => textValue(block) ?? textValue(objectValue(block)?.['text']));
  return texts.some((part) => part !== undefined) ? texts.filter((part) => part !== undefined).join('\n') : undefined;
}

/** A table's own entry. Inherited properties such as `constructor` are ignored. */
export const ownEntry = <T>(table: Readonly<Record<string, T>>, key: string): T | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;

/** The texts that are not empty, joined by blank lines; undefined if there are none. */
export function joinTexts(texts: readonly (string | undefined)[], separator = '\n\n'): string | undefined {
  return texts.filter((part) => part !== undefined && part !== '').join(separator) || undefined;
}
