/** A value from opencode, of unknown shape. */
export type Fields = Record<string, unknown>;

/** The fields of an object; none if it is not an object. */
export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};

/** The fields of each element of a list; none if it is not a list. */
export const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** A text that is not empty. */
export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The fields that have a value. */
export const given = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

/** An error as text. */
export const shown = (error: unknown): string =>
  error instanceof Error ? error.message : (JSON.stringify(error) ?? 'nothing');

/** The same promise, but rejects after this time. */
export function within<T>(ms: number, promise: Promise<T>): Promise<T> {
  const late = new Promise<T>((_resolve, reject) => {
    setTimeout(() => reject(new Error('too late')), ms).unref();
  });
  return Promise.race([promise, late]);
}
