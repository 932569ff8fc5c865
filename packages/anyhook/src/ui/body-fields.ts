import { AnyhookError } from '@anyhook/core';

/** The fields of what a page sent; none if it is no object. */
export type BodyFields = Readonly<Record<string, unknown>>;

export const bodyFields = (body: unknown): BodyFields =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as BodyFields) : {};

/** A text that the page sent; empty if it is missing. */
export function textField(body: BodyFields, name: string, maxChars = 4_000): string {
  const value = body[name] ?? '';
  if (typeof value === 'string' && value.length <= maxChars) return value;
  throw new AnyhookError('BAD_ARGUMENT', `${name}: expected a text of at most ${maxChars} characters`);
}
