import { leftOut } from '../left-out.js';
import { guardLimits } from '../limits.js';
import { isSecretVariable } from '../places/secret-variables.js';
import { runVariable } from '../programs/program-variables.js';
import { marks, type Value } from '../value.js';
import type { GuardWorld } from '../world.js';
import type { Interpreter } from './interpreter.js';
import type { ShellFrame, Variable } from './state.js';
import { expandQuoted } from './words.js';

/** Depth of references to references; two that refer to each other have no end. */
const maxReferences = 8;

/** A variable's value; the `any` mark if it is unknown. */
export function readVariable(name: string, shell: Interpreter, state: ShellFrame, hops = 0): Value {
  const variable = state.variables.get(name);
  if (variable?.refersTo !== undefined)
    return hops < maxReferences ? readVariable(variable.refersTo, shell, state, hops + 1) : leftOut('calls');
  if (variable) return shell.choices.choose(name, variable.list ? [variable.list[0] ?? ''] : variable.values);
  if (/^\d+$/.test(name)) return state.args[Number(name)] ?? '';
  if (name === 'IFS') return ' \t\n';
  if (name === '#') return String(state.args.length - 1);
  if (name === 'PWD') return shell.folderOf(state);
  if (name === 'OLDPWD') return state.previousFolder;
  if (name === 'HOME') return shell.world.home;
  if (name === '?' || name === '$' || name === '!' || name === '-' || name === '_') return marks.any;
  if (isSecretVariable(name)) return shell.secret(`$${name}`);
  const known = environmentVariable(name, shell) ?? usualVariable(name, shell.world);
  if (known === undefined) shell.hasReadUnset = true;
  return known ?? marks.any;
}

const environmentVariable = (name: string, { world }: Interpreter): string | undefined =>
  Object.hasOwn(world.env, name) ? world.env[name] : undefined;

export function isSet(name: string, shell: Interpreter, state: ShellFrame): boolean | undefined {
  if (state.variables.has(name)) return true;
  if (/^\d+$/.test(name)) return state.args[Number(name)] !== undefined;
  if (name === '@' || name === '*') return state.args.length > 1;
  const isUsual = ['HOME', 'PWD', 'USER', 'PATH', 'SHELL'].includes(name);
  return isUsual || environmentVariable(name, shell) !== undefined ? true : undefined;
}

/** The properties of a variable other than its value. */
type VariableKind = Omit<Variable, 'values'>;

export function setVariable(
  name: string,
  value: Value,
  shell: Interpreter,
  state: ShellFrame,
  kind: VariableKind = {},
): void {
  if (name.includes('[')) expandQuoted(name, shell, state);
  const before = state.variables.get(name);
  const target = before?.refersTo ?? name;
  const letterCase = kind.letterCase ?? state.variables.get(target)?.letterCase;
  const text = letterCase === 'upper' ? value.toUpperCase() : letterCase === 'lower' ? value.toLowerCase() : value;
  shell.spend(text.length);
  const short = text.length > guardLimits.valueLength ? leftOut('valueLength', text) : text;
  state.variables.set(target, { values: [short], ...kind, ...(letterCase ? { letterCase } : {}) });
  shell.seen.assign(target, short);
  if (isRunByPrograms(target)) runVariable(target, short, shell.machineFor(state), shell.hasReadUnset);
}

/** The home folder of a user: a sibling of the known one. */
export function homeOf(user: string, { world }: Interpreter): string {
  const parent = world.home.slice(0, world.home.lastIndexOf('/')) || '/home';
  return `${parent}/${user}`;
}

const tempFolder = ({ temp }: GuardWorld): Value => temp[0] ?? '/tmp';

/** Variables with the same meaning on every machine, set or not; programs use these places as defaults. */
const usualValues: Readonly<Record<string, (world: GuardWorld) => Value>> = {
  HOME: ({ home }) => home,
  USERPROFILE: ({ home }) => home,
  USER: ({ home }) => lastPart(home),
  LOGNAME: ({ home }) => lastPart(home),
  USERNAME: ({ home }) => lastPart(home),
  TMPDIR: tempFolder,
  TMP: tempFolder,
  TEMP: tempFolder,
  TEMPDIR: tempFolder,
  RUNNER_TEMP: tempFolder,
  XDG_CONFIG_HOME: ({ home }) => `${home}/.config`,
  XDG_CACHE_HOME: ({ home }) => `${home}/.cache`,
  XDG_DATA_HOME: ({ home }) => `${home}/.local/share`,
  XDG_STATE_HOME: ({ home }) => `${home}/.local/state`,
  CARGO_HOME: ({ home }) => `${home}/.cargo`,
  GNUPGHOME: ({ home }) => `${home}/.gnupg`,
  GITHUB_WORKSPACE: ({ root }) => root,
  CI_PROJECT_DIR: ({ root }) => root,
  BASH: () => '/bin/bash',
  ZSH_NAME: () => 'zsh',
  INIT_CWD: ({ cwd }) => cwd,
};

/** Variables whose text programs run. */
const runByPrograms =
  /^(?:GIT_(?:SSH|SSH_COMMAND|EXTERNAL_DIFF|PROXY_COMMAND)|\w*PAGER|\w*EDITOR|VISUAL|BROWSER|PROMPT_COMMAND|LESS(?:OPEN|CLOSE)?|(?:\w+_)?(?:RSH|ASKPASS)|RUSTC_WRAPPER|LD_(?:PRELOAD|AUDIT)|DYLD_INSERT_LIBRARIES|(?:NODE|JAVA_TOOL|_JAVA|TAR)_OPTIONS|MAVEN_OPTS|RUBYOPT|PERL5DB|MAKEFLAGS|FZF_DEFAULT_COMMAND|npm_config_script_shell)$/;

const isRunByPrograms = (name: string): boolean => runByPrograms.test(name);

/** The meaning of a variable that is not set on this machine; undefined if unknown. */
export function usualVariable(name: string, world: GuardWorld): Value | undefined {
  // The user's pager or editor is often passed from one variable to the next: `EDITOR="$VISUAL"`.
  if (runByPrograms.test(name)) return '';
  return Object.hasOwn(usualValues, name) ? usualValues[name]?.(world) : undefined;
}

const lastPart = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** One run represents all combinations beyond the limit. */
const leftOutChoice = -1;

/** Variables with several possible values, because branches set them: a command runs once per combination. */
export class ValueChoices {
  #chosen = new Map<string, number>();
  #counts = new Map<string, number>();

  /** Runs once per combination of possible values of the variables used in it. */
  forEach(run: () => void): void {
    const outer = [this.#chosen, this.#counts] as const;
    this.#chosen = new Map(outer[0]);
    this.#counts = new Map();
    run();
    const open = [...this.#counts];
    const all = open.reduce((product, [, count]) => product * count, 1);
    const total = Math.min(all, guardLimits.combinations);
    for (let number = 1; number < total; number++) {
      let rest = number;
      for (const [name, count] of open) {
        this.#chosen.set(name, rest % count);
        rest = Math.floor(rest / count);
      }
      run();
    }
    if (all > total) {
      for (const [name] of open) this.#chosen.set(name, leftOutChoice);
      run();
    }
    [this.#chosen, this.#counts] = outer;
  }

  /** The value of this run. */
  choose(name: string, values: readonly Value[]): Value {
    if (values.length <= 1) return values[0] ?? '';
    const chosen = this.#chosen.get(name);
    if (chosen === leftOutChoice) return leftOut('combinations', ...values);
    if (chosen === undefined) this.#counts.set(name, values.length);
    return values[Math.min(chosen ?? 0, values.length - 1)] ?? '';
  }
}
