import { isObject } from '../core/json.js';

/** What connects a plugin: all that differs between two installed files of one version. */
export interface PluginConnection {
  /** Shell text that answers one event; the plugin adds `--timeout` and the engine's share of the time as arguments. */
  readonly command: string;
  /** The words that this command gives to anyhook, for a plugin that asks the resident engine itself. */
  readonly args: readonly string[];
  /** Where the command gives no answer, refuse instead of going on. */
  readonly failClosed: boolean;
  /** Native events that are asked about, each with its longest time in milliseconds. */
  readonly timeouts: Readonly<Record<string, number>>;
}

/** The one line of a plugin that `init` writes. */
const connectionLine = /^const connection = (.*);$/m;

/** The plugin's source with this connection in it. Throws where the source has no place for it. */
export function pluginText(source: string, { command, args, failClosed, timeouts }: PluginConnection): string {
  if (!connectionLine.test(source)) throw new Error('the plugin has no line "const connection = …;"');
  const text = JSON.stringify({ command, args, failClosed, timeouts });
  return source.replace(connectionLine, () => `const connection = ${text};`);
}

/** The connection that an installed plugin has; nothing where somebody changed that line beyond reading. */
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
      failClosed: found['failClosed'] === true,
      timeouts: Object.fromEntries(timeouts),
    };
  } catch {
    return undefined;
  }
}

/** Is this our plugin as `init` writes it, whatever it is connected to? */
export function isUnchangedPlugin(text: string, source: string): boolean {
  const connection = readConnection(text);
  return connection !== undefined && pluginText(source, connection) === text;
}
