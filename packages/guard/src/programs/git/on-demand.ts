import type { Program } from '../../machine.js';
import { programIn } from '../program-tables.js';
import { gitPrograms } from './git.js';

/** git and its commands with a dash; loaded when a command calls one. */
export const gitProgram = (name: string): Program | undefined => programIn([gitPrograms], name);
