import type { Program } from '../machine.js';
import { onDemandPrograms, shellNames } from './on-demand-programs.js';

/** The program of this name, if it needs code. */
export function programNamed(name: string): Program | undefined {
  if (name === '' || name.includes(' ')) return undefined;
  const word = ` ${name} `;
  for (const { names, programOf } of onDemandPrograms) if (names.includes(word)) return programOf(name);
  return undefined;
}

/** The names of all programs that need code. */
export const programNames = (): readonly string[] => [
  ...[...onDemandPrograms].reverse().flatMap(({ names }) => names.trim().split(/\s+/)),
];

/** The names of all shells. */
export const shellProgramNames: ReadonlySet<string> = new Set(shellNames.trim().split(/\s+/));
