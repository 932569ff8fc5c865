import { isAbsolute, join } from 'node:path';
import type { Problem } from '../core/errors.js';
import { type Doc, type Path, warning } from '../dialects/parse.js';
import { scriptsIn } from '../dialects/scripts.js';
import type { Ability, Implementation } from './ability.js';

/** A program that an ability starts, no shell between. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/** The programs that an implementation starts on this machine. */
export function programsOf(implementation: Implementation): readonly Program[] {
  if (implementation.kind === 'script') return [implementation];
  return implementation.kind === 'mcp' && 'command' in implementation.server ? [implementation.server] : [];
}

/** The files of a program that trust has to cover: absolute paths. */
export function scriptsOf(
  { command, args }: Program,
  root: string,
  exists: (path: string) => boolean,
): readonly string[] {
  // As one line, so that the word after an interpreter or after `-c` is known for what it is.
  const line = [command, ...args].map(quoted).join(' ');
  const place = { base: root, exists };
  return [...new Set([line, ...[command, ...args].map(quoted)].flatMap((text) => scriptsIn(text, place)))];
}

/** In quotes that the reader of shell words takes off again. */
const quoted = (word: string): string => (word.includes("'") ? `"${word}"` : `'${word}'`);

/** A script that is not there is a warning: it may be built later. Programs of the PATH are not looked for. */
export function missingScripts(ability: Ability, doc: Doc, exists: (path: string) => boolean): readonly Problem[] {
  return placesOf(ability).flatMap(({ program, path }) => {
    const { command } = program;
    if (!command.includes('/') || exists(isAbsolute(command) ? command : join(ability.root, command))) return [];
    const field = [...path, 'command'].join('.');
    const message = `"${field}": expected a script below ${ability.root}, got ${command}, which is not there; it fails whenever it runs`;
    return [warning(doc.source, message, doc.lineOf([...path, 'command']), field)];
  });
}

function placesOf(ability: Ability): readonly { readonly program: Program; readonly path: Path }[] {
  if (ability.type === 'agent') return [{ program: ability.run, path: [] }];
  if (ability.type === 'workflow') return [];
  return Object.entries(ability.implementations).flatMap(([name, implementation]) =>
    programsOf(implementation).map((program) => ({
      program,
      path: ['implementations', name, ...(implementation.kind === 'mcp' ? ['server'] : [])],
    })),
  );
}
