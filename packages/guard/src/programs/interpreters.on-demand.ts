import type { Program } from '../machine.js';
import { interpreterPrograms } from './interpreters.js';
import { programIn } from './program-tables.js';

/** Programs that run text of a language that the guard reads; loaded when a command calls one. */
export const interpreterProgram = (name: string): Program | undefined => programIn([interpreterPrograms], name);
