/** A setting of the agent that disables hooks. */
export interface DisablingSetting {
  /** `switch`: hooks are turned off. `folder`: the agent does not trust the project's folder. */
  readonly kind: 'switch' | 'folder';
  readonly file: string;
  /** The setting as text. */
  readonly what: string;
  /** What to do, as text that the user can copy. */
  readonly fix: string;
}

/** Reads a settings file of the agent, JSON or TOML; undefined if it cannot be read. */
export type ReadSettings = (file: string) => unknown;

/** An event that anyhook sends itself, to check that an entry answers. It asks about a shell command; nothing runs it. */
export interface CanaryEvent {
  readonly event: string;
  readonly session: string;
  readonly cwd: string;
  readonly command: string;
}

/** Finds the settings files in which the value at `path` turns hooks off. */
export function findOffSwitches(
  read: ReadSettings,
  files: readonly string[],
  path: readonly string[],
  offValue: boolean,
): readonly DisablingSetting[] {
  const name = path.join('.');
  return files
    .filter((file) => valueAt(read(file), path) === offValue)
    .map((file) => ({
      kind: 'switch',
      file,
      what: `"${name}" is ${offValue}, which switches all hooks off`,
      fix: `set "${name}" to ${!offValue} in ${file}, or remove that line`,
    }));
}

/** The value at the end of a path of keys. */
export const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (node, key) =>
      typeof node === 'object' && node !== null && Object.hasOwn(node, key) ? (node as never)[key] : undefined,
    value,
  );
