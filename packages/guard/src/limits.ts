/**
 * What reading one command may cost. Whatever passes a limit is an `unread` effect: the rest is unknown. What passes
 * a limit of values is marked (`left-out.ts`), and an `unread` effect where it is run, changed or sent.
 */
export const guardLimits = {
  /** Characters of a command; beyond this the parser can take seconds. */
  commandLength: 16 * 1024,
  /** Texts within texts: `bash -c`, substitutions, functions. */
  depth: 14,
  /** Brackets within brackets; the parser takes the square of them. */
  nesting: 200,
  /** `$(…)`, `${…}`, here-documents and the like in one text. */
  expansions: 500,
  /** Programs that start programs, such as `sudo nice env`. */
  starts: 40,
  /** Commands and expansions. */
  steps: 2_400,
  /** Words of all commands together: a program that starts another hands its words on, and they are read again. */
  words: 5_000,
  /** Characters of all texts together that shells read or programs hand on: a text within a text is read again. */
  textLength: 96 * 1024,
  /** Characters of all values together: of variables, words, places, input, and what each command's shell holds. */
  valuesLength: 1024 * 1024,
  /** Characters of a program in another language. */
  codeLength: 64 * 1024,
  /** Characters of a text in such a program. */
  codeText: 16 * 1024,
  /** Characters of a value. */
  valueLength: 64 * 1024,
  /** Values that a variable can have after branches. */
  alternatives: 8,
  /** Combinations of these for one command. */
  combinations: 16,
  /** Rounds that each loop over known words or lines has; more run as long as there is spare budget. */
  rounds: 12,
  /** Rounds of all loops together that count with known numbers. */
  countedRounds: 64,
  /** Words that braces make. */
  braceWords: 64,
  /** Effects of one command. */
  effects: 200,
} as const;

/** Limits of one pack; what people write is far from them. */
export const packLimits = { names: 400, nameCharacters: 100, shapes: 600, examples: 400, exampleCharacters: 4000 };

/** How many pack files are read, how long one may be, and how many packs it may hold. */
export const packFileLimits = { files: 200, characters: 200_000, packs: 100 } as const;
