import type { Program } from '../machine.js';
import { npmPrograms } from './npm.js';
import { programIn } from './program-tables.js';

/** Package managers of JavaScript; loaded when a command calls one. */
export const npmProgram = (name: string): Program | undefined => programIn([npmPrograms], name);
