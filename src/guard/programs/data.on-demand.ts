import type { Program } from '../machine.js';
import { archivePrograms } from './archive.js';
import { commandReaders } from './command-readers.js';
import { containerPrograms } from './containers.js';
import { programIn } from './program-tables.js';
import { sqlitePrograms } from './sqlite.js';
import { testDatabasePrograms } from './test-databases.js';

const tables = [testDatabasePrograms, sqlitePrograms, commandReaders, containerPrograms, archivePrograms];

/** Databases, containers and archives; loaded when a command calls one. */
export const dataProgram = (name: string): Program | undefined => programIn(tables, name);
