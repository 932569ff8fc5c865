import type { Program } from '../machine.js';
import { commandReaders } from './command-readers.js';
import { programIn } from './program-tables.js';
import { sqlitePrograms } from './sqlite.js';
import { testDatabasePrograms } from './test-databases.js';

const tables = [testDatabasePrograms, sqlitePrograms, commandReaders];

/** Databases and other programs with commands of their own; loaded when a command calls one. */
export const dataProgram = (name: string): Program | undefined => programIn(tables, name);
