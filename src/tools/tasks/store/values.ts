import type { Cell } from '../../../platform/sqlite.js';
import { StoreError } from './errors.js';

/** Most bytes of one task or session: what a runner lets through is far less. */
const mostBytes = 64 * 1024 * 1024;

/** A value as JSON text; null where there is none. Throws where it is no JSON. */
export function toJson(value: unknown, name: string): string | null {
  if (value === undefined) return null;
  try {
    return JSON.stringify(value) ?? null;
  } catch (error) {
    throw new StoreError(
      `${name} cannot be kept as JSON (${(error as Error).message})`,
      'give plain values without cycles',
      error,
    );
  }
}

/** The value of a JSON text that we wrote; undefined for null. */
export const fromJson = (cell: Cell | undefined): unknown => (typeof cell === 'string' ? JSON.parse(cell) : undefined);

/** Throws where the texts of one row are more than is kept. */
export function checkSize(what: string, texts: readonly Cell[]): void {
  const bytes = texts.reduce<number>((sum, text) => sum + (typeof text === 'string' ? Buffer.byteLength(text) : 0), 0);
  if (bytes > mostBytes)
    throw new StoreError(
      `${what} has ${bytes} bytes, and at most ${mostBytes} are kept`,
      'keep large values in a file',
    );
}

/** A count from a caller, between 1 and the most. */
export const limitOf = (given: number | undefined, usual = 50, most = 10_000): number =>
  given !== undefined && given >= 1 ? Math.min(Math.trunc(given), most) : usual;
