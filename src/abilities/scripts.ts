import { isAbsolute, join, normalize } from 'node:path';
import type { Problem } from '../core/errors.js';
import { type Doc, type Path, warning } from '../dialects/parse.js';
import { dataFile, interpreter, scriptsIn, systemFile } from '../dialects/scripts.js';
import type { Ability, Implementation } from './ability.js';

/** A program that an ability starts, no shell between. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** The programs that an implementation starts on this machine. */
export function programsOf(implementation: Implementation): readonly Program[] {
  if (implementation.kind === 'script') return [implementation];
  return implementation.kind === 'mcp' && 'command' in implementation.server ? [implementation.server] : [];
}

/** The files of a program that trust has to cover: absolute paths. What a variable of its file leads to is among them. */
export function scriptsOf(program: Program, root: string, exists: (path: string) => boolean): readonly string[] {
  const { command, args, env = {} } = program;
  const words = [command, ...args, ...Object.values(env).flatMap((value) => value.split(/[\s:]+/))];
  const named = words.flatMap(pathsIn).filter((path) => !dataFile.test(path));
  const started = [...startedBy(program), ...named, ...onPath(program)]
    .filter((path) => path !== '' && path.length <= longestPath && !path.includes('://'))
    .map((path) => (isAbsolute(path) ? normalize(path) : join(root, path)))
    .filter((path) => !systemFile.test(path) && exists(path));
  // A word may hold a whole command, as after `-c`.
  const inside = words.filter((word) => /\s/.test(word)).flatMap((word) => scriptsIn(word, { base: root, exists }));
  return [...new Set([...started, ...inside])];
}

const longestPath = 4096;

/** A word that may be a path, and one that may name it after a flag, as `--import=./a.mjs` does. */
const pathsIn = (word: string): readonly string[] => [word, ...(word.includes('=') ? [afterSign(word)] : [])];

const afterSign = (word: string): string => word.slice(word.indexOf('=') + 1);

/** What an interpreter reads as its script, whatever the name looks like. */
function startedBy({ command, args }: Program): readonly string[] {
  const words = [command, ...args];
  return words.flatMap((word, i) => {
    const script = interpreter.test(word) ? words.slice(i + 1).find((next) => !next.startsWith('-')) : undefined;
    return script === undefined ? [] : [script];
  });
}

/** Where a bare name is found by the PATH that its file declares. */
const onPath = ({ command, env = {} }: Program): readonly string[] =>
  command.includes('/') || !Object.hasOwn(env, 'PATH')
    ? []
    : (env['PATH'] ?? '').split(':').map((folder) => join(folder, command));

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
