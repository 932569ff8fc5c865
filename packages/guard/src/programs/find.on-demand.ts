import type { Program } from '../machine.js';
import { findPrograms } from './find.js';
import { programIn } from './program-tables.js';
import { itemPrograms } from './xargs.js';

/** Programs that start another for each file or line; loaded when a command calls one. */
export const itemProgram = (name: string): Program | undefined => programIn([findPrograms, itemPrograms], name);
