import type { SqlCell } from '@anyhook/core';
import { StoreError } from './errors.js';

/** Size limit of one task or session; a runner allows far less. */
const maxBytes = 64 * 1024 * 1024;

/** A value as JSON; null if there is none. Throws if it cannot be represented. */
export function toJson(value: unknown, name: string): string | null {
  if (value === undefined) return null;
  try {
    return JSON.stringify(value) ?? null;
  } catch (error) {
    throw new StoreError(
      `${name} cannot be stored as JSON (${(error as Error).message})`,
      'use plain values without cycles',
      error,
    );
  }
}

/** The value of JSON that this store wrote; undefined for null. */
export const fromJson = (cell: SqlCell | undefined): unknown =>
  typeof cell === 'string' ? JSON.parse(cell) : undefined;

/** Throws if the cells of one row are too large. */
export function checkSize(what: string, cells: readonly SqlCell[]): void {
  const bytes = cells.reduce<number>((sum, text) => sum + (typeof text === 'string' ? Buffer.byteLength(text) : 0), 0);
  if (bytes > maxBytes)
    throw new StoreError(
      `${what} has ${bytes} bytes, and at most ${maxBytes} can be stored`,
      'keep large values in a file',
    );
}

/** A limit from a caller, between 1 and the maximum. */
export const clampLimit = (limit: number | undefined, defaultLimit = 50, maxLimit = 10_000): number =>
  limit !== undefined && limit >= 1 ? Math.min(Math.trunc(limit), maxLimit) : defaultLimit;
