import type { Program } from '../machine.js';
import { namePrograms } from './names.js';
import { programIn } from './program-tables.js';
import { textPrograms } from './text.js';

/** Programs that read, choose and show text and names; loaded when a command calls one. */
export const textProgram = (name: string): Program | undefined => programIn([textPrograms, namePrograms], name);
