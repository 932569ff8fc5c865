/**
 * What reading one command may cost. Exceeding a limit is an `unread` effect: the rest is unknown. For limits of
 * values, the value is marked (`left-out.ts`), and there is an `unread` effect where it is run, changed or sent.
 */
export const guardLimits = {
  /** Characters of a command; beyond this the parser can take seconds. */
  commandLength: 16 * 1024,
  /** Texts within texts: `bash -c`, substitutions, functions. */
  depth: 14,
  /** Nested brackets; parsing time grows with their square. */
  nesting: 200,
  /** `$(…)`, `${…}`, here-documents and similar expansions in one text. */
  expansions: 500,
  /** Programs that start programs, such as `sudo nice env`. */
  starts: 40,
  /** Commands and expansions. */
  steps: 2_400,
  /** Words of all commands together: a program that starts another passes its words on, and they are read again. */
  words: 5_000,
  /** Characters of all texts together that shells read or programs pass on: a nested text is read again. */
  textLength: 96 * 1024,
  /** Characters of all values together: variables, words, places, input, and the state of each command's shell. */
  valuesLength: 1024 * 1024,
  /** Characters of a program in another language. */
  codeLength: 64 * 1024,
  /** Characters of a string in such a program. */
  codeText: 16 * 1024,
  /** Characters of a value. */
  valueLength: 64 * 1024,
  /** Possible values of a variable after branches. */
  alternatives: 8,
  /** Combinations of these for one command. */
  combinations: 16,
  /** Rounds of each loop over known words or lines; more run while there is spare budget. */
  rounds: 12,
  /** Rounds of all loops together that count with known numbers. */
  countedRounds: 64,
  /** Words that a brace expansion creates. */
  braceWords: 64,
  /** Effects of one command. */
  effects: 200,
} as const;

/** Limits of one pack, far above what people write. */
export const packLimits = { names: 400, nameCharacters: 100, shapes: 600, examples: 400, exampleCharacters: 4000 };

/** How many pack files are read, how long each may be, and how many packs it may contain. */
export const packFileLimits = { files: 200, characters: 200_000, packs: 100 } as const;
