import type { Value } from '../value.js';
import type { Interpreter } from './interpreter.js';
import type { Assignment, Word } from './parse.js';
import type { ShellFrame } from './state.js';
import { readVariable, setVariable } from './variables.js';
import { expandQuoted, expandText, expandWords } from './words.js';

export function assign({ name, value, append, index }: Assignment, shell: Interpreter, state: ShellFrame): void {
  const before = state.variables.get(name);
  if (value.type === 'ArrayValue') {
    const { list, keys } = elementsOf(value.elements, shell, state);
    const all = append ? [...(before?.list ?? before?.values ?? []), ...list] : list;
    setVariable(name, all[0] ?? '', shell, state, { list: all, ...(keys ? { keys } : {}) });
    return;
  }
  const text = assignedText(value, shell, state);
  if (/^PS[0-4]$/.test(name)) expandQuoted(text, shell, state.copy());
  if (index) {
    const key = expandText(index, shell, state);
    if (name === 'BASH_ALIASES') state.aliases.set(key, text);
    const list = [...(before?.list ?? [])];
    const keys = [...(before?.keys ?? list.map((_, at) => String(at)))];
    const at = keys.indexOf(key);
    if (at >= 0) list[at] = append ? (list[at] ?? '') + text : text;
    else {
      keys.push(key);
      list.push(text);
    }
    setVariable(name, list[0] ?? '', shell, state, { list, keys });
    return;
  }
  setVariable(name, append ? (before ? readVariable(name, shell, state) : '') + text : text, shell, state);
}

/** In assignments a tilde is also expanded after a colon. */
function assignedText(value: Word, shell: Interpreter, state: ShellFrame): Value {
  const text = expandText(value, shell, state);
  return value.text.includes(':~') ? text.replaceAll(':~/', `:${shell.world.home}/`) : text;
}

function elementsOf(
  elements: readonly Word[],
  shell: Interpreter,
  state: ShellFrame,
): { list: readonly Value[]; keys?: readonly Value[] } {
  const fields = expandWords(elements, shell, state);
  const keyed = fields.map((field) => /^\[([^\]]{1,4096})\]=([\s\S]*)$/.exec(field));
  if (fields.length === 0 || !keyed.every((one) => one !== null)) return { list: fields };
  return { list: keyed.map((one) => one?.[2] ?? ''), keys: keyed.map((one) => one?.[1] ?? '') };
}

/** Assignments as text, for messages. */
export const assignedWords = (assignments: readonly Assignment[], state: ShellFrame): readonly Value[] =>
  assignments.map(({ name }) => {
    const { list, values = [] } = state.variables.get(name) ?? {};
    return `${name}=${list ? `(${list.join(' ')})` : values.join('|')}`;
  });
