import type { Machine } from '../machine.js';
import { marks, type Value } from '../value.js';
import { firstCommands } from './command-lines.js';

/** What programs do with a variable, besides reading it. */
type VariableUse = (text: Value, machine: Machine, name: string, hasReadUnset: boolean) => void;

/** Runs the text as a shell command; a person or a file is its input. */
const asCommand: VariableUse = (text, machine, via, hasReadUnset) => {
  // The program itself is in an unset variable.
  if (hasReadUnset && text.trimStart().startsWith(marks.any)) machine.note({ do: 'run', code: 'unknown' });
  machine.runShell(text, { via, stdin: '', env: { [via]: '' } });
};

/** `LESSOPEN='|lesspipe %s'`: bars and a dash set how less reads the output. */
const asPreprocessor: VariableUse = (text, machine, name, hasReadUnset) =>
  asCommand(text.replace(/^\|{0,2}-?/, ''), machine, name, hasReadUnset);

/** `LESS='-R +!cmd'`: the text after the `+` is a command of less, and `!` starts a shell. */
const asFirstCommand: VariableUse = (text, machine, name, hasReadUnset) => {
  const at = text.indexOf('+!');
  if (at >= 0) asCommand(text.slice(at + 2), machine, name, hasReadUnset);
};

const asOptionsOf =
  (program: string): VariableUse =>
  (text, machine, name) =>
    asCommand(`${program} ${text}`, machine, name, false);

/** Libraries that testers and package managers preload: allocators, fake clocks, memory checkers. */
const usualLibrary =
  /(?:^|\/)lib(?:jemalloc|tcmalloc|mimalloc|faketime|eatmydata|nss_wrapper|fakeroot|[atlu]san|gtk3-nocsd|SegFault)\b/;

const maxLibraries = 1_000;

/** A library runs in every program that starts: one that is not from the system or a package is unread code. */
const asLibraries: VariableUse = (text, machine, _name, hasReadUnset) => {
  for (const path of firstCommands(text.split(/[\s:]+/), maxLibraries, machine))
    if (
      (path.includes('/') || (hasReadUnset && path.startsWith(marks.any))) &&
      !usualLibrary.test(path) &&
      machine.place(path).scope !== 'system'
    )
      machine.note({ do: 'run', code: 'unknown' });
};

const isElsewhere = (path: Value, machine: Machine): boolean =>
  /^[/~.]/.test(path) && !['inside', 'system'].includes(machine.place(path).scope);

/** `--require /tmp/x.js` and `-r/tmp/x`: the module runs first. Package names and files of the project are usual. */
const asModuleOptions: VariableUse = (text, machine, _name, hasReadUnset) => {
  const options = text.matchAll(
    /(?:^|\s)(?:--(?:require|import|loader|experimental-loader)(?:=|\s+)|-r\s*|-javaagent:)(\S{1,16000})/g,
  );
  for (const [, module = ''] of options) {
    const code = /^data:text\/javascript,(.*)$/.exec(module)?.[1];
    if (code !== undefined) machine.runCode('javascript', code.replaceAll('%20', ' '), { via: 'NODE_OPTIONS' });
    else if ((hasReadUnset && module.startsWith(marks.any)) || isElsewhere(module, machine))
      machine.note({ do: 'run', code: 'unknown' });
  }
};

const asPerl: VariableUse = (text, machine, via) => {
  machine.runCode('perl', text, { via });
};

const uses: readonly (readonly [names: RegExp, use: VariableUse])[] = [
  [/^LESS(?:OPEN|CLOSE)$/, asPreprocessor],
  [/^LESS$/, asFirstCommand],
  [/^(?:LD_PRELOAD|LD_AUDIT|DYLD_INSERT_LIBRARIES)$/, asLibraries],
  [/^(?:NODE_OPTIONS|RUBYOPT|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|MAVEN_OPTS)$/, asModuleOptions],
  [/^PERL5DB$/, asPerl],
  [/^TAR_OPTIONS$/, asOptionsOf('tar')],
  [/^MAKEFLAGS$/, asOptionsOf('make')],
  [/./, asCommand],
];

/** Follows a variable whose text programs run, whatever the program: setting it has no other purpose. */
export function runVariable(name: string, text: Value, machine: Machine, hasReadUnset: boolean): void {
  if (text === '') return;
  uses.find(([names]) => names.test(name))?.[1](text, machine, name, hasReadUnset);
}
