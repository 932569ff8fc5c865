/** A path of this system as POSIX writes it: without a drive, with slashes. */
export const plainPath = (path: string): string => path.replace(/^[A-Za-z]:(?=[\\/])/, '').replaceAll('\\', '/');
