import type { Program } from '../machine.js';
import { archivePrograms } from './archive.js';
import { programIn } from './program-tables.js';

/** Archives; loaded when a command calls one. */
export const archiveProgram = (name: string): Program | undefined => programIn([archivePrograms], name);
