import type { Program } from '../machine.js';
import { filterPrograms } from './filters.js';
import { programIn } from './program-tables.js';
import { letterPrograms } from './tr.js';

/** sed, awk and tr; loaded when a command calls one. */
export const filterProgram = (name: string): Program | undefined => programIn([filterPrograms, letterPrograms], name);
