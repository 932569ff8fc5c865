import { packedTools } from '../packs/index.js';
import { programNamed, programNames } from '../programs/index.js';
import { marks, sourcesOf, type Value, withoutLimits } from '../value.js';
import { shellBuiltins } from './builtins.js';
import { executeArgv, isKnownProgram, programName, runNamed } from './execute.js';
import { matchesPattern } from './glob.js';
import type { Interpreter } from './interpreter.js';
import type { ShellFrame } from './state.js';

/** The most programs that a name with a glob may match. */
const maxCandidates = 12;

/** The most names with globs in one command. */
const maxGlobNames = 16;

/** All names of programs, collected when a glob needs them. */
let knownNames: readonly string[] | undefined;

/** `/bin/r?`: runs each program that the glob may match. */
export function runGlobName(name: string, argv: readonly Value[], shell: Interpreter, state: ShellFrame): void {
  shell.seen.calls.push({ name, argv, cwd: shell.folderOf(state), isFullyKnown: true });
  const pattern = { text: name, sets: [] };
  if (name.replaceAll(marks.star, '').length === 0) return;
  // Wrappers among the candidates start the next word, which may be another name with a glob.
  if (++shell.globNames > maxGlobNames) {
    shell.unread('steps');
    return;
  }
  knownNames ??= [...new Set([...programNames(), ...packedTools(), ...Object.keys(shellBuiltins)])];
  const candidates: string[] = [];
  for (const one of knownNames) {
    if (candidates.length === maxCandidates) {
      shell.unread('steps');
      break;
    }
    if (matchesPattern(pattern, one)) candidates.push(one);
  }
  for (const one of candidates) {
    // Some builtins are also programs: /usr/bin/command.
    if (Object.hasOwn(shellBuiltins, one) && !programNamed(one))
      executeArgv([one, ...argv.slice(1)], shell, state.copy(), [], true);
    else state.streams.get(1)?.write(runNamed(one, [one, ...argv.slice(1)], shell, state));
  }
}

/** The program is unknown. An unset variable counts as empty; deleting a precious path counts as `rm`. */
export function runUnknownName(argv: readonly Value[], shell: Interpreter, state: ShellFrame): void {
  shell.seen.calls.push({ name: programName(argv[0] ?? ''), argv, cwd: shell.folderOf(state), isFullyKnown: false });
  const name = withoutLimits(argv[0] ?? '');
  const withoutUnknown = name === marks.any ? argv.slice(1) : [name.replaceAll(marks.any, ''), ...argv.slice(1)];
  if (isKnownProgram(withoutUnknown[0] ?? '')) {
    executeArgv(withoutUnknown, shell, state);
    return;
  }
  const looksLikeDelete = argv
    .slice(1)
    .some((word) => /^-[a-qs-zA-QS-Z]*[rR][a-zA-Z]*$/.test(word) || word === '--recursive');
  if (looksLikeDelete && argv.slice(1).some((word) => /^-[a-zA-Z]*f|^--force/.test(word)))
    runNamed('rm', ['rm', ...argv.slice(1)], shell, state);
  // A command that is a single variable is unknown code.
  else if (argv.length === 1 && name === marks.any && shell.hasReadUnset)
    shell.note({ do: 'run', code: 'unknown' }, state.remote);
  state.streams.get(1)?.write(marks.any + sourcesOf(state.streams.get(0)?.read()));
}
