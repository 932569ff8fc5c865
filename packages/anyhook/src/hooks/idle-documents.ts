/** How many files of builtins are silent, for people; undefined if none is. */
export const idleDocumentsText = (files: readonly string[] = []): string | undefined =>
  files.length === 0
    ? undefined
    : `${files.length === 1 ? '1 guard file is' : `${files.length} guard files are`} read by no hook: see "anyhook validate"`;
