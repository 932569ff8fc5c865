/** The names of a plugin's files that may hold hooks. */
export const hookFileNames = { hooks: 'hooks.json', manifest: 'plugin.json' } as const;

/** The folder of a plugin's manifest. */
export const manifestFolder = '.claude-plugin';
