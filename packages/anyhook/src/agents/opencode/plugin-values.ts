/** A value from opencode, of unknown shape. */
export type LooseFields = Record<string, unknown>;

/** The fields of an object; none if it is not an object. */
export const fieldsOf = (value: unknown): LooseFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as LooseFields) : {};

/** The fields of each element of a list; none if it is not a list. */
export const fieldsList = (value: unknown): readonly LooseFields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);

/** A text that is not empty. */
export const nonEmptyText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** The fields that have a value. */
export const withoutEmptyFields = (fields: LooseFields): LooseFields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''));

/** An error as text. */
export const errorMessageOf = (error: unknown): string =>
  error instanceof Error ? error.message : (JSON.stringify(error) ?? 'nothing');

/** The same promise, but rejects after this time. */
export function withDeadline<T>(ms: number, promise: Promise<T>): Promise<T> {
  const deadline = new Promise<T>((_resolve, reject) => {
    setTimeout(() => reject(new Error('too late')), ms).unref();
  });
  return Promise.race([promise, deadline]);
}
