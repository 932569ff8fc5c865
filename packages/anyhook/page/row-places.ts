import type { DecisionRow } from '../src/ui/page-types.js';

/** Far from zero, browsers lose parts of pixels. */
const farthest = 10_000;

/**
 * Where the rows of a list lie on a sheet, counted in rows from its origin. Rows keep their places while newer ones come
 * above them: the new ones are drawn, and the sheet with all others moves as one picture.
 */
export interface RowPlaces {
  /** The place of the first row. */
  readonly first: number;
  /** How many rows came above the row that was the first one; 0 if that is gone. */
  readonly added: number;
}

/** Returns a function that takes the rows of each picture, newest first, and how many elements there are for them. */
export function createRowPlaces(): (rows: readonly DecisionRow[], elements: number) => RowPlaces {
  let first = 0;
  let firstId: string | undefined;
  return (rows, elements) => {
    const added = Math.max(
      0,
      rows.findIndex(({ id }) => id === firstId),
    );
    firstId = rows[0]?.id;
    // If no row stays in the picture, the elements stay where they are and get other texts.
    if (added < elements) first -= added;
    if (first < -farthest) first %= elements;
    return { first, added };
  };
}

/** The element for a place: the one that leaves the picture at one end enters it at the other. */
export const elementAt = (place: number, elements: number): number => ((place % elements) + elements) % elements;
