import type { Program } from '../machine.js';
import { copyPrograms } from './copy.js';
import { findPrograms } from './find.js';
import { programIn } from './program-tables.js';
import { deletePrograms } from './rm.js';
import { writePrograms } from './write.js';
import { itemPrograms } from './xargs.js';

const tables = [writePrograms, copyPrograms, deletePrograms, findPrograms, itemPrograms];

/** Programs that change or find files; loaded when a command calls one. */
export const fileProgram = (name: string): Program | undefined => programIn(tables, name);
