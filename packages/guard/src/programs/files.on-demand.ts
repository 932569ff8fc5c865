import type { Program } from '../machine.js';
import { copyPrograms } from './copy.js';
import { programIn } from './program-tables.js';
import { writePrograms } from './write.js';

/** Programs that write and copy files; loaded when a command calls one. */
export const fileProgram = (name: string): Program | undefined => programIn([writePrograms, copyPrograms], name);
