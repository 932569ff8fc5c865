/** Does something at once with another working folder; undefined where that cannot be entered. */
export function fromFolder<T>(folder: string, act: () => T): T | undefined {
  let before: string;
  try {
    before = process.cwd();
  } catch {
    // It was deleted under us.
    before = '/';
  }
  try {
    process.chdir(folder);
  } catch {
    return undefined;
  }
  try {
    return act();
  } finally {
    process.chdir(before);
  }
}
