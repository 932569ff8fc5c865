import { isAbsolute, join } from 'node:path';
import { type FieldPath, makeWarning, type ParsedFile } from '@anyhook/anyhook';
import { hasFolder, type Problem, startedFiles } from '@anyhook/core';
import type { Ability } from './ability.js';
import { type AbilityProgram, implementationPrograms } from './programs.js';

/**
 * A missing script is a warning: it may be built later. Programs on the PATH are not checked, but a whole command line
 * is not a program.
 */
export function checkScripts(ability: Ability, doc: ParsedFile, exists: (path: string) => boolean): readonly Problem[] {
  return startedPrograms(ability).flatMap(({ program, path }) => {
    const { command } = program;
    const isCommandLine = /\s/.test(command);
    if (!hasFolder(command) && !isCommandLine) return [];
    if (startedFiles(isAbsolute(command) ? command : join(ability.root, command)).some(exists)) return [];
    const field = [...path, 'command'].join('.');
    const expectation = isCommandLine
      ? `one program, got "${command}"; its arguments belong in "args"`
      : `a script below ${ability.root}, got ${command}, which does not exist`;
    const message = `"${field}": expected ${expectation}; every run will fail`;
    return [makeWarning(doc.source, message, doc.lineOf([...path, 'command']), field)];
  });
}

function startedPrograms(ability: Ability): readonly { readonly program: AbilityProgram; readonly path: FieldPath }[] {
  if (ability.type === 'agent') return [{ program: ability.run, path: [] }];
  if (ability.type === 'workflow') return [];
  return Object.entries(ability.implementations).flatMap(([name, implementation]) =>
    implementationPrograms(implementation).map((program) => ({
      program,
      path: ['implementations', name, ...(implementation.kind === 'mcp' ? ['server'] : [])],
    })),
  );
}
