import { matchesStars } from '../star-match.js';
import type { Value } from '../value.js';

/** Whether a word is like a glob in which `*` stands for any text; unknown parts of the word match only `*`. */
export const matchesWord = (word: Value, glob: string): boolean =>
  glob.includes('*')
    ? matchesStars(
        {
          length: glob.length,
          isStar: (at) => glob[at] === '*',
          fits: (at, character) => (glob[at] === character ? 1 : 0),
        },
        word,
      )
    : word === glob;
