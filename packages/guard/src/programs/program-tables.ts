import type { Program } from '../machine.js';

/** Programs by name. */
export type ProgramTable = Readonly<Record<string, Program>>;

/** The program of the first table that has its name. */
export function programIn(tables: readonly ProgramTable[], name: string): Program | undefined {
  for (const table of tables) if (Object.hasOwn(table, name)) return table[name];
  return undefined;
}
