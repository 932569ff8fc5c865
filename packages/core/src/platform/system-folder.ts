/** Where administrators put settings of anyhook, by the system's name in Node. */
const systemFolders: Readonly<Record<string, string>> = {
  linux: '/etc/anyhook',
  darwin: '/Library/Application Support/anyhook',
  win32: 'C:\\ProgramData\\anyhook',
};

/** The administrator's folder on a system; it does not depend on the environment, which anyone can set. */
export const systemFolder = (system: string = process.platform): string =>
  systemFolders[system] ?? (systemFolders['linux'] as string);
