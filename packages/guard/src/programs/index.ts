import { codedNames } from '../../.cache/programs/index.js';
import type { Program, ProgramTable } from '../machine.js';
import { windowsPrograms } from '../powershell/windows-programs.js';
import { listOfWords, wordSet } from '../word-lists.js';
import { archivePrograms } from './archive.js';
import { buildTools } from './build-tools.js';
import { clonePrograms } from './clones.js';
import { commandReaders } from './command-readers.js';
import { connectPrograms } from './connect.js';
import { containerPrograms } from './containers.js';
import { copyPrograms } from './copy.js';
import { curlPrograms } from './curl.js';
import { decoderPrograms } from './decoders.js';
import { downloadPrograms } from './download.js';
import { env } from './env.js';
import { fileServerPrograms } from './file-servers.js';
import { filterPrograms } from './filters.js';
import { findPrograms } from './find.js';
import { gitPrograms } from './git/git.js';
import { interpreterPrograms } from './interpreters.js';
import { namePrograms } from './names.js';
import { npmPrograms } from './npm.js';
import { otherInterpreterPrograms } from './other-interpreters.js';
import { remoteCopyPrograms } from './remote-copy.js';
import { deletePrograms } from './rm.js';
import { senderPrograms } from './senders.js';
import { runShellProgram } from './shells.js';
import { sqlitePrograms } from './sqlite.js';
import { testDatabasePrograms } from './test-databases.js';
import { textPrograms } from './text.js';
import { letterPrograms } from './tr.js';
import { unreadLanguagePrograms } from './unread-languages.js';
import { wrapperProgram } from './wrappers.js';
import { writePrograms } from './write.js';
import { itemPrograms } from './xargs.js';

/** The program with this name in the first table that has it. */
const programIn =
  (...tables: readonly (() => ProgramTable)[]) =>
  (name: string): Program | undefined =>
    tables.map((table) => table()).find((programs) => Object.hasOwn(programs, name))?.[name];

/** The code to load when a command calls a program of a list in index.yaml. */
const programsOf: Readonly<Record<keyof typeof codedNames, (name: string) => Program | undefined>> = {
  shells: () => runShellProgram,
  env: () => env,
  text: programIn(textPrograms, namePrograms),
  files: programIn(writePrograms, copyPrograms),
  delete: programIn(deletePrograms),
  find: programIn(findPrograms, itemPrograms),
  git: programIn(gitPrograms),
  network: programIn(
    senderPrograms,
    connectPrograms,
    downloadPrograms,
    curlPrograms,
    remoteCopyPrograms,
    fileServerPrograms,
  ),
  data: programIn(testDatabasePrograms, sqlitePrograms, commandReaders),
  builds: programIn(buildTools),
  clones: programIn(clonePrograms),
  npm: programIn(npmPrograms),
  containers: programIn(containerPrograms),
  archive: programIn(archivePrograms),
  interpreters: programIn(interpreterPrograms),
  otherInterpreters: programIn(otherInterpreterPrograms),
  filters: programIn(filterPrograms, letterPrograms),
  decoders: programIn(decoderPrograms),
  unreadLanguages: programIn(unreadLanguagePrograms),
  wrappers: wrapperProgram,
  windows: programIn(windowsPrograms),
};

/** With a space before and after each name: searching a text is as fast as a map, and takes no time to build. */
const codedPrograms = Object.entries(codedNames).map(([list, names]) => ({
  names: ` ${names} `,
  programOf: programsOf[list as keyof typeof codedNames],
}));

/** The program of this name, if it needs code. */
export function programNamed(name: string): Program | undefined {
  if (name === '' || name.includes(' ')) return undefined;
  const word = ` ${name} `;
  for (const { names, programOf } of codedPrograms) if (names.includes(word)) return programOf(name);
  return undefined;
}

/** The names of all programs that need code. */
export const programNames = (): readonly string[] => [
  ...[...codedPrograms].reverse().flatMap(({ names }) => listOfWords(names)),
];

/** The names of all shells. */
export const shellProgramNames: ReadonlySet<string> = wordSet(codedNames.shells);
