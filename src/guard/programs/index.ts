import type { Program } from '../machine.js';
import { windowsPrograms } from '../powershell/index.js';
import { archivePrograms } from './archive.js';
import { commandReaders } from './command-readers.js';
import { connectPrograms } from './connect.js';
import { containerPrograms } from './containers.js';
import { copyPrograms } from './copy.js';
import { curlPrograms } from './curl.js';
import { decoderPrograms } from './decoders.js';
import { downloadPrograms } from './download.js';
import { env } from './env.js';
import { filterPrograms } from './filters.js';
import { findPrograms } from './find.js';
import { gitPrograms } from './git/git.js';
import { interpreterPrograms } from './interpreters.js';
import { namePrograms } from './names.js';
import { remoteCopyPrograms } from './remote-copy.js';
import { deletePrograms } from './rm.js';
import { senderPrograms } from './senders.js';
import { shellNames, shellPrograms } from './shells.js';
import { sqlitePrograms } from './sqlite.js';
import { testDatabasePrograms } from './test-databases.js';
import { textPrograms } from './text.js';
import { wrapperProgram, wrapperProgramNames } from './wrappers.js';
import { writePrograms } from './write.js';
import { itemPrograms } from './xargs.js';

/** Programs that need code, by name; the first table that has a name counts. One table of all would cost at every start. */
const tables: readonly Readonly<Record<string, Program>>[] = [
  testDatabasePrograms,
  sqlitePrograms,
  commandReaders,
  senderPrograms,
  connectPrograms,
  downloadPrograms,
  curlPrograms,
  interpreterPrograms,
  filterPrograms,
  writePrograms,
  decoderPrograms,
  namePrograms,
  textPrograms,
  containerPrograms,
  archivePrograms,
  { env },
  gitPrograms,
  remoteCopyPrograms,
  copyPrograms,
  deletePrograms,
  findPrograms,
  itemPrograms,
  shellPrograms,
];

export function programNamed(name: string): Program | undefined {
  for (const table of tables) if (Object.hasOwn(table, name)) return table[name];
  return wrapperProgram(name) ?? (Object.hasOwn(windowsPrograms, name) ? windowsPrograms[name] : undefined);
}

export const programNames = (): readonly string[] => [
  ...Object.keys(windowsPrograms),
  ...wrapperProgramNames(),
  ...[...tables].reverse().flatMap((table) => Object.keys(table)),
];

/** Names that the interpreter itself asks for. */
export const wrapperNames = { shells: new Set(shellNames) } as const;
