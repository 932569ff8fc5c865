/** A setting of the agent that disables hooks. */
export interface DisablingSetting {
  /** `switch`: hooks are turned off. `folder`: the agent does not trust the project's folder. */
  readonly kind: 'switch' | 'folder';
  readonly file: string;
  /** What the setting says. */
  readonly what: string;
  /** What to do, as text that the user can copy. */
  readonly fix: string;
}

/** Reads a settings file of the agent, JSON or TOML; undefined if it cannot be read. */
export type ReadSettings = (file: string) => unknown;

/** An event that `doctor` sends to check that an entry answers. */
export interface CanaryEvent {
  readonly event: string;
  readonly session: string;
  readonly cwd: string;
}

/** The settings files in which this switch turns hooks off. */
export function switchedOffIn(
  read: ReadSettings,
  files: readonly string[],
  path: readonly string[],
  off: boolean,
): readonly DisablingSetting[] {
  const name = path.join('.');
  return files
    .filter((file) => valueAt(read(file), path) === off)
    .map((file) => ({
      kind: 'switch',
      file,
      what: `"${name}" is ${off}, which switches all hooks off`,
      fix: `set "${name}" to ${!off} in ${file}, or remove that line`,
    }));
}

/** The value at the end of a path of keys. */
export const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? (at as never)[key] : undefined),
    value,
  );
