import type { Program } from '../machine.js';
import { containerPrograms } from './containers.js';
import { programIn } from './program-tables.js';

/** Containers; loaded when a command calls one. */
export const containerProgram = (name: string): Program | undefined => programIn([containerPrograms], name);
