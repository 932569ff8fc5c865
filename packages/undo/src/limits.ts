/** A new file up to this size is kept. */
export const maxNewFileBytes = 2 * 1024 * 1024;
/** A file that the project tracks is kept up to this size. */
export const maxTrackedFileBytes = 50 * 1024 * 1024;
/** Files that a call names, together in one turn. */
export const maxNamedBytesPerTurn = 64 * 1024 * 1024;

/** A snapshot that takes longer than this makes the turn a light one. */
export const slowSnapshotMs = 300;
/** A project with more files is looked at only when a turn begins and ends. */
export const maxFilesForBrackets = 100_000;
/** How long a call waits for a snapshot. */
export const maxSnapshotWaitMs = 2_000;

/** Repositories in a project that are looked at, too. */
export const maxNestedRepositories = 20;

/** A folder without git: more than this is not looked at. */
export const maxPlainFiles = 5_000;
export const maxPlainBytes = 200 * 1024 * 1024;
/** Folders that hold what programs make, for projects without a `.gitignore`. */
export const plainExcludes = [
  'node_modules/',
  '.venv/',
  'target/',
  'dist/',
  'build/',
  '.next/',
  '__pycache__/',
  '.cache/',
] as const;

export const keptDays = 7;
export const keptTurns = 500;
/** All projects together. */
export const maxStoreBytes = 1024 * 1024 * 1024;
/** No snapshot is taken with less free space than this, and less than this part of the disk. */
export const minFreeBytes = 2 * 1024 * 1024 * 1024;
export const minFreePart = 0.05;

/** An open turn with an event in this time is at work. */
export const busyMs = 10_000;
/** What changed later than this after the last event of a call that never ended may be somebody else's. */
export const unendedCallMs = 60_000;
/** The first line of the prompt, in characters. */
export const promptChars = 60;
