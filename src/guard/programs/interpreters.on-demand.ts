import type { Program } from '../machine.js';
import { decoderPrograms } from './decoders.js';
import { filterPrograms } from './filters.js';
import { interpreterPrograms } from './interpreters.js';
import { programIn } from './program-tables.js';
import { letterPrograms } from './tr.js';
import { unreadLanguagePrograms } from './unread-languages.js';

const tables = [interpreterPrograms, unreadLanguagePrograms, filterPrograms, letterPrograms, decoderPrograms];

/** Programs that run or decode text; loaded when a command calls one. */
export const interpreterProgram = (name: string): Program | undefined => programIn(tables, name);
