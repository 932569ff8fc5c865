import type { EffectPlace } from '../effect.js';
import type { LaunchOptions, Machine } from '../machine.js';
import type { Value } from '../value.js';
import { executeArgv } from './execute.js';
import { readFile, writeFile } from './files.js';
import type { Interpreter } from './interpreter.js';
import type { ShellFrame } from './state.js';
import { TextStream } from './streams.js';
import { readVariable, setVariable } from './variables.js';

/** The simulated machine as a program sees it from a shell. */
export function createShellMachine(shell: Interpreter, state: ShellFrame): Machine {
  const place = (path: Value): EffectPlace => shell.placeIn(state, path);
  const inner = (options: LaunchOptions): ShellFrame => childState(shell, state, options);
  return {
    world: shell.world,
    get cwd() {
      return shell.folderOf(state);
    },
    get remote() {
      return state.remote;
    },
    memory: shell.memory,
    place,
    note: (effect) => shell.note(effect, state.remote, state),
    run: (argv, options = {}) =>
      shell.startedBy(argv, () =>
        shell.through(options.via, () => shell.capture(inner(options), (child) => executeArgv(argv, shell, child))),
      ),
    runShell: (text, options = {}) =>
      shell.through(options.via, () => shell.capture(inner(options), (child) => shell.runForeignText(text, child))),
    runCode: (language, text, options = {}) => {
      shell.seen.code.push({ language, text });
      shell.noteLeftOut(text, state.remote);
      const machine = shell.machineFor(inner(options));
      return shell.through(options.via, () => shell.readers.runCode(language, text, machine, options));
    },
    runSql: (sql, target) => {
      shell.noteLeftOut(sql, state.remote);
      return shell.readers.runSql(sql, shell.machineFor(state), target);
    },
    eachOf: (values, run) => shell.eachOf(values, run),
    variable: (name) => {
      // Programs read many variables; only those that the command itself names count as read.
      const before = shell.hasReadUnset;
      const value = readVariable(name, shell, state);
      shell.hasReadUnset = before;
      return value;
    },
    get hasWritten() {
      return shell.files.size > 0;
    },
    read: (path) => readFile(path, shell, state),
    write: (path, how, text, from) => writeFile(path, { how, text, from }, shell, state),
    secret: (what) => shell.secret(what),
    secrets: shell.secrets,
    link: (path, target) => {
      const to = place(target);
      shell.noteLeftOut(to.leftOut ?? '', state.remote);
      shell.links.set(place(path).path, to.path);
    },
  };
}

/** The shell of a started program: its changes are lost when it ends. */
function childState(
  shell: Interpreter,
  state: ShellFrame,
  { stdin, remote, cwd, env, args, mounts }: LaunchOptions,
): ShellFrame {
  const child = state.copy();
  if (mounts) child.mounts = mounts;
  if (stdin !== undefined) child.streams.set(0, new TextStream(stdin));
  if (remote !== undefined) child.remote = remote;
  if (cwd !== undefined) child.folders = [cwd];
  for (const [name, value] of Object.entries(env ?? {})) setVariable(name, value, shell, child);
  if (args) child.args = args;
  return child;
}
