import { matchesStars } from '../star-match.js';
import { marks, type Value } from '../value.js';

/**
 * Whether a word is like a glob in which `*` stands for any text, and `\*` for a star; unknown parts of the word match
 * only `*`. The shell may have read `name[x]` as a pattern of file names, so its mark matches a bracket.
 */
export const matchesWord = (word: Value, glob: string): boolean =>
  glob.includes('*')
    ? matchesStars(
        {
          length: glob.length,
          isStar: (at) => glob[at] === '*' && glob[at - 1] !== '\\',
          fits: (at, character) => {
            if (glob[at] === '\\' && glob[at + 1] === '*') return character === '*' ? 2 : 0;
            return glob[at] === character || (glob[at] === '[' && character === marks.one) ? 1 : 0;
          },
        },
        word,
      )
    : word === glob;
