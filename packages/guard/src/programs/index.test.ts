import assert from 'node:assert/strict';
import { test } from 'node:test';
import { windowsPrograms } from '../powershell/windows-programs.js';
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
import { fileServerPrograms } from './file-servers.js';
import { filterPrograms } from './filters.js';
import { findPrograms } from './find.js';
import { gitPrograms } from './git/git.js';
import { programNamed, programNames, shellProgramNames } from './index.js';
import { interpreterPrograms } from './interpreters.js';
import { namePrograms } from './names.js';
import { npmPrograms } from './npm.js';
import { otherInterpreterPrograms } from './other-interpreters.js';
import { remoteCopyPrograms } from './remote-copy.js';
import { deletePrograms } from './rm.js';
import { senderPrograms } from './senders.js';
import { sqlitePrograms } from './sqlite.js';
import { testDatabasePrograms } from './test-databases.js';
import { textPrograms } from './text.js';
import { letterPrograms } from './tr.js';
import { unreadLanguagePrograms } from './unread-languages.js';
import { wrapperProgramNames } from './wrappers.js';
import { writePrograms } from './write.js';
import { itemPrograms } from './xargs.js';

const coded = [
  ...[archivePrograms, commandReaders, connectPrograms, containerPrograms, copyPrograms, curlPrograms, decoderPrograms],
  ...[
    buildTools,
    namePrograms,
    downloadPrograms,
    clonePrograms,
    npmPrograms,
    textPrograms,
    fileServerPrograms,
    filterPrograms,
    findPrograms,
    gitPrograms,
    interpreterPrograms,
    otherInterpreterPrograms,
    letterPrograms,
    remoteCopyPrograms,
  ],
  ...[
    deletePrograms,
    senderPrograms,
    sqlitePrograms,
    testDatabasePrograms,
    unreadLanguagePrograms,
    writePrograms,
    itemPrograms,
    windowsPrograms,
  ],
].flatMap((table) => Object.keys(table()));

test('programNames lists exactly the programs that have code', () => {
  assert.deepEqual(
    [...new Set(programNames())].sort(),
    [...new Set([...coded, ...wrapperProgramNames(), ...shellProgramNames, 'env'])].sort(),
  );
});

test('every listed program has code', () => {
  for (const name of programNames()) assert.ok(programNamed(name), name);
});

test('an unknown name has no program', () => {
  for (const name of ['', ' ', 'no-such-program', 'ftp lftp', ' git ', 'constructor', '__proto__', 'toString'])
    assert.equal(programNamed(name), undefined, name);
});
