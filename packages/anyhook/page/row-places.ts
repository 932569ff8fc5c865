import type { DecisionRow } from '../src/ui/page-types.js';

/** Far from zero, browsers lose fractions of pixels. */
const farthest = 10_000;

/**
 * Where the rows of a list are on a sheet, counted in rows from its origin. Rows keep their places when newer ones
 * arrive above them: only the new ones are drawn, and the sheet moves as one picture.
 */
export interface RowPlaces {
  /** The place of the first row. */
  readonly first: number;
  /** How many rows were added above the former first row; 0 if that is gone. */
  readonly added: number;
}

/** Returns a function that takes the rows of each frame, newest first, and the number of elements for them. */
export function createRowPlaces(): (rows: readonly DecisionRow[], elements: number) => RowPlaces {
  let first = 0;
  let firstId: string | undefined;
  return (rows, elements) => {
    const added = Math.max(
      0,
      rows.findIndex(({ id }) => id === firstId),
    );
    firstId = rows[0]?.id;
    // If no row stays visible, the elements keep their places and get new texts.
    if (added < elements) first -= added;
    if (first < -farthest) first %= elements;
    return { first, added };
  };
}

/** The element for a place: one that leaves the view at one end is reused at the other. */
export const elementAt = (place: number, elements: number): number => ((place % elements) + elements) % elements;
