import type { Program } from '../machine.js';
import { clonePrograms } from './clones.js';
import { programIn } from './program-tables.js';

/** Programs that fetch whole folders; loaded when a command calls one. */
export const cloneProgram = (name: string): Program | undefined => programIn([clonePrograms], name);
