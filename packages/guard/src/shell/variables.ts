import { leftOut } from '../left-out.js';
import { guardLimits } from '../limits.js';
import { isSecretVariable } from '../places/secret-variables.js';
import { isRunByPrograms, usualVariable } from '../places/usual-variables.js';
import { runVariable } from '../programs/program-variables.js';
import { marks, type Value } from '../value.js';
import type { Interpreter } from './interpreter.js';
import type { ShellFrame, Variable } from './state.js';
import { expandQuoted } from './words.js';

/** References to references; two that name each other have no end. */
const mostReferences = 8;

/** A variable's value; the `any` mark if it is unknown. */
export function readVariable(name: string, shell: Interpreter, state: ShellFrame, hops = 0): Value {
  const variable = state.variables.get(name);
  if (variable?.refersTo !== undefined)
    return hops < mostReferences ? readVariable(variable.refersTo, shell, state, hops + 1) : leftOut('calls');
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

/** Whether a variable is set; undefined if unknown. */
export function isSet(name: string, shell: Interpreter, state: ShellFrame): boolean | undefined {
  if (state.variables.has(name)) return true;
  if (/^\d+$/.test(name)) return state.args[Number(name)] !== undefined;
  if (name === '@' || name === '*') return state.args.length > 1;
  const isUsual = ['HOME', 'PWD', 'USER', 'PATH', 'SHELL'].includes(name);
  return isUsual || environmentVariable(name, shell) !== undefined ? true : undefined;
}

/** What a variable is, apart from its value. */
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

/** The home folder of a user: a neighbour of the one that is known. */
export function homeOf(user: string, { world }: Interpreter): string {
  const parent = world.home.slice(0, world.home.lastIndexOf('/')) || '/home';
  return `${parent}/${user}`;
}
