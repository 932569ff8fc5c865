import type { Value } from '../value.js';

/** Lines that are read of one input. */
export const mostLines = 60;

/** The lines of a text that hold something. */
export const filledLines = (text: Value): readonly Value[] =>
  text
    .split('\n', mostLines)
    .map((line) => line.trim())
    .filter((line) => line !== '');
