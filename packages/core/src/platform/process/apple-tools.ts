import { join } from 'node:path';
import { thisSystem } from '../../file-path.js';
import { isFile } from '../files/files.js';

/** Where Apple's tools are: in the folder that a person chose with `xcode-select`, in Xcode, or on their own. */
const toolFolders: readonly string[] = [
  '/var/db/xcode_select_link',
  '/Applications/Xcode.app/Contents/Developer',
  '/Library/Developer/CommandLineTools',
];

/** Without Apple's tools `/usr/bin/git` of macOS is a program that only opens a dialog to install them. Starts nothing. */
export const opensDialog = (file: string, system = thisSystem, folders = toolFolders): boolean =>
  system === 'darwin' && file === '/usr/bin/git' && !folders.some((folder) => isFile(join(folder, 'usr/bin/git')));
