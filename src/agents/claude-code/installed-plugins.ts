import { isObject, parseObject } from '../../core/json.js';

/** A plugin that a user installed. */
export interface InstalledPlugin {
  /** `name@marketplace`. */
  readonly name: string;
  readonly folder: string;
}

/**
 * The plugins that are installed and switched on. `settings` are the texts of the settings files, the strongest last; what
 * is installed for another project does not count.
 */
export function enabledPlugins(
  installed: string,
  settings: readonly string[],
  projectFolders: readonly string[],
): readonly InstalledPlugin[] {
  const switches = Object.assign({}, ...settings.map((text) => mapIn(text, 'enabledPlugins')));
  return Object.entries(mapIn(installed, 'plugins')).flatMap(([name, entry]) => {
    const isOn = switches[name] !== undefined && switches[name] !== false;
    const places = isOn ? [entry].flat().filter(isObject) : [];
    // The first version of the file has one map for each plugin, the second a list of maps with a scope.
    const place = places.find(
      ({ projectPath }) => typeof projectPath !== 'string' || projectFolders.includes(projectPath),
    );
    const folder = place?.['installPath'];
    return typeof folder === 'string' && folder.startsWith('/') ? [{ name, folder }] : [];
  });
}

function mapIn(text: string, key: string): Readonly<Record<string, unknown>> {
  const value = parseObject(text)?.[key];
  return isObject(value) ? value : {};
}
