import { isObject } from '@anyhook/core';

/** What connects a plugin: the only part that differs between two installed files of one version. */
interface PluginConnection {
  /** Shell command that answers one event; the plugin appends `--timeout` and the engine's share of the time. */
  readonly command: string;
  /** The arguments that this command passes to anyhook, for a plugin that asks the resident engine itself. */
  readonly args: readonly string[];
  /** On Windows, where no shell exists on every machine: Node and the file that answers one event. */
  readonly start?: readonly string[];
  /** The launcher's file, which the plugin starts without a shell. A plugin that a project shares has no path. */
  readonly launcher?: string;
  /** Deny instead of continuing if the command gives no answer. */
  readonly failClosed: boolean;
  /** Native events that the plugin asks about, each with its timeout in milliseconds. */
  readonly timeouts: Readonly<Record<string, number>>;
}

/** The one line of a plugin that `init` writes. */
const connectionLine = /^const connection = (.*);$/m;

/** Inserts this connection into the plugin's source. Throws if the source has no line for it. */
export function pluginText(source: string, connection: PluginConnection): string {
  const { command, args, start, launcher, failClosed, timeouts } = connection;
  if (!connectionLine.test(source)) throw new Error('the plugin has no line "const connection = …;"');
  const text = JSON.stringify({
    command,
    args,
    ...(start && { start }),
    ...(launcher !== undefined && { launcher }),
    failClosed,
    timeouts,
  });
  return source.replace(connectionLine, () => `const connection = ${text};`);
}

/** The connection of an installed plugin; undefined if its line is no longer readable. */
export function readConnection(text: string): PluginConnection | undefined {
  try {
    const found: unknown = JSON.parse(connectionLine.exec(text)?.[1] ?? '');
    if (!isObject(found) || !isObject(found['timeouts']) || typeof found['command'] !== 'string') return undefined;
    const timeouts = Object.entries(found['timeouts']).filter(
      (entry): entry is [string, number] => typeof entry[1] === 'number' && entry[1] > 0,
    );
    return {
      command: found['command'],
      args: Array.isArray(found['args']) ? found['args'].map(String) : [],
      ...(Array.isArray(found['start']) && { start: found['start'].map(String) }),
      ...(typeof found['launcher'] === 'string' && { launcher: found['launcher'] }),
      failClosed: found['failClosed'] === true,
      timeouts: Object.fromEntries(timeouts),
    };
  } catch {
    return undefined;
  }
}

/** Is this the plugin that `init` writes, with any connection? */
export function isUnchangedPlugin(text: string, source: string): boolean {
  const connection = readConnection(text);
  return connection !== undefined && pluginText(source, connection) === text;
}
