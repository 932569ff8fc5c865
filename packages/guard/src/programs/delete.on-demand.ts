import type { Program } from '../machine.js';
import { programIn } from './program-tables.js';
import { deletePrograms } from './rm.js';

/** Programs that delete files; loaded when a command calls one. */
export const deleteProgram = (name: string): Program | undefined => programIn([deletePrograms], name);
