/** A new file up to this size is kept. */
export const maxNewFileBytes = 2 * 1024 * 1024;
/** A file that the project tracks is kept up to this size. */
export const maxTrackedFileBytes = 50 * 1024 * 1024;
/** Files that a call names, together in one turn. */
export const maxNamedBytesPerTurn = 64 * 1024 * 1024;

/** A slow snapshot makes the turn a light one. */
export const slowSnapshotMs = 300;
/** Snapshots of a project with more files are taken only when a turn begins and ends. */
export const maxFilesForBrackets = 100_000;
/** How long a call waits for a snapshot. */
export const maxSnapshotWaitMs = 2_000;

/** Nested repositories that are tracked as well. */
export const maxNestedRepositories = 20;

/** A folder without git that has more files is not tracked. */
export const maxPlainFiles = 5_000;
export const maxPlainBytes = 200 * 1024 * 1024;
/** Folders of build output and caches, for projects without a `.gitignore`. */
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

/** An open turn with an event in this time is active. */
export const busyMs = 10_000;
/** If a call never ended, changes later than this after its last event may have another cause. */
export const unendedCallMs = 60_000;
/** The first line of the prompt, in characters. */
export const promptChars = 60;
