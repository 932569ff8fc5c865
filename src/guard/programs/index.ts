import type { Program } from '../machine.js';
import { env } from './env.js';
import { onDemandPrograms } from './on-demand-programs.js';
import { type ProgramTable, programIn } from './program-tables.js';
import { shellNames, shellPrograms } from './shells.js';

/** Programs that need code and that are always loaded, by name. One table of all would cost at every start. */
const loadedPrograms: readonly ProgramTable[] = [{ env }, shellPrograms];

/** The program of this name, if it needs code. */
export function programNamed(name: string): Program | undefined {
  const loaded = programIn(loadedPrograms, name);
  if (loaded || name === '' || name.includes(' ')) return loaded;
  const word = ` ${name} `;
  for (const { names, programOf } of onDemandPrograms) if (names.includes(word)) return programOf(name);
  return undefined;
}

/** The names of all programs that need code. */
export const programNames = (): readonly string[] => [
  ...[...onDemandPrograms].reverse().flatMap(({ names }) => names.trim().split(/\s+/)),
  ...loadedPrograms.flatMap((table) => Object.keys(table)),
];

/** The names of all shells. */
export const shellProgramNames: ReadonlySet<string> = new Set(shellNames);
