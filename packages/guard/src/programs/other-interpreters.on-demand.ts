import type { Program } from '../machine.js';
import { otherInterpreterPrograms } from './other-interpreters.js';
import { programIn } from './program-tables.js';

/** Programs that run text of the languages that agents use less; loaded when a command calls one. */
export const otherInterpreterProgram = (name: string): Program | undefined =>
  programIn([otherInterpreterPrograms], name);
