import type { Program } from '../machine.js';
import { connectPrograms } from './connect.js';
import { curlPrograms } from './curl.js';
import { downloadPrograms } from './download.js';
import { fileServerPrograms } from './file-servers.js';
import { programIn } from './program-tables.js';
import { remoteCopyPrograms } from './remote-copy.js';
import { senderPrograms } from './senders.js';

const tables = [
  senderPrograms,
  connectPrograms,
  downloadPrograms,
  curlPrograms,
  remoteCopyPrograms,
  fileServerPrograms,
];

/** Programs that talk to other machines; loaded when a command calls one. */
export const networkProgram = (name: string): Program | undefined => programIn(tables, name);
